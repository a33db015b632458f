/** Which share of the field was home at each moment, with the reader's birds on the curve (mock 28). */
import { memo } from 'react';
import type { MyBirdHome } from '#domain/arrivals/race-story.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { clockTime, formatNumber, formatShare } from '#web/lib/intl.ts';
import { raceTime } from '#web/lib/now.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import styles from './story.module.css';
import { homeAt } from './story-words.ts';
import { labelsOf, minute_ms } from './time-axis.ts';

/** The drawing, and its room for the figures. */
const width = 420;
const height = 210;
const room = { left: 52, right: 14, top: 14, bottom: 30 };

export interface StoryCurveProps {
  flight: Flight;
  loft: Loft;
  curve: readonly (readonly [at_ms: number, home: number])[];
  /** The landings of the reader's birds. */
  homes: readonly MyBirdHome[];
  read_at: string;
}

export const StoryCurve = memo(function StoryCurve({ flight, loft, curve, homes, read_at }: StoryCurveProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [first, last] = [curve[0], curve.at(-1)];
  if (!first || !last || flight.basketed_count === 0) return null;
  const isFlying = flight.status === 'released';
  const race_ms = raceTime(flight, Date.parse(read_at));
  // Hours without a bird are not drawn: the curve says that it ends with the last one.
  const isQuiet = isFlying && race_ms - last[0] > Math.max(10 * minute_ms, (last[0] - first[0]) / 3);
  const isToNow = isFlying && !isQuiet;
  const now_ms = isToNow ? Math.max(last[0], race_ms) : last[0];
  const from_ms = first[0] - minute_ms;
  const to_ms = Math.max(now_ms, first[0] + 10 * minute_ms);
  const x = (at_ms: number) => room.left + ((at_ms - from_ms) / (to_ms - from_ms)) * (width - room.left - room.right);
  const y = (share: number) => height - room.bottom - share * (height - room.top - room.bottom);
  const shareAt = (home: number) => Math.min(1, home / flight.basketed_count);
  const points: [number, number][] = [
    [from_ms, 0],
    ...curve.map(([at, home]): [number, number] => [at, shareAt(home)]),
  ];
  if (isToNow) points.push([now_ms, shareAt(last[1])]);
  const share = shareAt(last[1]);
  // Cut to whole percents: only all birds are 100 %.
  const percent = formatShare(locale, Math.floor(share * 100) * 100);
  return (
    <section className={panel.panel} aria-labelledby="curve">
      <div className={panel.head}>
        <h2 id="curve">{t('story.curve')}</h2>
        <small>
          {t('official.home', {
            home: formatNumber(locale, last[1]),
            basketed: formatNumber(locale, flight.basketed_count),
          })}
        </small>
      </div>
      <svg
        className={styles.curve}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${t('story.curve')}: ${percent}`}
        direction="ltr"
      >
        {[0, 0.5, 1].map((at) => (
          <g key={at}>
            <line x1={room.left} x2={width - room.right} y1={y(at)} y2={y(at)} className={styles.grid} />
            <text x={room.left - 8} y={y(at)} dy="0.32em" textAnchor="end">
              {formatShare(locale, at * 10_000)}
            </text>
          </g>
        ))}
        {labelsOf({ from_ms, to_ms, backwards: false }, loft.time_zone)
          .filter((_, index, all) => all.length < 5 || index % 2 === 0)
          .map(({ at_ms, text }) => (
            <text key={at_ms} x={Math.min(width - 20, x(at_ms))} y={height - 8} textAnchor="middle">
              {text}
            </text>
          ))}
        {isToNow && (
          <line x1={x(now_ms)} x2={x(now_ms)} y1={room.top} y2={height - room.bottom} className={styles.now} />
        )}
        <polyline
          points={points.map(([at, home]) => `${x(at).toFixed(1)},${y(home).toFixed(1)}`).join(' ')}
          className={styles.clocked}
        />
        <text x={x(now_ms) - 6} y={Math.max(room.top + 12, y(share) - 8)} textAnchor="end" className={styles.share}>
          {percent}
        </text>
        {homes.map(({ pigeon_id, at_ms }) => (
          <circle
            key={pigeon_id}
            cx={x(at_ms).toFixed(1)}
            cy={y(shareAt(homeAt(curve, at_ms))).toFixed(1)}
            r="5"
            className={styles.my_dot}
          />
        ))}
      </svg>
      {isQuiet && (
        <p className={styles.legend}>{t('story.curve_ends', { time: clockTime(last[0], loft.time_zone).time })}</p>
      )}
      {/* Its room is kept for readers without birds too. */}
      <p className={`${styles.legend} ${homes.length > 0 ? '' : 'awaited'}`}>{t('story.curve_mine')}</p>
    </section>
  );
});
