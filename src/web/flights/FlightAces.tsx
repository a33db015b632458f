/** The rankings of the season as they stood with the result of a flight, and how far each line has moved by it (mock 24). */
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#domain/contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { FlightRanking, readFlightRankings, ShortLine } from '#domain/rankings/contract.ts';
import { rankingPath } from '#web/lib/further-paths.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { lineName, lineValue, measureName, rankingName } from '#web/lib/ranking-words.ts';
import { followedQuery, isMine, type MyBirds } from '#web/lib/reader-marks.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Moved } from '#web/ui/Moved.tsx';
import medal from '#web/ui/medal.module.css';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import styles from './flight-aces.module.css';

/** The first lines of a ranking; the others are on its page. */
const mostShown = 5;

export interface FlightAcesProps {
  flight: Flight;
  rankings: readonly FlightRanking[];
  mine: MyBirds;
}

export function FlightAces({ flight, rankings, mine }: FlightAcesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const own = useOwnLines(flight, rankings, mine);
  const [first, ...others] = rankings;
  if (!first) return null;
  const lines = (one: FlightRanking) => (
    <Lines flight={flight} one={one} own={own.get(one.ranking.id) ?? []} mine={mine} />
  );
  return (
    <section className={panel.panel} aria-labelledby="flight-aces">
      <div className={panel.head}>
        <h2 id="flight-aces">{t('aces.with_flight')}</h2>
      </div>
      <h3 className={styles.name}>
        <bdi>{rankingName(locale, first.ranking)}</bdi>
      </h3>
      {lines(first)}
      {others.map((one) => (
        <details key={one.ranking.id} className={styles.other}>
          <summary>
            <bdi>{rankingName(locale, one.ranking)}</bdi>
          </summary>
          {lines(one)}
        </details>
      ))}
    </section>
  );
}

interface LinesProps {
  flight: Flight;
  one: FlightRanking;
  own: readonly ShortLine[];
  mine: MyBirds;
}

function Lines({ flight, one, own, mine }: LinesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { ranking, is_frozen, flown, flights } = one;
  const first = one.lines.slice(0, mostShown);
  const further = own.filter(({ key }) => !first.some((line) => line.key === key));
  const list = (lines: readonly ShortLine[], owned: boolean) => (
    <ol className={styles.lines} aria-label={owned ? t('mine.title') : rankingName(locale, ranking)}>
      {lines.map((line) => (
        <li key={line.key} data-mine={owned || (line.bird && isMine(mine, line.bird)) || undefined}>
          <Line line={line} ranking={ranking} frozen={is_frozen} />
        </li>
      ))}
    </ol>
  );
  return (
    <>
      <p className={styles.state}>
        {!is_frozen && <span className={styles.open}>{t('status.provisional')}</span>}{' '}
        {t('aces.flown', { n: formatNumber(locale, flown), all: formatNumber(locale, flights) })}{' '}
        {measureName(t, ranking.rule.measure)}
      </p>
      {list(first, false)}
      {further.length > 0 && list(further, true)}
      <p className={styles.whole}>
        <Link to={rankingPath(flight.loft_id, { season_id: flight.season_id, ranking_id: ranking.id })}>
          {t('aces.whole', { n: formatNumber(locale, one.ranked) })}
        </Link>
      </p>
    </>
  );
}

interface LineProps {
  line: ShortLine;
  ranking: FlightRanking['ranking'];
  frozen: boolean;
}

function Line({ line, ranking, frozen }: LineProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { place, moved, bird, group, at_most } = line;
  return (
    <>
      {place !== null && (
        <span className={styles.place}>
          <bdi
            className={`num ${at_most ? styles.dashed : ''} ${frozen ? medal.medal : ''}`}
            data-rank={frozen && place <= 3 ? place : undefined}
          >
            {formatNumber(locale, place)}
          </bdi>
          <Moved by={moved} />
        </span>
      )}
      <Flag country={bird ? bird.country : group!.country} width={20} named={ranking.rule.subject.of === 'country'} />
      <span className={styles.whose} suppressHydrationWarning>
        {bird?.ring ? <Ring ring={bird.ring} /> : <bdi>{lineName(t, locale, ranking, line)}</bdi>}
        {bird?.ring && (
          <small>
            <bdi>{bird.team ?? bird.fancier}</bdi>
          </small>
        )}
      </span>
      <bdi dir="ltr" className={`num ${at_most ? styles.estimated : ''}`}>
        {lineValue(locale, ranking.rule.measure, line)}
      </bdi>
    </>
  );
}

/** The lines of the reader's birds in each ranking; none before they are read, and where nothing is marked. */
function useOwnLines(
  flight: Flight,
  rankings: readonly FlightRanking[],
  mine: MyBirds,
): ReadonlyMap<number, readonly ShortLine[]> {
  const query = rankings.length > 0 ? followedQuery(mine) : '';
  const [own, set] = useState<{ query: string; lines: ReadonlyMap<number, readonly ShortLine[]> }>(nothing);
  const path = flightPath(flight);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rankings are a reason to ask again
  useEffect(() => {
    if (query === '') return undefined;
    const left = new AbortController();
    fetch(`/api${path}/rankings?${query}`, { signal: left.signal })
      .then(async (answer) => {
        if (!answer.ok) return;
        const reply = (await answer.json()) as ReplyOf<typeof readFlightRankings>;
        set({ query, lines: new Map(reply.rankings.map(({ ranking, followed }) => [ranking.id, followed])) });
      })
      // Without a network the last answer stays.
      .catch(() => {});
    return () => left.abort();
  }, [path, query, rankings]);
  return own.query === query ? own.lines : nothing.lines;
}

const nothing = { query: '', lines: new Map<number, readonly ShortLine[]>() };
