/** The lower third for stream software: nothing behind it, the newest arrivals, or the first of a race that is over, and how many are home. */
import { secondDecimals } from '#domain/arrivals/clock.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Speed } from '#web/ui/Measure.tsx';
import { Countdown, RaceClock } from '#web/ui/RaceClock.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { ReplayChip, StatusChip } from '#web/ui/StatusChip.tsx';
import type { LiveView } from './live-board.ts';
import styles from './overlay.module.css';
import type { PresentData } from './present-loader.server.ts';
import { namedIn, usePresented } from './use-presented.ts';

const most = 3;
/** A rule of a style sheet that asked `:has()` of the root would restyle every page whenever a row changes. */
const nothingBehind = ':root,body{color-scheme:normal;background:none}';

export function PresentOverlay({ data, view }: { data: PresentData; view: LiveView }) {
  const { t } = useTranslation();
  const { locale, nonce } = usePage();
  const { flight, loft, read_at } = data;
  const race = usePresented(data, view);
  const { release_time, replay_factor, status } = flight;
  const isBefore = isBeforeRelease(status);
  const decimals = secondDecimals(flight.resolution_ms, flight.rules.precision_ms);
  return (
    <section className={styles.overlay} data-sky="night" aria-label={t('present.title')}>
      <style nonce={nonce}>{nothingBehind}</style>
      <div className={styles.bar}>
        <StatusChip status={status} />
        {replay_factor !== null && <ReplayChip />}
        <b className={styles.name}>
          <bdi>{flight.name}</bdi>
        </b>
        {!isBefore && (
          <span>{t('mine.home', { home: formatNumber(locale, race.home), count: flight.basketed_count })}</span>
        )}
        {release_time !== null && status === 'released' && <RaceClock {...{ release_time, replay_factor, read_at }} />}
        {release_time !== null && isBefore && release_time > read_at && <Countdown {...{ release_time, read_at }} />}
      </div>
      {!isBefore && (
        <ol>
          {namedIn(flight, race)
            .slice(0, most)
            .map(({ bird, rank, time_ms, speed }) => {
              const at = time_ms === null ? null : clockTime(time_ms, loft.time_zone);
              return (
                <li key={bird.pigeon_id} className={styles.row}>
                  <b className={`num ${styles.figure}`}>{rank !== null && formatNumber(locale, rank)}</b>
                  <Flag country={bird.country} />
                  <Ring ring={bird.ring} />
                  <span>
                    <bdi>{bird.team || bird.fancier}</bdi>
                  </span>
                  <time dir="ltr" className={`num ${styles.figure}`}>
                    {at && (decimals ? `${at.time}.${at.ms.slice(0, 1)}` : at.time)}
                  </time>
                  <span>{speed !== null && <Speed speed={speed} rule={flight.rules.speed} />}</span>
                </li>
              );
            })}
        </ol>
      )}
    </section>
  );
}
