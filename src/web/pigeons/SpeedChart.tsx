/** A bird's speeds by flight in the order flown. Readable as text: bars with figures. */
import type { BirdResult, FlownFlight } from '#domain/arrivals/records.ts';
import { formatSpeed } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import styles from './speed-chart.module.css';

export interface SpeedChartProps {
  flights: readonly FlownFlight[];
  lineOf: (flight: FlownFlight) => NonNullable<BirdResult['line']>;
}

const most = 24;

export function SpeedChart({ flights, lineOf }: SpeedChartProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  // A replay repeats the speeds of its race.
  const rated = flights.filter((flight) => flight.replay_factor === null && lineOf(flight).speed !== null);
  const shown = rated.slice(-most);
  const top = Math.max(0, ...shown.map((flight) => lineOf(flight).speed!));
  if (shown.length < 2 || top === 0) return null;
  return (
    <section className={panel.panel} aria-labelledby="speeds">
      <div className={panel.head}>
        <h2 id="speeds">{t('bird.chart')}</h2>
        <small>{t(shown[0]!.speed_rule.unit === 'm/min' ? 'unit.m_min' : 'unit.yd_min')}</small>
      </div>
      <ol className={styles.chart}>
        {shown.map((flight) => {
          const { speed } = lineOf(flight);
          return (
            <li key={flight.id}>
              <bdi className="num">
                {formatSpeed(locale, speed!, { decimals: 0, rounding: flight.speed_rule.rounding })}
              </bdi>
              <i style={{ blockSize: `${((speed! / top) * 72).toFixed(1)}px` }} />
              <small>
                <bdi>{flight.name}</bdi>
              </small>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
