/** An interval in which something is expected, by the clocks of the loft: underlined with dashes, never one moment. */
import type { ReactNode } from 'react';
import { inMinutes } from '#domain/flights/expected-home.ts';
import { clockTime, formatWeekday } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './expected-window.module.css';

export interface ExpectedWindowProps {
  window: { from_ms: number; to_ms: number };
  time_zone: string;
  /** The day that goes without saying, epoch ms: the race's own, or today. Of another one the weekday is said. */
  day_ms: number;
}

/** `14:31–14:44`, `Sun 07:10–09:30`, `Sat 20:40–Sun 07:30`. */
export function ExpectedWindow({ window, time_zone, day_ms }: ExpectedWindowProps) {
  const { locale } = usePage();
  const { from_ms, to_ms } = inMinutes(window);
  const day = (at_ms: number) => formatWeekday(locale, at_ms, time_zone);
  const [from, to] = [from_ms, to_ms].map((at_ms) => clockTime(at_ms, time_zone).time.slice(0, 5));
  const other_day = day(from_ms) === day(day_ms) ? null : <Day>{day(from_ms)}</Day>;
  // Each day and each time apart: figures behind a word from the right would run with it.
  return (
    <span className={styles.whole}>
      {other_day} <Times>{day(to_ms) === day(from_ms) ? `${from}–${to}` : from}</Times>
      {day(to_ms) !== day(from_ms) && (
        <>
          –<Day>{day(to_ms)}</Day> <Times>{to}</Times>
        </>
      )}
    </span>
  );
}

const Times = ({ children }: { children: ReactNode }) => (
  <bdi dir="ltr" className={`num ${styles.window}`}>
    {children}
  </bdi>
);

const Day = ({ children }: { children: ReactNode }) => <bdi className={styles.day}>{children}</bdi>;

/** A sentence with a window in it, wherever the language puts it. */
export function WithWindow({
  sentence,
  ...window
}: { sentence: 'expected.first_by' | 'expected.half_by' } & ExpectedWindowProps): ReactNode {
  const { t } = useTranslation();
  const [before, after] = t(sentence, { window: '|' }).split('|');
  return (
    <>
      {before}
      <ExpectedWindow {...window} />
      {after}
    </>
  );
}
