/** The fastest birds as dots: the reader's in yellow, the first in green. */

import { memo, useMemo } from 'react';
import type { Ranked } from '#domain/arrivals/rank.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { formatNumber, formatSpeed } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import styles from './side.module.css';
import { chart, velocities } from './velocity.ts';

export interface TopVelocityProps {
  flight: Flight;
  /** The first bird of the ranking. */
  birds: readonly Pick<Ranked, 'pigeon_id' | 'speed'>[];
  mine: ReadonlySet<number>;
}

export const TopVelocity = memo(function TopVelocity({ flight, birds, mine }: TopVelocityProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const found = useMemo(() => velocities(birds), [birds]);
  if (!found) return null;
  const { columns, step, height, ticks, fastest, label_y } = found;
  const ceiling = Math.min(chart.base - height - 30, label_y - 14);
  const speed = formatSpeed(locale, fastest, flight.rules.speed);
  const unit = t(speedUnit(flight.rules.speed));
  const first = birds[0]!.pigeon_id;
  return (
    <section className={panel.panel} aria-labelledby="velocity">
      <div className={panel.head}>
        <h2 id="velocity">{t('velocity.title')}</h2>
        <small>{t('velocity.dots', { unit })}</small>
      </div>
      <svg
        className={styles.velocity}
        viewBox={`0 ${ceiling.toFixed(1)} ${chart.width} ${(chart.base + 30 - ceiling).toFixed(1)}`}
        role="img"
        aria-label={t('velocity.fastest', { speed, unit })}
        direction="ltr"
      >
        {ticks.map((tick) => (
          <g key={tick.speed}>
            <path d={`M${tick.x.toFixed(1)} ${chart.base}v5`} />
            {tick.labelled && (
              <text x={tick.x} y={chart.base + 20} textAnchor="middle">
                {formatNumber(locale, tick.speed, 1)}
              </text>
            )}
          </g>
        ))}
        <path d={`M4 ${chart.base}H392`} />
        {columns.map(({ x, pigeon_ids }) =>
          pigeon_ids.map((id, n) => (
            <circle
              key={id}
              cx={x.toFixed(1)}
              cy={(chart.base - 7 - n * step).toFixed(1)}
              r={mine.has(id) || id === first ? 4.2 : 3.5}
              className={id === first ? styles.top : mine.has(id) ? styles.my_dot : undefined}
            />
          )),
        )}
        {columns
          .filter(({ peak }) => peak)
          .map(({ x, pigeon_ids }) => (
            <text
              key={x}
              className={styles.count}
              x={x}
              y={chart.base - 12 - pigeon_ids.length * step}
              textAnchor="middle"
            >
              {pigeon_ids.length}
            </text>
          ))}
        <text className={styles.count} x="394" y={label_y} textAnchor="end">
          {speed}
        </text>
      </svg>
    </section>
  );
});
