/** Times of a race: by the loft's clock, with the reader's own time beside it where the two differ. */
import type { TFunction } from 'i18next';
import type { Locale } from '#domain/locales.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { clocksDiffer, clockTime, formatComing, formatDay, formatNamedDay, formatWeekday } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './times.module.css';

export interface Clocked {
  at_ms: number;
  time_zone: string;
  /** Of the second: as many as its source has (`secondDecimals`). */
  decimals: 0 | 1 | 2 | 3;
}

/** The locale and time zone of the reader. */
export interface TimeReader {
  t: TFunction;
  locale: Locale;
  own_zone: string | null;
}

/** When a bird was clocked, in a row of a long list, which receives the reader as a prop. */
export function ClockedAt({ reader, at_ms, time_zone, decimals }: Clocked & { reader: TimeReader }) {
  const { time, ms } = clockTime(at_ms, time_zone);
  const own = ownTime(reader, at_ms, time_zone);
  return (
    // Its text is a valid `datetime` value.
    <time dir="ltr" className="num" title={own ?? undefined}>
      {time}
      {decimals > 0 && <span className={styles.ms}>{`.${ms.slice(0, decimals)}`}</span>}
    </time>
  );
}

/** A day and the time of day, `Saturday 12 September 2026 07:15:00`. */
export function Moment({ at_ms, time_zone, short = false }: { at_ms: number; time_zone: string; short?: boolean }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const own = ownTime({ t, locale, own_zone: useOwnZone() }, at_ms, time_zone);
  const day = short ? formatNamedDay(locale, at_ms, time_zone) : formatDay(locale, at_ms, time_zone);
  return (
    <span className={styles.moment}>
      <time dateTime={new Date(at_ms).toISOString()}>
        {/* The names of days come from Intl, and those of a browser may differ from those of the server. */}
        <span suppressHydrationWarning>{day}</span>{' '}
        <bdi dir="ltr" className="num">
          {clockTime(at_ms, time_zone).time}
        </bdi>
      </time>
      {own && <span className={styles.own}>{own}</span>}
    </span>
  );
}

/** The time of day alone, `07:15:00`. */
export function TimeOfDay({ at_ms, time_zone }: { at_ms: number; time_zone: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const own = ownTime({ t, locale, own_zone: useOwnZone() }, at_ms, time_zone);
  return (
    <span className={styles.moment}>
      <time dateTime={new Date(at_ms).toISOString()}>
        <bdi dir="ltr" className="num">
          {clockTime(at_ms, time_zone).time}
        </bdi>
      </time>
      {own && <span className={styles.own}>{own}</span>}
    </span>
  );
}

/** The day alone, on request with its weekday. */
export function Day({ at_ms, time_zone, weekday }: { at_ms: number; time_zone: string; weekday?: boolean }) {
  const { locale } = usePage();
  return (
    <time dateTime={new Date(at_ms).toISOString()} suppressHydrationWarning>
      {formatNamedDay(locale, at_ms, time_zone, weekday)}
    </time>
  );
}

export interface Coming {
  at_ms: number;
  now_ms: number;
  time_zone: string;
}

/** A future time by the loft's clock: `Sun 06:30`. */
export function ComingTime({ at_ms, now_ms, time_zone }: Coming) {
  const { locale } = usePage();
  const { day, time } = formatComing(locale, at_ms, now_ms, time_zone);
  return (
    <time className="num" dateTime={new Date(at_ms).toISOString()}>
      {day && <span suppressHydrationWarning>{day} </span>}
      <bdi dir="ltr">{time}</bdi>
    </time>
  );
}

/** The same by the reader's own clock, where it differs from the loft's. */
export function OwnComingTime({ at_ms, now_ms, time_zone }: Coming) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const own_zone = useOwnZone();
  if (own_zone === null || !clocksDiffer(at_ms, time_zone, own_zone)) return null;
  const { day, time } = formatComing(locale, at_ms, now_ms, own_zone);
  return <span>{t('time.own', { time: day === null ? time : `${day} ${time}` })}</span>;
}

/** Cached: reading the time zone creates a formatter, too slow for each row of a list. */
let zone: string | undefined;

/** The reader's own time zone, null until known. */
export function useOwnZone(): string | null {
  if (!useHydrated()) return null;
  zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone;
}

/** `Your time 08:15:00`, with the day where it differs, once the reader's zone is known and has another time. */
function ownTime({ t, locale, own_zone }: TimeReader, at_ms: number, time_zone: string): string | null {
  if (own_zone === null || !clocksDiffer(at_ms, time_zone, own_zone)) return null;
  const { time } = clockTime(at_ms, own_zone);
  const own_day = formatWeekday(locale, at_ms, own_zone);
  return t('time.own', { time: own_day === formatWeekday(locale, at_ms, time_zone) ? time : `${own_day} ${time}` });
}
