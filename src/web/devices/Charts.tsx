/** The measurements of devices over a span of time: a chart for each measure, and a table of all. */
import { useId } from 'react';
import type { Course, Point, ranges } from '#domain/devices/contract.ts';
import { clockTime, formatComing, formatMeasure, formatNumber, formatSpan } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import { Moment } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import styles from './devices.module.css';
import { Measure, type Said, sayMeasure } from './Measure.tsx';

export const measures = {
  battery_percent: { word: 'battery', unit: 'percent' },
  temperature_c: { word: 'temperature', unit: 'celsius', decimals: 1 },
  signal_percent: { word: 'signal', unit: 'percent' },
  clock_offset_ms: { word: 'offset', unit: 'offset' },
} as const satisfies Record<string, { word: string } & Said>;
type Measured = keyof typeof measures;
const measured = Object.keys(measures) as Measured[];

const seconds = { hour: 3600, day: 86_400, week: 7 * 86_400 };

export interface ChartsProps {
  course: Course;
  time_zone: string;
  /** Several devices: only readings are summed. */
  together?: boolean;
}

export function Charts({ course, time_zone, together = false }: ChartsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const id = useId();
  const perMinute = (point: Point) => point.readings / (course.step_ms / 60_000);
  const reported = measured.filter((name) => !together && course.points.some((point) => point[name] !== null));
  return (
    <section className={panel.panel} aria-labelledby={id}>
      <div className={`${panel.head} ${styles.course}`}>
        <h2 id={id}>{t('devices.course')}</h2>
        <nav className={styles.ranges} aria-labelledby={id}>
          {(['hour', 'day', 'week'] as const satisfies readonly (typeof ranges)[number][]).map((range) => (
            <Link
              key={range}
              to={`?range=${range}`}
              aria-current={range === course.range ? 'true' : undefined}
              preventScrollReset
              suppressHydrationWarning
            >
              {range === 'week'
                ? formatMeasure(locale, seconds.week / 86_400, 'day')
                : formatSpan(locale, seconds[range])}
            </Link>
          ))}
        </nav>
      </div>
      {course.points.length === 0 ? (
        <p className={styles.quiet}>{t('devices.nothing')}</p>
      ) : (
        <>
          <div className={styles.charts}>
            <Chart
              title={t('devices.readings')}
              course={course}
              time_zone={time_zone}
              pick={perMinute}
              say={(value) => formatNumber(locale, value, 1)}
              bars
            />
            {reported.map((name) => {
              const { word, ...said } = measures[name];
              return (
                <Chart
                  key={name}
                  title={t(`devices.${word}`)}
                  course={course}
                  time_zone={time_zone}
                  pick={(point) => point[name]}
                  say={(value) => sayMeasure({ t, locale }, value, said)}
                />
              );
            })}
          </div>
          <details className={styles.behind}>
            <summary>{t('devices.as_table')}</summary>
            <Table caption={t('devices.course')}>
              <thead>
                <tr>
                  <th scope="col">{t('rights.when')}</th>
                  <th scope="col" className={table.figure}>
                    {t('devices.readings')}
                  </th>
                  {reported.map((name) => (
                    <th key={name} scope="col" className={table.figure}>
                      {t(`devices.${measures[name].word}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {course.points.toReversed().map((point) => (
                  <tr key={point.at}>
                    <th scope="row" className={table.whole}>
                      <Moment at_ms={point.at} time_zone={time_zone} short />
                    </th>
                    <td className={table.figure}>
                      <bdi className="num">{formatNumber(locale, perMinute(point), 1)}</bdi>
                    </td>
                    {reported.map((name) => (
                      <td key={name} className={table.figure}>
                        <Measure value={point[name]} {...measures[name]} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </Table>
          </details>
        </>
      )}
    </section>
  );
}

const width = 600;
const height = 110;

interface ChartProps {
  title: string;
  course: Course;
  time_zone: string;
  pick: (point: Point) => number | null;
  say: (value: number) => string;
  /** Amounts are bars from zero; states are a line with gaps where no value was reported. */
  bars?: boolean;
}

function Chart({ title, course, time_zone, pick, say, bars = false }: ChartProps) {
  const { locale } = usePage();
  const { from, to, step_ms } = course;
  const values = course.points.flatMap((point) => {
    const value = pick(point);
    return value === null ? [] : [{ at: point.at, value }];
  });
  const all = values.map(({ value }) => value);
  const least = bars ? 0 : Math.min(...all);
  const most = Math.max(...all, bars ? 1 : -Infinity);
  const span = most - least || 1;
  const x = (at: number) => ((at - from) / (to - from)) * width;
  const y = (value: number) => height - 4 - ((value - least) / span) * (height - 8);
  const step = x(from + step_ms);
  const last = values.at(-1);
  const line = values
    .map(({ at, value }, i) => {
      const joined = i > 0 && at - values[i - 1]!.at <= 2 * step_ms;
      return `${joined ? 'L' : 'M'}${(x(at) + step / 2).toFixed(1)} ${y(value).toFixed(1)}${joined ? '' : 'h.1'}`;
    })
    .join('');
  return (
    <figure className={styles.chart}>
      <figcaption>
        {title}
        {last && (
          <bdi className="num" suppressHydrationWarning>
            {say(last.value)}
          </bdi>
        )}
      </figcaption>
      {/* Time runs from left to right in every language. */}
      <div dir="ltr">
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <path className={styles.ground} d={`M0 ${height - 1}H${width}`} />
          {bars ? (
            <path
              className={styles.bars}
              d={values
                .map(
                  ({ at, value }) =>
                    `M${x(at).toFixed(1)} ${height - 1}V${y(value).toFixed(1)}h${(step * 0.8).toFixed(1)}V${height - 1}z`,
                )
                .join('')}
            />
          ) : (
            <path className={styles.line} d={line} />
          )}
        </svg>
        <p className={styles.bounds} aria-hidden="true" suppressHydrationWarning>
          <span>{say(most)}</span>
          <span>{say(least)}</span>
        </p>
        <p className={styles.axis} aria-hidden="true" suppressHydrationWarning>
          {[from, (from + to) / 2].map((at) => {
            const { day, time } = formatComing(locale, at, to, time_zone);
            return <span key={at}>{day === null ? time : `${day} ${time}`}</span>;
          })}
          <span>{clockTime(to, time_zone).time.slice(0, 5)}</span>
        </p>
      </div>
    </figure>
  );
}
