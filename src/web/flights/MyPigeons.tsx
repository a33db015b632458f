// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as a grid lose the roles that their elements had
/**
 * The reader's pigeons, pinned above the board in the yellow of the marks: those still in the air first, with the window
 * in which each is expected, then those at home by rank.
 */
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Expectation } from '#domain/arrivals/expected-contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { Bird, LineBird } from '#domain/pigeons/contract.ts';
import { isOwnNumber } from '#domain/seasons/visibility.ts';
import { underRing } from '#web/lib/bird-facts.ts';
import { useFollowLink } from '#web/lib/follow-link.ts';
import { formatMoment, formatNumber } from '#web/lib/intl.ts';
import { later } from '#web/lib/later.tsx';
import { raceTime, serverNow } from '#web/lib/now.ts';
import { usePage } from '#web/lib/page.ts';
import { pigeonPath } from '#web/lib/paths.ts';
import { type Mine, toggleMine } from '#web/lib/reader-marks.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { SexSign } from '#web/ui/Sex.tsx';
import { thousandsOf } from './Board.tsx';
import { BoardRow } from './BoardRow.tsx';
import board from './board.module.css';
import { pageList } from './board-line.ts';
import type { Alerts } from './browser-alerts.ts';
import type { LiveView } from './live-board.ts';
import styles from './my-pigeons.module.css';
import { type MyPigeons as Found, teamToOffer } from './my-pigeons.ts';
import { type PrizesOf, prizeNote } from './prize-line.ts';
import { type RowReader, useRowReader } from './row-reader.ts';
import { useAbilities } from './use-abilities.ts';

export interface MyPigeonsProps {
  flight: Flight;
  loft: Loft;
  view: LiveView;
  mine: Mine;
  expected: Expectation | null;
  found: Found;
  /** When it was so, where there is no live board, epoch ms by the reader's clock; null: now. */
  as_of_ms: number | null;
  alerts: Alerts;
  prizes: PrizesOf | null;
  onMark: (bird: LineBird) => void;
}

/** The windows may come after their birds, and have their room. */
const AirWindow = later(async () => (await import('./AirWindow.tsx')).AirWindow, Nothing);

/** Only for who asks for alerts that cannot come. */
const AlertHelp = later(async () => (await import('./AlertHelp.tsx')).AlertHelp, Nothing);

/** Above this number, birds in the air are counted instead of named. */
const mostNamed = 12;

