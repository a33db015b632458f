/**
 * The wind along the line of a flight at one moment, from the release point to the loft: bars upwards push the birds,
 * bars downwards hold them; arrows show where it blows, the flight going to the right.
 */
import type { WindThere } from '#domain/flights/wind-on-line.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './flight-map.module.css';

export interface WindStripProps {
  /** At equal distances; null where it is not foretold. */
  winds: readonly (WindThere | null)[];
  /** The part of the line at which the estimated position is; null: not shown. */
  part: number | null;
  /** The whole line in the unit of the loft. */
  distance: number;
  /** The name of that unit. */
  unit: string;
}

const [middle, most_px] = [46, 36];
/** A bar of the whole height, m/s; stronger winds make it more. */
const usual = 2;
/** A place in the strip, as a part of it. */
const at = (part: number) => `${(100 * part).toFixed(2)}%`;
/** How a label stands at a part of the strip, so that it stays within it. */
const anchor = (part: number) => (part < 0.2 ? 'start' : part > 0.8 ? 'end' : 'middle');

export function WindStrip({ winds, part, distance, unit }: WindStripProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const strongest = Math.max(usual, ...winds.map((wind) => Math.abs(wind?.tail ?? 0)));
  const partOf = (index: number) => (index + 0.5) / winds.length;
  const extreme = (sign: 1 | -1) => {
    const found = winds.reduce<number>(
      (best, wind, index) =>
        wind && wind.tail * sign > 0.3 && wind.tail * sign > ((best < 0 ? null : winds[best])?.tail ?? 0) * sign
          ? index
          : best,
      -1,
    );
    return found < 0 ? null : { part: partOf(found), value: Math.abs(winds[found]!.tail) };
  };
  const [behind, against] = [extreme(1), extreme(-1)];
  // Where none is felt from behind or against them, it blows from a side or not at all.
  const half = winds[Math.floor(winds.length / 2)];
  const side =
    behind || against || !half
      ? null
      : Math.hypot(half.tail, half.cross) < 0.3
        ? 'calm'
        : half.cross > 0
          ? 'left'
          : 'right';
  const speed = (value: number) => formatNumber(locale, value, 1, 1);
  return (
    <svg
      className={styles.wind_strip}
      role="img"
      aria-label={[
        t('flight_map.along'),
        behind && t('flight_map.behind', { speed: speed(behind.value) }),
        against && t('flight_map.against', { speed: speed(against.value) }),
        side && t(`flight_map.meets_${side}`),
      ]
        .filter(Boolean)
        .join(t('rows.comma'))}
      direction="ltr"
    >
      {winds.map((wind, index) => {
        if (!wind) return null;
        const height = (Math.abs(wind.tail) / strongest) * most_px;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a place of the line
            key={index}
            className={wind.tail >= 0 ? styles.tail : styles.headwind}
            data-passed={(part !== null && partOf(index) < part) || undefined}
            x={at((index + 0.05) / winds.length)}
            y={wind.tail >= 0 ? middle - height : middle}
            width={at(0.9 / winds.length)}
            height={Math.max(2, height)}
            rx="2"
          />
        );
      })}
      <line className={styles.zero} x2="100%" y1={middle} y2={middle} />
      {winds.map((wind, index) =>
        wind && index % 2 === 1 && Math.hypot(wind.tail, wind.cross) >= 0.3 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place of the line
          <svg key={index} x={at(partOf(index))} y="94" className={styles.arrow} aria-hidden="true">
            <path
              d="M-7 0H7M3 -4L7 0L3 4"
              transform={`rotate(${(Math.atan2(wind.cross, wind.tail) * 180) / Math.PI})`}
            />
          </svg>
        ) : null,
      )}
      {part !== null && <line className={styles.here} x1={at(part)} x2={at(part)} y1="4" y2="104" />}
      {behind && (
        <text className={styles.value} x={at(behind.part)} y="8" textAnchor={anchor(behind.part)}>
          {t('flight_map.behind', { speed: speed(behind.value) })}
        </text>
      )}
      {against && (
        <text className={styles.value} x={at(against.part)} y={middle - 6} textAnchor={anchor(against.part)}>
          {t('flight_map.against', { speed: speed(against.value) })}
        </text>
      )}
      {side && (
        <text className={styles.value} x="50%" y="8" textAnchor="middle">
          {t(`flight_map.meets_${side}`)}
        </text>
      )}
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <text key={share} x={at(share)} y="119" textAnchor={anchor(share)}>
          {formatNumber(locale, share * distance)}
          {share === 1 && ` ${unit}`}
        </text>
      ))}
    </svg>
  );
}
