/** Fanciers as rows to choose from: contact and teams. */
import type { ReplyOf } from '#domain/contract.ts';
import type { listFanciers } from '#domain/fanciers/contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import { ChooseAll, ChooseRow } from '#web/ui/Selection.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';

export interface FanciersTableProps {
  fanciers: ReplyOf<typeof listFanciers>['fanciers'];
  /** Path of the list. */
  at: string;
}

export function FanciersTable({ fanciers, at }: FanciersTableProps) {
  const { t } = useTranslation();
  return (
    <Table caption={t('admin.fanciers')} cards>
      <thead>
        <tr>
          <ChooseAll />
          <th scope="col">{t('loft_admin.name')}</th>
          <th scope="col">{t('loft_admin.contact')}</th>
          <th scope="col">{t('loft.teams')}</th>
        </tr>
      </thead>
      <tbody>
        {fanciers.map(({ id, name, country, city, email, phone, teams }) => (
          <tr key={id}>
            <ChooseRow id={id} name={name} />
            <td>
              <div className={table.flagged}>
                <Flag country={country} />
                <span>
                  <Link to={`${at}/${id}`}>
                    <bdi>{name}</bdi>
                  </Link>
                  {city && (
                    <small>
                      <bdi>{city}</bdi>
                    </small>
                  )}
                </span>
              </div>
            </td>
            <td data-label={t('loft_admin.contact')}>
              <span>
                <bdi>{email ?? '–'}</bdi>
                {phone && (
                  <small>
                    <bdi>{phone}</bdi>
                  </small>
                )}
              </span>
            </td>
            <td data-label={t('loft.teams')}>
              <bdi>{teams.join(t('rows.comma'))}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