export function MyPigeons(props: MyPigeonsProps) {
  const { flight, loft, view, mine, expected, found, as_of_ms, alerts, prizes, onMark } = props;
  const { t } = useTranslation();
  const { locale } = usePage();
  const reader = useRowReader();
  const onClick = useFollowLink();
  const [shown, setShown] = useState(true);
  const [isHelped, setHelped] = useState(false);
  const { state } = alerts;
  const now_ms = useRaceTime(flight);
  const offer = useMemo(() => teamToOffer(mine, view.birds), [mine, view.birds]);
  const { home, air } = found;
  // The table has no head: its first row is number 1.
  const list = pageList('mine', -1, home, null);
  const total = home.length + air.length;
  const abilities = useAbilities(flight, air, expected);
  const out = expected?.times?.out;
  const isAwaited = out != null && air.length > 0;
  // Those that never came are of little interest in a race that is over.
  const isFlying = flight.status === 'released';
  const stillOut = shown && air.length > 0 && (
    <ul
      className={`${board.board} ${styles.air}`}
      data-thousands={thousandsOf(flight)}
      aria-label={t(isFlying ? 'mine.air' : 'mine.out')}
    >
      {air.slice(0, mostNamed).map((bird) => (
        <InTheAir
          key={bird.pigeon_id}
          bird={bird}
          loft={loft}
          reader={reader}
          window={
            out ? (
              <AirWindow
                out={out}
                ability={abilities.get(bird.pigeon_id)}
                later_ms={view.later.get(bird.pigeon_id)}
                now_ms={now_ms}
                time_zone={loft.time_zone}
              />
            ) : (
              !isFlying && t('mine.out')
            )
          }
          onUnmark={() => onMark(bird)}
        />
      ))}
      {air.length > mostNamed && <li className={styles.more}>{t('mine.more', { count: air.length - mostNamed })}</li>}
    </ul>
  );
  return (
    <section className={styles.mine} aria-labelledby="mine">
      <div className={styles.head}>
        <Icon name="pin" />
        <h2 id="mine">{t('mine.title')}</h2>
        <span>{t('mine.home', { home: formatNumber(locale, home.length), count: total })}</span>
        {as_of_ms !== null && <span>{t('mine.as_of', { time: formatMoment(locale, as_of_ms, Date.now()) })}</span>}
        {shown && isAwaited && <span className={styles.expected}>{t('mine.expected')}</span>}
        <span className={styles.actions}>
          {state !== null && (
            <button
              type="button"
              aria-pressed={state === 'on'}
              aria-label={t('mine.alerts')}
              onClick={() => void alerts.set(state !== 'on').then(() => setHelped(state !== 'on'))}
            >
              <Icon name="bell" />
              <span>{t(state === 'on' ? 'mine.alerts_on' : 'mine.alerts')}</span>
            </button>
          )}
          <button type="button" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {t(shown ? 'mine.hide' : 'mine.show')}
          </button>
        </span>
      </div>
      {isHelped && state !== null && <AlertHelp state={state} />}
      {isFlying && stillOut}
      {shown && home.length > 0 && (
        <table role="table" className={`${board.board} ${styles.rows}`} data-thousands={thousandsOf(flight)}>
          <caption className="visually-hidden">{t('mine.caption')}</caption>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links inside handle the keys */}
          <tbody role="rowgroup" onClick={onClick}>
            {home.map((line, index) => (
              <BoardRow
                key={line.bird.pigeon_id}
                reader={reader}
                flight={flight}
                loft={loft}
                list={list}
                index={index}
                backwards={false}
                fresh={view.events.fresh.has(line.bird.pigeon_id)}
                move={view.events.moves.get(line.bird.pigeon_id) ?? 0}
                mine
                tabIndex={0}
                {...prizeNote(reader, prizes, line.bird.pigeon_id)}
                onMark={onMark}
              />
            ))}
          </tbody>
        </table>
      )}
      {!isFlying && stillOut}
      {shown && isAwaited && <p className={styles.made}>{t('mine.made')}</p>}
      {shown && offer && (
        <p className={styles.offer}>
          <button type="button" onClick={() => toggleMine(loft.id, 'teams', offer.team_id)}>
            <Icon name="pin" size={16} />
            {t('mine.team', { team: offer.team, count: offer.count })}
          </button>
        </p>
      )}
    </section>
  );
}

interface InTheAirProps {
  bird: Bird;
  loft: Loft;
  reader: RowReader;
  window: ReactNode;
  onUnmark: () => void;
}

function InTheAir({ bird, loft, reader, window, onUnmark }: InTheAirProps) {
  const [about] = underRing(reader.t, bird);
  return (
    <li>
      <button
        type="button"
        className={styles.open}
        aria-pressed="true"
        aria-label={reader.markBird(bird.ring)}
        title={reader.unmark}
        onClick={onUnmark}
      >
        <Icon name="pigeon" />
      </button>
      <span className={styles.bird}>
        {isOwnNumber(bird.pigeon_id) ? (
          <a href={pigeonPath({ loft_id: loft.id, ...bird })}>
            <Ring ring={bird.ring} />
          </a>
        ) : (
          <Ring ring={bird.ring} />
        )}{' '}
        {bird.sex !== 'unknown' && <SexSign sex={bird.sex} word={reader[bird.sex]} />}
      </span>
      <span className={styles.about}>{about && <bdi>{about.text}</bdi>}</span>
      <span className={styles.window}>{window}</span>
    </li>
  );
}

/** Updated at an interval: a moment that has passed is not expected any more. */
function useRaceTime(flight: Flight): number {
  const [now_ms, setNow] = useState(() => raceTime(flight, serverNow()));
  useEffect(() => {
    const timer = setInterval(() => setNow(raceTime(flight, serverNow())), 10_000);
    return () => clearInterval(timer);
  }, [flight]);
  return now_ms;
}

function Nothing() {
  return null;
}
