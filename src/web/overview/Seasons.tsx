/** The latest seasons of a loft, including drafts, with their counts. */
import type { ReplyOf } from '#domain/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { readOverview } from '#domain/overview/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { FoldedPanel } from '#web/ui/FoldedPanel.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import styles from './overview.module.css';

const counted = ['flight_count', 'team_count', 'pigeon_count'] as const;
const words = { flight_count: 'loft.flights', team_count: 'loft.teams', pigeon_count: 'loft.pigeons' } as const;

export interface SeasonsProps {
  loft: Loft;
  seasons: ReplyOf<typeof readOverview>['seasons'];
  season_count: number;
}

export function Seasons({ loft, seasons, season_count }: SeasonsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <FoldedPanel
      id="seasons"
      title={t('rights.seasons')}
      about={<bdi className="num">{formatNumber(locale, season_count)}</bdi>}
      link={<Link to={`/admin/seasons/create?loft=${loft.id}`}>{t('setup.new')}</Link>}
    >
      {seasons.length === 0 ? (
        <p className={styles.quiet}>{t('overview.no_seasons')}</p>
      ) : (
        <Table caption={t('rights.seasons')}>
          <thead>
            <tr>
              <th scope="col">{t('bird.season')}</th>
              {counted.map((count) => (
                <th key={count} scope="col" className={table.figure}>
                  {t(words[count])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {seasons.map((season) => (
              <tr key={season.id}>
                <td>
                  <Link to={`/admin/seasons/${season.id}`}>
                    <bdi>{season.name}</bdi>
                  </Link>
                  <small>{t(`season.${season.status}`)}</small>
                </td>
                {counted.map((count) => (
                  <td key={count} className={table.figure}>
                    <bdi className="num">{formatNumber(locale, season[count])}</bdi>
                    {count === 'pigeon_count' && season.gone_count > 0 && (
                      <small>
                        {t('pigeons.gone')}: <bdi className="num">{formatNumber(locale, season.gone_count)}</bdi>
                      </small>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {season_count > seasons.length && (
        <p className={styles.quiet}>
          <Link to={`/admin/seasons?q=${encodeURIComponent(loft.name)}`}>{t('admin.all_seasons')}</Link>{' '}
          <bdi className="num">{formatNumber(locale, season_count)}</bdi>
        </p>
      )}
    </FoldedPanel>
  );
}
