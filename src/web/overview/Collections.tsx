/** The collections that agents were asked to make in a season, the next one first: who, where, when, how many birds. */
import type { ReplyOf } from '#domain/contract.ts';
import type { readSeasonOverview } from '#domain/overview/season-contract.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { formatCalendarDay, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { TransportChip } from '#web/transports/TransportChip.tsx';
import { FoldedPanel } from '#web/ui/FoldedPanel.tsx';
import { Link } from '#web/ui/Link.tsx';
import styles from './season-work.module.css';

export function Collections({ work }: { work: ReplyOf<typeof readSeasonOverview> }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!work.collections.length) return null;
  return (
    <FoldedPanel
      id="collections"
      title={t('transports.collections')}
      about={<bdi className="num">{formatNumber(locale, work.collections.length)}</bdi>}
      link={<Link to={`${seasonAdminPath(work.season.id)}/transports`}>{t('order_admin.all')}</Link>}
    >
      <ul className={styles.payers}>
        {work.collections.map(({ collection_id, agent, place, day, pigeons, waiting }) => (
          <li key={collection_id}>
            <span className={styles.who}>
              {agent && (
                <>
                  <bdi>{agent}</bdi>
                  {t('rows.comma')}
                </>
              )}
              <bdi>{place}</bdi>
              <small suppressHydrationWarning>
                {t('pigeons.found', { count: pigeons })}
                {t('rows.comma')}
                {formatCalendarDay(locale, day, 'words')}
              </small>
            </span>
            <TransportChip status={waiting > 0 ? 'pending' : 'confirmed'} />
          </li>
        ))}
      </ul>
    </FoldedPanel>
  );
}
