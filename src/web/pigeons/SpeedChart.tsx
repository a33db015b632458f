/**
 * A pigeon's speeds by flight in the order flown, above the band from the winner to the middle of the field. All its
 * figures stand as text in the list of its flights.
 */

import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import type { FlightResults } from './record.ts';
import styles from './speed-chart.module.css';

/** The number of flights in the chart, the latest ones. */
const most = 12;
const box = { width: 600, height: 200, edge: 26 };

/** The flights of a pigeon with its speed in each and that of its field. A replay repeats the speeds of its race. */
export const ratedFlights = (flights: readonly FlightResults[]) =>
  flights.flatMap(({ flight, home }) => {
    const speed = home[0]?.line.speed;
    if (flight.replay_factor !== null || speed == null) return [];
    return { flight, speed, winner: flight.winner_speed ?? speed, middle: flight.middle_speed ?? speed };
  });

export interface SpeedChartProps {
  /** At least two, in the order flown. */
  flights: ReturnType<typeof ratedFlights>;
  ring: string;
}

export function SpeedChart({ flights, ring }: SpeedChartProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const shown = flights.slice(-most);
  const all = shown.flatMap(({ speed, winner, middle }) => [speed, winner, middle]);
  const step = stepFor(Math.max(...all) - Math.min(...all));
  const low = Math.floor(Math.min(...all) / step) * step;
  const high = Math.max(low + step, Math.ceil(Math.max(...all) / step) * step);
  const x = (i: number) => box.edge + (i * (box.width - 2 * box.edge)) / (shown.length - 1);
  const y = (speed: number) => box.height * (1 - (speed - low) / (high - low));
  const points = (of: (one: (typeof shown)[number]) => number) =>
    shown.map((one, i) => `${x(i).toFixed(1)},${y(of(one)).toFixed(1)}`);
  const lines = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step);
  return (
    <section className={panel.panel} aria-labelledby="speeds">
      <div className={panel.head}>
        <h2 id="speeds">{t('bird.chart')}</h2>
        <small>{t(speedUnit(shown[0]!.flight.speed_rule))}</small>
      </div>
      <div className={styles.chart} dir="ltr" aria-hidden="true">
        <div className={styles.scale}>
          {lines.map((speed) => (
            <span key={speed} style={{ insetBlockStart: `${((100 * y(speed)) / box.height).toFixed(1)}%` }}>
              {formatNumber(locale, speed)}
            </span>
          ))}
        </div>
        <svg viewBox={`0 0 ${box.width} ${box.height}`} preserveAspectRatio="none" aria-hidden="true">
          {lines.map((speed) => (
            <line key={speed} x1="0" x2={box.width} y1={y(speed)} y2={y(speed)} />
          ))}
          <polygon
            points={[...points(({ winner }) => winner), ...points(({ middle }) => middle).toReversed()].join(' ')}
          />
          <polyline points={points(({ speed }) => speed).join(' ')} />
          {points(({ speed }) => speed).map((point) => (
            <path key={point} d={`M${point}h.01`} />
          ))}
        </svg>
        <ol>
          {shown.map(({ flight }, i) => (
            <li key={flight.id} style={{ insetInlineStart: `${((100 * x(i)) / box.width).toFixed(1)}%` }}>
              <bdi>{flight.name}</bdi>
            </li>
          ))}
        </ol>
      </div>
      <p className={styles.legend}>
        <span>
          <i className={styles.own} /> <bdi dir="ltr">{ring}</bdi>
        </span>
        <span>
          <i className={styles.band} /> {t('bird.band')}
        </span>
      </p>
    </section>
  );
}

/** A round step that divides a range into at most four parts. */
function stepFor(range: number): number {
  const steps = [5, 10, 20, 50, 100, 200, 250, 500];
  return steps.find((step) => range / step <= 3) ?? 1000;
}
