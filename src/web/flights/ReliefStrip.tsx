/** The relief of the way in a profile, from the release point to the loft. */
import type { Loft } from '#domain/lofts/contract.ts';
import { yards } from '#domain/units.ts';
import { formatMeasure, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './flight-map.module.css';

export interface ReliefStripProps {
  /** Metres, at equal distances. */
  heights: readonly number[];
  /** The part of the line at which the estimated position is; null: not shown. */
  part: number | null;
  /** The whole line in the unit of the loft. */
  distance: number;
  unit: Loft['unit'];
}

const [width, height] = [560, 44];
/** Hills of this height fill the strip; higher ones make it more. */
const usual_m = 500;
/** The grid does not know it better, and who reads needs no more. */
const round = 10;

export function ReliefStrip({ heights, part, distance, unit }: ReliefStripProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const most_m = Math.max(...heights);
  const highest = heights.indexOf(most_m);
  const x = (index: number) => (index / (heights.length - 1)) * width;
  const y = (metres: number) => height - 1 - (metres / Math.max(usual_m, most_m)) * (height - 4);
  const inUnit = unit === 'km' ? most_m : 3 * yards(most_m);
  const far = Math.round((highest / (heights.length - 1)) * distance);
  return (
    <section className={styles.hills} aria-labelledby="relief">
      <h2 id="relief">
        {t('flight_map.relief')}{' '}
        <small className={styles.aside}>
          {t('flight_map.highest', {
            height: formatMeasure(locale, Math.round(inUnit / round) * round, unit === 'km' ? 'meter' : 'foot'),
            distance: `${formatNumber(locale, far)} ${t(`unit.${unit}`)}`,
          })}
        </small>
      </h2>
      <svg
        className={styles.relief}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        direction="ltr"
        aria-hidden="true"
      >
        <path
          d={`M0 ${height}${heights.map((metres, i) => `L${x(i).toFixed(0)} ${y(metres).toFixed(1)}`).join('')}V${height}z`}
        />
        {part !== null && <path className={styles.here} d={`M${(part * width).toFixed(1)} 0V${height}`} />}
      </svg>
    </section>
  );
}
