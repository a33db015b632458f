/** The reader's own birds beside the map: those in the air with the window in which each is expected. */
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { expectedWindow } from '#domain/arrivals/expected-bird.ts';
import type { Expectation } from '#domain/arrivals/expected-contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { inMinutes } from '#domain/flights/expected-home.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { raceTime, serverNow } from '#web/lib/now.ts';
import { usePage } from '#web/lib/page.ts';
import { useMine } from '#web/lib/reader-marks.ts';
import { isSlowConnection } from '#web/lib/slow-connection.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BirdName } from '#web/ui/BirdName.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './flight-map.module.css';
import { createLiveBoard, stillView } from './live-board.ts';
import { homeAndAir, markedBirds } from './my-pigeons.ts';
import { useAbilities } from './use-abilities.ts';

/** Birds that the panel names. */
const mostNamed = 5;

export interface MapMineProps {
  flight: Flight;
  loft: Loft;
  expected: Expectation;
}

export function MapMine({ flight, loft, expected }: MapMineProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const mine = useMine(loft.id);
  const follows = flight.status === 'released' && flight.goes_live;
  const [board] = useState(() => createLiveBoard(flight, { epoch: 0, seq: 0 }));
  const view = useSyncExternalStore(board.subscribe, board.view, () => stillView);
  useEffect(() => {
    if (!follows) return;
    return board.start({ onChanged: () => {}, onLanded: () => {} }, !isSlowConnection());
  }, [board, follows]);
  const { birds } = view;
  const marked = useMemo(() => markedBirds(mine, birds), [mine, birds]);
  const { home, air } = useMemo(() => homeAndAir(marked, view), [marked, view]);
  const abilities = useAbilities(flight, air, expected);
  if (!follows || !view.ready || marked.length === 0) return null;
  const now_ms = raceTime(flight, serverNow());
  const time = (ms: number) => clockTime(ms, loft.time_zone).time.slice(0, 5);
  return (
    <section className={styles.mine} aria-labelledby="mine">
      <h2 id="mine">
        <Icon name="pin" />
        {t('mine.title')}
        <small>{t('mine.home', { home: formatNumber(locale, home.length), count: marked.length })}</small>
      </h2>
      <ul>
        {air.slice(0, mostNamed).map((bird) => {
          const expected_window = expectedWindow(
            expected.times?.out,
            abilities.get(bird.pigeon_id),
            now_ms,
            view.later.get(bird.pigeon_id),
          );
          const window = expected_window && inMinutes(expected_window);
          return (
            <li key={bird.pigeon_id}>
              <BirdName loft_id={loft.id} bird={bird} />
              {window && (
                <bdi dir="ltr" className={`num ${styles.estimate}`}>
                  {time(window.from_ms)}–{time(window.to_ms)}
                </bdi>
              )}
            </li>
          );
        })}
        {air.length > mostNamed && <li>{t('mine.more', { count: air.length - mostNamed })}</li>}
      </ul>
    </section>
  );
}
