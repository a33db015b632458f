/**
 * The slide of a ranking as it stands with the flight (mock 09c): medals only once it is frozen, dashed what a bird in the
 * air can still lose. While birds fly it is read again for as long as it is shown.
 */
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#domain/contract.ts';
import type { FlightRanking, readFlightRankings, ShortLine } from '#domain/rankings/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { lineName, lineValue, measureName, rankingName } from '#web/lib/ranking-words.ts';
import { isMine, useMine } from '#web/lib/reader-marks.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Moved } from '#web/ui/Moved.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { Top } from './PresentTop.tsx';
import styles from './present.module.css';
import slide from './present-aces.module.css';
import type { PresentData } from './present-loader.server.ts';

/** While birds fly, the slide that is shown is read again after so long, ms. */
const again_ms = 5000;

export function PresentAces({ data, ranking_id }: { data: PresentData; ranking_id: number }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const mine = useMine(data.loft.id);
  const one = useRanking(data, ranking_id);
  if (!one) return <Top data={data} />;
  const { ranking, is_frozen, flown, flights, lines } = one;
  const n = { n: formatNumber(locale, flown), all: formatNumber(locale, flights) };
  return (
    <>
      <Top data={data} />
      <div className={styles.counts}>
        <h2 className={`${styles.home} ${slide.title}`}>
          <bdi>{rankingName(locale, ranking)}</bdi>
        </h2>
        <p className={slide.state} data-open={!is_frozen || undefined}>
          {!is_frozen && <span>{t('status.provisional')}</span>} {t('aces.flown', n)}
        </p>
      </div>
      <p className={slide.measure}>{measureName(t, ranking.rule.measure)}</p>
      <ol>
        {lines.map((line) => (
          <li
            key={line.key}
            className={`${styles.row} ${slide.row}`}
            data-mine={(line.bird && isMine(mine, line.bird)) || undefined}
          >
            <Line line={line} one={one} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Line({ line, one: { ranking, is_frozen } }: { line: ShortLine; one: FlightRanking }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { place, moved, at_most, bird, group } = line;
  return (
    <>
      <b
        className={`num ${styles.figure} ${slide.place}`}
        data-medal={is_frozen && place! <= 3 ? place : undefined}
        data-open={at_most || undefined}
      >
        {formatNumber(locale, place!)}
      </b>
      <span className={slide.moved}>
        <Moved by={moved} />
      </span>
      <Flag country={bird ? bird.country : group!.country} />
      {bird?.ring ? <Ring ring={bird.ring} /> : <bdi className={slide.name}>{lineName(t, locale, ranking, line)}</bdi>}
      <span className={styles.whose}>
        <bdi>{bird?.ring && (bird.team || bird.fancier || bird.pigeon_name)}</bdi>
      </span>
      <b dir="ltr" className={`num ${styles.figure} ${slide.value}`}>
        <span data-open={at_most || undefined}>{lineValue(locale, ranking.rule.measure, line)}</span>
      </b>
    </>
  );
}

/** The ranking of the slide; without a network as it was read last. */
function useRanking({ flight, aces: loaded }: PresentData, ranking_id: number): FlightRanking | undefined {
  const [read, set] = useState<{ loaded: PresentData['aces']; now: readonly FlightRanking[] } | null>(null);
  const path = `/api${flightPath(flight)}/rankings`;
  const isLive = flight.status === 'released';
  useEffect(() => {
    if (!isLive) return undefined;
    const left = new AbortController();
    const ask = () =>
      void fetch(path, { signal: left.signal })
        .then(async (answer) => {
          if (!answer.ok) return;
          const { rankings } = (await answer.json()) as ReplyOf<typeof readFlightRankings>;
          set({ loaded, now: rankings });
        })
        .catch(() => {});
    ask();
    const timer = setInterval(ask, again_ms);
    return () => {
      clearInterval(timer);
      left.abort();
    };
  }, [path, isLive, loaded]);
  const now = read?.loaded === loaded ? read.now : loaded;
  return now.find(({ ranking }) => ranking.id === ranking_id);
}
