/** How the birds came in: solid as clocked, dashed from the moment at which a silent clock was read last. */
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import styles from './control.module.css';
import { type RaceControl, raceNow } from './control.ts';

/** The drawing, and its room for the figures. */
const width = 600;
const height = 260;
const room = { left: 64, right: 16, top: 14, bottom: 36 };

export function ControlCurve({ view: { curve, clocks, flight, loft, home_count, read_at } }: { view: RaceControl }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [first] = curve;
  if (!first) return null;
  const from_ms = first[0];
  const now_ms = raceNow(flight, read_at);
  const last_ms = flight.status === 'released' ? now_ms : curve.at(-1)![0];
  const to_ms = Math.max(last_ms, from_ms + 60_000);
  const most = Math.max(flight.basketed_count, 1);
  const x = (at_ms: number) => room.left + ((at_ms - from_ms) / (to_ms - from_ms)) * (width - room.left - room.right);
  const y = (home: number) => height - room.bottom - (home / most) * (height - room.top - room.bottom);
  const read_ms = clocks
    .filter(({ state, read_to }) => state === 'silent' && read_to !== null)
    .map(({ read_to }) => Date.parse(read_to!))
    .reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const path = (points: typeof curve) =>
    points.map(([at_ms, home]) => `${x(at_ms).toFixed(1)},${y(home).toFixed(1)}`).join(' ');
  const solid = curve.filter(([at_ms]) => at_ms <= read_ms);
  const open = curve.filter(([at_ms]) => at_ms > read_ms);
  const end: (typeof curve)[number] = [Math.max(last_ms, curve.at(-1)![0]), home_count];
  const isWhole = open.length === 0;
  const steps = [0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(most * part));
  const times = [0, 0.25, 0.5, 0.75, 1].map((part) => from_ms + part * (to_ms - from_ms));
  return (
    <section className={panel.panel} aria-labelledby="curve">
      <div className={panel.head}>
        <h2 id="curve">{t('flight.arrivals')}</h2>
        <small>
          {t('official.home', {
            home: formatNumber(locale, home_count),
            basketed: formatNumber(locale, flight.basketed_count),
          })}
        </small>
      </div>
      <svg
        className={styles.curve}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('flight.arrivals')}
        direction="ltr"
      >
        {[...new Set(steps)].map((home) => (
          <g key={home}>
            <line x1={room.left} x2={width - room.right} y1={y(home)} y2={y(home)} className={styles.grid} />
            <text x={room.left - 8} y={y(home)} dy="0.32em" textAnchor="end">
              {formatNumber(locale, home)}
            </text>
          </g>
        ))}
        {times.map((at_ms, index) => (
          <text
            key={at_ms}
            x={index === times.length - 1 ? width - 2 : x(at_ms)}
            y={height - 8}
            textAnchor={index === times.length - 1 ? 'end' : 'middle'}
          >
            {clockTime(at_ms, loft.time_zone).time.slice(0, 5)}
          </text>
        ))}
        <polyline points={path(isWhole ? [...solid, end] : solid)} className={styles.clocked} />
        {!isWhole && <polyline points={path([...solid.slice(-1), ...open, end])} className={styles.open} />}
      </svg>
    </section>
  );
}
