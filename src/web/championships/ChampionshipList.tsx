/** The lines of a championship: place, place in the country, whose, the points of all, and the results that count. */
import type { ChampionshipLineView, ChampionshipPage } from '#domain/championships/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath, pigeonPath, teamPath } from '#web/lib/paths.ts';
import { valueText } from '#web/lib/ranking-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import medal from '#web/ui/medal.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import styles from './championships.module.css';
import { lineName } from './line-name.ts';
import { useMineLines } from './use-mine-lines.ts';

export function ChampionshipList({ page }: { page: ChampionshipPage }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { championship, lines } = page;
  const { of, measure } = championship.rule;
  const number = (value: number) => formatNumber(locale, value);
  const isMine = useMineLines(lines, of);
  const inCountry = of !== 'country' && lines.some(({ country_place }) => country_place !== null);
  return (
    <Table caption={t('aces.caption')} className={styles.list}>
      <thead>
        <tr>
          <th scope="col">{t('aces.place')}</th>
          <th scope="col">{t(of === 'pigeon' ? 'board.pigeon' : `aces.of_${of}`)}</th>
          {inCountry && <th scope="col">{t('championships.country_place')}</th>}
          <th scope="col">{t('championships.results')}</th>
          <th scope="col" className={table.figure}>
            {t('aces.points')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr
            key={`${line.place} ${line.name ?? line.country} ${line.results[0]?.birds[0]?.pigeon_id}`}
            className={isMine(line) ? table.mine : undefined}
          >
            <td className={styles.place}>
              <bdi className={`num ${styles.rank} ${medal.medal}`} data-rank={line.place <= 3 ? line.place : undefined}>
                {number(line.place)}
              </bdi>
            </td>
            <th scope="row" className={styles.subject}>
              <Subject line={line} of={of} />
            </th>
            {inCountry && (
              <td className={styles.national}>
                {line.country_place !== null && (
                  <span className={styles.country}>
                    <Flag country={line.country} width={20} named />
                    <bdi className="num">{number(line.country_place)}</bdi>
                  </span>
                )}
              </td>
            )}
            <td className={styles.counted}>
              <Results line={line} page={page} />
            </td>
            <td className={`${table.figure} ${styles.value}`}>
              <bdi className="num">{valueText(locale, measure, line.value)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Whom a line is about: a bird with its team, a fancier with the teams of the lofts, a country. */
function Subject({ line, of }: { line: ChampionshipLineView; of: ChampionshipPage['championship']['rule']['of'] }) {
  const { locale } = usePage();
  const [first] = line.results;
  const bird = first?.birds[0];
  return (
    <span className={table.flagged}>
      <Flag country={line.country} width={20} named={of === 'country'} />
      <span suppressHydrationWarning>
        {of === 'pigeon' && first && bird ? (
          <Link
            className={table.ring}
            to={pigeonPath({ ...bird, loft_id: first.loft_id, team_id: line.teams[0]?.team_id ?? null })}
          >
            <Ring ring={bird.ring} />
          </Link>
        ) : (
          <bdi>{lineName(locale, line)}</bdi>
        )}
        {line.teams.length > 0 && (
          <small>
            {line.teams.map((team, i) => (
              <span key={team.team_id}>
                {i > 0 && ' · '}
                <Link to={teamPath(team)}>
                  <bdi>{team.team}</bdi>
                </Link>
              </span>
            ))}
          </small>
        )}
      </span>
    </span>
  );
}

/** The results that count, which open: the flight, its loft, the places of the birds that score, the points. */
function Results({
  line,
  page: { championship, flights, seasons },
}: {
  line: ChampionshipLineView;
  page: ChampionshipPage;
}) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { measure } = championship.rule;
  const lofts = new Set(line.results.map(({ loft_id }) => loft_id)).size;
  return (
    <details className={styles.results}>
      <summary>
        {t('championships.results_of', {
          n: formatNumber(locale, line.results.length),
          lofts: formatNumber(locale, lofts),
        })}
      </summary>
      <ul>
        {line.results.map(({ loft_id, flight_id, value, birds }) => (
          <li key={flight_id}>
            <span>
              <Link to={flightPath({ loft_id, id: flight_id })}>
                <bdi>{flights.find(({ id }) => id === flight_id)?.name}</bdi>
              </Link>
              <small>
                <bdi>{seasons.find(({ loft }) => loft.id === loft_id)?.loft.name}</bdi>
                {birds.map(({ pigeon_id, ring, rank }) => (
                  <span key={pigeon_id} className={styles.bird}>
                    <Ring ring={ring} />{' '}
                    <bdi className="num">
                      {t('aces.place')} {formatNumber(locale, rank)}
                    </bdi>
                  </span>
                ))}
              </small>
            </span>
            <bdi className="num">{valueText(locale, measure, value)}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}
