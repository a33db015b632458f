/** Birds as rows to activate: ring, replaced bird, team, state, fee. Cards on a phone. */
import type { ActivationKind } from '#domain/activations/activation.ts';
import type { ListedActivation } from '#domain/activations/contract.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import rows from '#web/ui/rows.module.css';
import { ChooseAll, ChooseRow } from '#web/ui/Selection.tsx';
import { SortHead } from '#web/ui/SortHead.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import { OrderOf, Replaces, ReserveNumber, StateChip } from './ActivationFacts.tsx';

export interface ActivationRowsProps {
  pigeons: readonly ListedActivation[];
  currency: string;
  query: { kind: ActivationKind; sort: string };
  /** Whether a product that activates them is on sale. */
  canActivate: boolean;
  season_id: number;
}

export function ActivationRows({ pigeons, currency, query, canActivate, season_id }: ActivationRowsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const sentence = useSentence();
  const adminPath = seasonAdminPath(season_id);
  const { kind, sort } = query;
  return (
    <Table caption={t(`product.${kind}_activation`)} cards>
      <thead>
        <tr>
          <ChooseAll />
          <SortHead by="ring" order={sort}>
            {t('sheet.ring')}
          </SortHead>
          {kind === 'reserve' && (
            <SortHead by="replaces" order={sort}>
              {t('activations.replaces')}
            </SortHead>
          )}
          <SortHead by="team" order={sort}>
            {t('teams.team')}
          </SortHead>
          <SortHead by="state" order={sort}>
            {t('admin.state')}
          </SortHead>
          <SortHead by="fee" order={sort} largest className={table.figure}>
            {t('product.price')}
          </SortHead>
          <th scope="col">
            <span className="visually-hidden">{t('activations.activate')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {pigeons.map((bird) => {
          const { pigeon_id, ring, customer, order, state, refused, fee_cents } = bird;
          const isChoosable = canActivate && state === 'free' && refused === null;
          return (
            <tr key={pigeon_id}>
              {isChoosable ? <ChooseRow id={pigeon_id} name={ring} /> : <td className={rows.box} />}
              <td>
                <span>
                  <Link className={table.ring} to={`${adminPath}/pigeons/${pigeon_id}`}>
                    <Ring ring={ring} />
                  </Link>
                  <ReserveNumber reserve={bird.reserve} />
                </span>
              </td>
              {kind === 'reserve' && (
                <td data-label={t('activations.replaces')}>
                  <Replaces replaces={bird.replaces} />
                </td>
              )}
              <td data-label={t('teams.team')}>
                <div className={table.flagged}>
                  <Flag country={bird.country} />
                  <span>
                    <bdi>{bird.team ?? '–'}</bdi>
                    {customer && (
                      <small>
                        <bdi>{nameOf(customer) ?? t('rights.unnamed')}</bdi>
                      </small>
                    )}
                  </span>
                </div>
              </td>
              <td data-label={t('admin.state')}>
                <span>
                  {refused === null ? (
                    <StateChip state={state} />
                  ) : (
                    <small>{sentence({ code: refused as 'pigeon_not_at_loft' })}</small>
                  )}
                  <OrderOf order={order} adminPath={adminPath} />
                </span>
              </td>
              <td data-label={t('product.price')} className={table.figure}>
                <bdi className="num">{fee_cents === null ? '–' : formatMoney(locale, fee_cents, currency)}</bdi>
              </td>
              <td className={table.figure}>
                {isChoosable && (
                  <button type="submit" name="one" value={pigeon_id} className={panel.button}>
                    {t('activations.activate')}
                  </button>
                )}
                {state === 'pending' && order && (
                  <Link className={panel.button} to={`${adminPath}/payments/${order.id}`}>
                    {t('overview.mark_paid')}
                  </Link>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
