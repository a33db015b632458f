/** The flights of a season as dots: across by day, up by distance; dashed to come. A ring around: somebody has to act. */
import type { ListedPlan } from '#domain/flights/plan-contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { flightsAdminPath } from '#web/lib/admin-paths.ts';
import { formatCalendarDay, formatDistance, formatNumber, isoDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './season-flights.module.css';

const day_ms = 86_400_000;
/** A season is shorter; an imported flight of other years stands in the table only. */
const longest = 400 * day_ms;
/** The width of a name in percent of the drawing. */
const nameWidth = 7;
/** The edges of the drawing in percent: room for the distances, the months and the last name. */
const edge = { left: 9, right: 95, top: 16, bottom: 88 };

export interface SeasonChartProps {
  flights: readonly ListedPlan[];
  loft: Loft;
  today: string;
}

export function SeasonChart({ flights, loft, today }: SeasonChartProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const placed = flights.flatMap((flight) =>
    flight.release_time === null || flight.distance === null
      ? []
      : [{ ...flight, at: Date.parse(flight.release_time), up: flight.distance }],
  );
  const newest = Math.max(...placed.map(({ at }) => at));
  const dots = placed.filter(({ at }) => at > newest - longest);
  if (!dots.length) return <p className={styles.none}>{t('flights.season_none')}</p>;
  const now = Date.parse(`${today}T12:00:00Z`);
  const times = dots.map(({ at }) => at);
  const first = Math.min(...times) - 4 * day_ms;
  const last = Math.max(...times) + 4 * day_ms;
  const step = stepFor(Math.max(...dots.map(({ up }) => up)));
  const most = step * Math.ceil((Math.max(...dots.map(({ up }) => up)) * 1.05) / step);
  const percent = (at: number) => edge.left + ((at - first) / (last - first)) * (edge.right - edge.left);
  const across = (at: number) => `${percent(at)}%`;
  // Trainings follow each other closely: the name of one stands where no other flight is near.
  const hasRoom = ({ id, at }: { id: number; at: number }) =>
    dots.every((other) => other.id === id || Math.abs(percent(other.at) - percent(at)) > nameWidth);
  const up = (distance: number) => `${edge.bottom - (distance / most) * (edge.bottom - edge.top)}%`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing of links is no set of fields
    <svg className={styles.chart} role="group" aria-label={t('flights.season')} direction="ltr">
      {Array.from({ length: Math.round(most / step) }, (_, n) => (n + 1) * step).map((distance) => (
        <g key={distance}>
          <line className={styles.grid} x1="0" x2="100%" y1={up(distance)} y2={up(distance)} />
          <text className={styles.scale} x="0" y={up(distance)} dy="-5">
            {formatNumber(locale, distance)} {t(`unit.${loft.unit}`)}
          </text>
        </g>
      ))}
      <line className={styles.ground} x1="0" x2="100%" y1={up(0)} y2={up(0)} />
      {monthsBetween(first, last).map((month) => (
        <g key={month}>
          <line
            className={styles.grid}
            x1={across(Date.parse(month))}
            x2={across(Date.parse(month))}
            y1="0"
            y2={up(0)}
          />
          <text className={styles.scale} x={across(Date.parse(month))} y="14" dx="6" suppressHydrationWarning>
            {formatCalendarDay(locale, month, 'month')}
          </text>
        </g>
      ))}
      {now > first && now < last && (
        <g className={styles.today}>
          <line x1={across(now)} x2={across(now)} y1="6%" y2={up(0)} />
          <text x={across(now)} y={up(0)} dy="20" textAnchor="middle">
            {t('flights.today')}
          </text>
        </g>
      )}
      {dots.map((flight) => (
        <a
          key={flight.id}
          href={`${flightsAdminPath(flight.season_id)}/${flight.id}`}
          className={styles.dot}
          aria-label={`${flight.name}, ${formatCalendarDay(locale, isoDay(flight.at, loft.time_zone), 'short')}, ${formatDistance(locale, flight.up)} ${t(`unit.${loft.unit}`)}, ${t(`status.${flight.status}`)}`}
          data-state={flight.status}
          suppressHydrationWarning
        >
          <title>{flight.name}</title>
          <circle className={styles.target} cx={across(flight.at)} cy={up(flight.up)} r="16" />
          {flight.waits && <circle className={styles.ring} cx={across(flight.at)} cy={up(flight.up)} r="12" />}
          <circle cx={across(flight.at)} cy={up(flight.up)} r="7" />
          {(flight.kind !== 'training' || hasRoom(flight)) && (
            <text x={across(flight.at)} y={up(flight.up)} dy="-16" textAnchor="middle">
              {flight.name.length > 18 ? t(`kind.${flight.kind}`) : flight.name}
            </text>
          )}
        </a>
      ))}
    </svg>
  );
}

/** A round step that divides the distances into at most six. */
function stepFor(most: number): number {
  const rough = Math.max(most, 1) / 5;
  const ten = 10 ** Math.floor(Math.log10(rough));
  return ten * ([1, 2, 5, 10].find((one) => one * ten >= rough) ?? 10);
}

/** The first days of the months between two instants. */
function monthsBetween(first: number, last: number): string[] {
  const months: string[] = [];
  const at = new Date(first);
  for (let month = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1); month < last; ) {
    months.push(new Date(month).toISOString().slice(0, 10));
    const one = new Date(month);
    month = Date.UTC(one.getUTCFullYear(), one.getUTCMonth() + 1, 1);
  }
  return months;
}
