/** The day of a planned flight as one bar: night, release, the windows in which birds are expected, sunset. */
import type { CSSProperties } from 'react';
import type { Expectation } from '#domain/arrivals/expected-contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { expectedHome, inMinutes, type Window } from '#domain/flights/expected-home.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { dayWord } from '#web/lib/day-word.ts';
import { clockTime } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { loftSpeed } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './before-release.module.css';
import { MadeFrom } from './MadeFrom.tsx';

export interface DayOfFlightProps {
  flight: Pick<Flight, 'release_time' | 'distance_m' | 'estimated_average_speed'>;
  loft: Loft;
  sun: { rise_ms: number | null; set_ms: number | null } | null;
  read_at: string;
  /** Absent where the loft plans: its estimate alone then makes the windows. */
  expected?: Expectation | null;
  /** The path of its calendar file, where everybody may read it. */
  calendar?: string | undefined;
}

const hour_ms = 3_600_000;

export function DayOfFlight({ flight, loft, sun, read_at, expected: said, calendar }: DayOfFlightProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { release_time, distance_m, estimated_average_speed: average } = flight;
  if (release_time === null) return <Unknown />;
  const release_ms = Date.parse(release_time);
  const expected =
    said === undefined
      ? distance_m !== null && average
        ? expectedHome({ release_ms, distance_m, average })
        : null
      : windowsOf(said);
  const time = (at_ms: number) => clockTime(at_ms, loft.time_zone).time.slice(0, 5);
  const window = (one: Window) => {
    const { from_ms, to_ms } = inMinutes(one);
    return `${time(from_ms)}–${time(to_ms)}`;
  };
  const { rise_ms = null, set_ms = null } = sun ?? {};
  const isDark = expected !== null && set_ms !== null && expected.half.to_ms > set_ms;
  return (
    <section className={panel.panel} aria-labelledby="day">
      <div className={panel.head}>
        <h2 id="day" suppressHydrationWarning>
          {dayWord(t, locale, { at_ms: release_ms, now_ms: Date.parse(read_at), time_zone: loft.time_zone })}
        </h2>
        <small>{t('before_release.loft_time')}</small>
        {calendar && (
          <a className={panel.take} href={calendar}>
            <Icon name="calendar" size={20} />
            {t('calendar.add')}
          </a>
        )}
      </div>
      <dl className={styles.times}>
        {expected && (
          <>
            <Time name={t('before_release.first')} value={window(expected.first)} expected />
            <Time name={t('before_release.half')} value={window(expected.half)} expected />
          </>
        )}
        {rise_ms !== null && <Time name={t('before_release.sunrise')} value={time(rise_ms)} />}
        {set_ms !== null && <Time name={t('before_release.sunset')} value={time(set_ms)} />}
      </dl>
      {expected && <Bar {...{ release_ms, rise_ms, set_ms, expected, time, window }} />}
      <p className={styles.source}>
        {said ? (
          <MadeFrom flight={flight} loft={loft} expected={said} />
        ) : expected && average ? (
          t('before_release.made_from', loftSpeed(t, locale, average, loft.unit))
        ) : (
          t('before_release.no_estimate')
        )}
        {isDark && <> {t('before_release.next_day')}</>}
      </p>
    </section>
  );
}

/** The windows of first bird and half of the field; null where one is not known. */
function windowsOf(said: Expectation | null): { first: Window; half: Window } | null {
  const { first = null, half = null } = said?.times ?? {};
  return first && half ? { first, half } : null;
}

function Unknown() {
  const { t } = useTranslation();
  return (
    <section className={panel.panel} aria-labelledby="day">
      <div className={panel.head}>
        <h2 id="day">{t('before_release.when')}</h2>
      </div>
      <p className={styles.source}>{t('flights.no_time')}</p>
    </section>
  );
}

function Time({ name, value, expected = false }: { name: string; value: string; expected?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi dir="ltr" className={`num ${expected ? styles.expected : ''}`}>
          {value}
        </bdi>
      </dd>
    </div>
  );
}

interface BarProps {
  release_ms: number;
  rise_ms: number | null;
  set_ms: number | null;
  expected: { first: Window; half: Window };
  time: (at_ms: number) => string;
  window: (of: Window) => string;
}

/** What the figures above say, drawn; hidden from screen readers. */
function Bar({ release_ms, rise_ms, set_ms, expected, time, window }: BarProps) {
  const { t } = useTranslation();
  const from = Math.min(release_ms, rise_ms ?? release_ms) - hour_ms;
  const to = Math.max(expected.half.to_ms, set_ms ?? 0) + hour_ms;
  const at = (at_ms: number) => ((at_ms - from) / (to - from)) * 100;
  const span = (start_ms: number, end_ms: number) =>
    ({ insetInlineStart: `${at(start_ms)}%`, inlineSize: `${at(end_ms) - at(start_ms)}%` }) satisfies CSSProperties;
  // A label stands over its place, and within the bar.
  const label = (at_ms: number) => ({ '--at': `${at(at_ms)}%`, '--by': `${-at(at_ms)}%` }) as CSSProperties;
  const first = Math.ceil(from / (2 * hour_ms)) * 2 * hour_ms;
  const hours = Array.from(
    { length: Math.max(0, Math.floor((to - first) / (2 * hour_ms)) + 1) },
    (_, i) => first + i * 2 * hour_ms,
  );
  return (
    <div className={styles.bar} dir="ltr" aria-hidden="true">
      <div className={styles.marks}>
        <span style={label(release_ms)}>{t('before_release.bar_release', { time: time(release_ms) })}</span>
        {set_ms !== null && <span style={label(set_ms)}>{t('before_release.bar_sunset', { time: time(set_ms) })}</span>}
        <b style={label((expected.first.from_ms + expected.first.to_ms) / 2)}>
          {t('before_release.bar_first', { time: window(expected.first) })}
        </b>
      </div>
      <div className={styles.track}>
        {rise_ms !== null && <i className={styles.night} style={span(from, rise_ms)} />}
        {set_ms !== null && <i className={styles.night} style={span(set_ms, to)} />}
        <i className={styles.field} style={span(expected.half.from_ms, expected.half.to_ms)} />
        <i className={styles.first} style={span(expected.first.from_ms, expected.first.to_ms)} />
        <b style={{ insetInlineStart: `${at(release_ms)}%` }} />
      </div>
      <p>
        {hours.map((hour) => (
          <span key={hour} className="num" style={{ insetInlineStart: `${at(hour)}%` }}>
            {time(hour)}
          </span>
        ))}
      </p>
    </div>
  );
}
