/**
 * The due dates of a season as bars over its months, today as a line, flights as dots; a list on phones and for screen
 * readers. As on every chart, time runs from left to right, whatever direction the language has; names stand where
 * reading begins.
 */
import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { daysAfter, daysBetween } from '#domain/calendar.ts';
import { categoriesInOrder, categoryOf } from '#domain/seasons/due-date.ts';
import type { DueDate } from '#domain/seasons/due-dates-contract.ts';
import type { PlannedFlight } from '#domain/seasons/setup-contract.ts';
import { formatCalendarDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { DaysLeft } from '#web/ui/DaysLeft.tsx';
import styles from './calendar.module.css';
import { Span } from './Span.tsx';

/** The part of the chart that the days of a bar need. */
const words = 0.26;

type Dated = Omit<DueDate, 'name'>;

export interface CalendarProps<One extends Dated = Dated> {
  due_dates: readonly One[];
  flights: readonly Pick<PlannedFlight, 'id' | 'name' | 'kind' | 'day'>[];
  today: string;
  /** Whether it renders a list for phones and screen readers; false where the page has one. */
  listed?: boolean;
  /** What else is said of a due date. */
  about?: (one: One) => ReactNode;
}

export function Calendar<One extends Dated>({ due_dates, today, listed = true, about, ...props }: CalendarProps<One>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const flights = near(props.flights, due_dates);
  const { months, at } = scaleOf([
    ...due_dates.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]),
    ...flights.map(({ day }) => day),
  ]);
  const rows = categoriesInOrder
    .map((category) => ({ category, windows: due_dates.filter((one) => categoryOf(one) === category) }))
    .filter(({ windows }) => windows.length);
  const now = at(today);
  return (
    <>
      <div className={styles.chart} aria-hidden="true">
        <div className={styles.months}>
          <div dir="ltr">
            {months.map(({ day, start }) => (
              <span key={day} style={{ insetInlineStart: percent(start) }} suppressHydrationWarning>
                {formatCalendarDay(locale, day, 'month')}
              </span>
            ))}
          </div>
        </div>
        {rows.map(({ category, windows }) => (
          <div key={category} className={styles.row}>
            <span className={styles.label}>
              {t(`due_date.${category}`)}
              {about && windows.map((one) => <Fragment key={one.id}>{about(one)}</Fragment>)}
            </span>
            <div className={styles.track} dir="ltr">
              {months.slice(1).map(({ day, start }) => (
                <i key={day} style={{ insetInlineStart: percent(start) }} />
              ))}
              {windows.map((one) => {
                const [start, end] = [at(one.starts_at), at(daysAfter(one.ends_at, 1))];
                const place = one.ends_at < today ? 'past' : one.starts_at > today ? 'future' : 'current';
                const dates = (
                  <bdi>
                    <Span {...one} as="short" />
                  </bdi>
                );
                const beside = end - start < words;
                // Where the space after a bar is too small its days are placed before it.
                const crowded = windows.some(
                  (other) => at(other.starts_at) >= end && at(other.starts_at) - end < words,
                );
                const before = beside && (end > 1 - words || crowded);
                return (
                  <div key={one.id}>
                    <div
                      className={styles[place]}
                      style={{ insetInlineStart: percent(start), inlineSize: percent(end - start) }}
                    >
                      {!beside && dates}
                    </div>
                    {beside && (
                      <span
                        className={styles.beside}
                        style={before ? { insetInlineEnd: percent(1 - start) } : { insetInlineStart: percent(end) }}
                      >
                        {dates}
                      </span>
                    )}
                  </div>
                );
              })}
            </div>
          </div>
        ))}
        {flights.length > 0 && (
          <div className={styles.row}>
            <span className={styles.label}>{t('loft.flights')}</span>
            <div className={styles.track} dir="ltr">
              {months.slice(1).map(({ day, start }) => (
                <i key={day} style={{ insetInlineStart: percent(start) }} />
              ))}
              {inLanes(flights).map(({ id, kind, day, name, lane }) => (
                <b
                  key={id}
                  data-kind={kind}
                  title={name}
                  style={{ insetInlineStart: percent(at(day)), '--lane': lane } as CSSProperties}
                />
              ))}
            </div>
          </div>
        )}
        {now >= 0 && now <= 1 && (
          <div className={styles.now}>
            <div dir="ltr">
              <i style={{ insetInlineStart: percent(now) }} />
            </div>
          </div>
        )}
      </div>
      {listed && (
        <dl className={styles.list}>
          {rows.flatMap(({ category, windows }) =>
            windows.map((one) => (
              <div key={one.id}>
                <dt>
                  {t(`due_date.${category}`)}
                  {about?.(one)}
                </dt>
                <dd>
                  <Span {...one} as="named" />
                  <small>
                    <DaysLeft {...one} today={today} />
                  </small>
                </dd>
              </div>
            )),
          )}
        </dl>
      )}
    </>
  );
}

/** The flights within a year of the due dates: a flight of another year would squeeze all others together. */
function near<F extends { day: string }>(flights: readonly F[], due_dates: CalendarProps['due_dates']): readonly F[] {
  if (!due_dates.length) return flights;
  const first = due_dates.reduce((day, one) => (one.starts_at < day ? one.starts_at : day), '9999');
  const last = due_dates.reduce((day, one) => (one.ends_at > day ? one.ends_at : day), '');
  return flights.filter(({ day }) => day >= daysAfter(first, -365) && day <= daysAfter(last, 365));
}

/** The lines of dots: the middle one, then above and below it. */
const lanes = [0, -1, 1] as const;

/** Flights by day, each in another line than the one before it, so that neighbours do not lie on each other. */
const inLanes = <F extends { day: string }>(flights: readonly F[]) =>
  flights
    .toSorted((one, other) => one.day.localeCompare(other.day))
    .map((flight, i) => ({ ...flight, lane: lanes[i % lanes.length]! }));

/** The months that span these days, and the position of a day on them, from 0 to 1. */
function scaleOf(days: readonly string[]) {
  const [first = '', last = ''] = [days.toSorted()[0], days.toSorted().at(-1)];
  const starts: string[] = [];
  for (let day = `${first.slice(0, 8)}01`; day <= last; day = nextMonth(day)) starts.push(day);
  const begin = starts[0] ?? first;
  const total = starts.length ? daysBetween(begin, nextMonth(starts.at(-1)!)) : 1;
  const at = (day: string) => daysBetween(begin, day) / total;
  // More than twelve names would overlap.
  const step = Math.ceil(starts.length / 12);
  return { at, months: starts.filter((_, i) => i % step === 0).map((day) => ({ day, start: at(day) })) };
}

const nextMonth = (day: string) => `${daysAfter(day, 31).slice(0, 8)}01`;
const percent = (part: number) => `${(100 * part).toFixed(2)}%`;
