/** The head of a replay: the clock of that day, how many were home, and the line of the field. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { homeAt } from '#domain/arrivals/replay.ts';
import { clockTime, formatNumber, isoDay, skyAt } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { FieldLine, type MineOnLine } from '#web/ui/FieldLine.tsx';
import sky from '#web/ui/sky.module.css';
import { FlightTitle } from './FlightTitle.tsx';
import styles from './replay.module.css';
import { write } from './replay-rows.ts';
import { type Stage, useRest } from './use-replay.ts';

export interface ReplayHeaderProps {
  stage: Stage;
  /** Birds that a ruling took out: they are not missing. */
  disqualified_count: number;
}

export function ReplayHeader({ stage, disqualified_count }: ReplayHeaderProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { flight, loft, replay, player, axis, birds, mine } = stage;
  const clock = useRef<HTMLElement>(null);
  const count = useRef<HTMLElement>(null);
  const day = useRef<HTMLElement>(null);
  /** From the second day of a race on, which one it is. */
  const dayOf = useCallback(
    (at_ms: number) => {
      const midnight = (ms: number) => Date.parse(isoDay(ms, loft.time_zone));
      const days = Math.round((midnight(at_ms) - midnight(axis.from_ms)) / 86_400_000);
      return days > 0 ? t('board.day', { day: days + 1 }) : '';
    },
    [axis, loft.time_zone, t],
  );
  const rest_ms = useRest(player);
  const at_ms = rest_ms ?? axis.to_ms;
  useEffect(
    () =>
      player.onFrame((at_ms) => {
        if (clock.current) write(clock.current, clockTime(at_ms, loft.time_zone).time);
        if (day.current) write(day.current, dayOf(at_ms));
        if (count.current) write(count.current, formatNumber(locale, replay.seek(at_ms)));
      }),
    [player, replay, loft.time_zone, locale, dayOf],
  );
  const home = homeAt(replay.times, at_ms);
  const on_line = useMemo((): MineOnLine | undefined => {
    if (mine.size === 0) return undefined;
    const ranks = replay.ranked.filter((line) => mine.has(line.pigeon_id) && line.time_ms <= at_ms);
    const out = [...mine].filter((id) => !ranks.some(({ pigeon_id }) => pigeon_id === id));
    return {
      home: ranks.map(({ rank }) => rank),
      out: out.map((pigeon_id) => ({ pigeon_id, ring: birds.get(pigeon_id)!.ring })),
    };
  }, [mine, replay, birds, at_ms]);
  const [of, total] = t('race.of_total', { total: '|' }).split('|');
  return (
    <section className={sky.sky} data-sky={skyAt(at_ms, loft.time_zone)} aria-labelledby="flight">
      <div className={`wrap ${styles.head}`}>
        <FlightTitle flight={flight} loft={loft}>
          {null}
        </FlightTitle>
        <p className={styles.figure}>
          <span>
            {t('race_replay.then')} <b ref={day}>{dayOf(axis.to_ms)}</b>
          </span>
          <bdi ref={clock} dir="ltr" className="num">
            {clockTime(axis.to_ms, loft.time_zone).time}
          </bdi>
        </p>
        <p className={`${styles.figure} ${styles.home}`}>
          <span>
            {t('race.home')}{' '}
            <small className={styles.of}>
              {of}
              <bdi dir="ltr" className="num">
                {formatNumber(locale, flight.basketed_count)}
              </bdi>
              {total}
            </small>
          </span>
          <bdi ref={count} className="num">
            {formatNumber(locale, replay.times.length)}
          </bdi>
        </p>
      </div>
      <div className={styles.line}>
        <FieldLine
          loft_id={loft.id}
          from={flight.release_point}
          to={loft.name}
          basketed={flight.basketed_count - disqualified_count}
          home={home}
          state={at_ms < axis.to_ms ? 'flying' : 'over'}
          mine={on_line}
        />
      </div>
    </section>
  );
}
