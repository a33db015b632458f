/** The activations of a season that wait for their payment: the bird that is replaced, its team, the due date. */
import { useSearchParams } from 'react-router';
import { activationKinds } from '#domain/activations/activation.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type { readSeasonOverview } from '#domain/overview/season-contract.ts';
import { OrderOf, Replaces, StateChip } from '#web/activations/ActivationFacts.tsx';
import { Kinds } from '#web/activations/ActivationKinds.tsx';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { formatMoney, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ListedTeam } from '#web/ui/BirdName.tsx';
import { FoldedPanel } from '#web/ui/FoldedPanel.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import styles from './season-work.module.css';

export function Activations({ work }: { work: ReplyOf<typeof readSeasonOverview> }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const { season, currency } = work;
  const { counts, pending } = work.activations;
  const adminPath = seasonAdminPath(season.id);
  const waiting = activationKinds.filter((kind) => counts[kind].pending > 0);
  // Without a filter: those that wait.
  const shown = activationKinds.find((kind) => kind === search.get('kind')) ?? waiting[0] ?? 'reserve';
  const hasBirds = activationKinds.some((kind) => Object.values(counts[kind]).some((count) => count > 0));
  if (!hasBirds) return null;
  const all = waiting.reduce((sum, kind) => sum + counts[kind].pending, 0);
  return (
    <FoldedPanel
      id="activations"
      title={t('admin.activations')}
      about={<bdi className="num">{formatNumber(locale, all)}</bdi>}
      link={<Link to={`${adminPath}/activations?kind=${shown}`}>{t('order_admin.all')}</Link>}
      isOpen={search.has('kind')}
    >
      <Kinds shown={shown} counts={counts} />
      {pending[shown].length === 0 ? (
        <p className={styles.quiet}>{t('overview.nothing_due')}</p>
      ) : (
        <Table caption={t(`product.${shown}_activation`)} cards className={styles.tight}>
          <thead>
            <tr>
              <th scope="col">{t('sheet.ring')}</th>
              {shown === 'reserve' && <th scope="col">{t('activations.replaces')}</th>}
              <th scope="col">{t('teams.team')}</th>
              <th scope="col">{t('admin.state')}</th>
              <th scope="col" className={table.figure}>
                {t('product.price')}
              </th>
            </tr>
          </thead>
          <tbody>
            {pending[shown].map(({ pigeon_id, ring, replaces, team, country, state, order, fee_cents }) => (
              <tr key={pigeon_id}>
                <td>
                  <Link className={table.ring} to={`${adminPath}/pigeons/${pigeon_id}`}>
                    <Ring ring={ring} />
                  </Link>
                </td>
                {shown === 'reserve' && (
                  <td data-label={t('activations.replaces')}>
                    <Replaces replaces={replaces} />
                  </td>
                )}
                <td data-label={t('teams.team')} className={styles.team}>
                  <ListedTeam country={country} team={team} />
                </td>
                <td data-label={t('admin.state')}>
                  <span>
                    <StateChip state={state} />
                    <OrderOf order={order} adminPath={adminPath} />
                  </span>
                </td>
                <td data-label={t('product.price')} className={table.figure}>
                  <bdi className="num">{fee_cents === null ? '–' : formatMoney(locale, fee_cents, currency)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </FoldedPanel>
  );
}
