// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as a grid lose the roles that their elements had
/** The list of a replay: who was home at the moment that is shown, with rank and gap as they were then. */
import { type CSSProperties, memo, type RefObject, useEffect, useRef, useState } from 'react';
import { secondDecimals, timeDifference } from '#domain/arrivals/clock.ts';
import type { Ranked } from '#domain/arrivals/rank.ts';
import { ringParts } from '#domain/pigeons/ring.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { clockTime, countryName, formatNumber, formatSpeed } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { placePath } from '#web/lib/paths.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';
import bird from '#web/ui/bird.module.css';
import panel from '#web/ui/panel.module.css';
import styles from './replay.module.css';
import { createRowPool, type RowOrder, write } from './replay-rows.ts';
import { type Stage, usePlayerState } from './use-replay.ts';

const orders = ['latest', 'rank', 'mine'] as const;
type Order = (typeof orders)[number];
const headings = ['board.rank', 'board.pigeon', 'board.team', 'board.time', 'board.gap'] as const;
const names = { latest: 'board.latest', rank: 'board.by_rank', mine: 'dock.mine' } as const;

/** As many rows as the highest list has room for, and those without a script. */
const pool_size = 20;
const most_without_script = 100;

export function ReplayList({ stage }: { stage: Stage }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { flight, replay, player, birds, mine } = stage;
  const hydrated = useHydrated();
  const [order, setOrder] = useState<Order>('latest');
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const nobody = useRef<HTMLParagraphElement>(null);
  const { isScrubbing } = usePlayerState(player);
  const leader = t('board.leader');
  useEffect(() => {
    const fill = (row: HTMLElement, line: Ranked, isStill: boolean) => {
      const shown = wordsOf(stage, locale, line, leader);
      for (const [cell, at] of cellsOf(row)) write(cell, shown[at]);
      row.toggleAttribute('data-mine', mine.has(line.pigeon_id));
      if (!isStill) return;
      row.querySelector('a')!.href = placePath(flight, line.pigeon_id);
      const flag = row.querySelector('img')!;
      const { country } = birds.get(line.pigeon_id)!;
      flag.hidden = country === null;
      if (country) {
        const src = flagPath(country);
        if (flag.getAttribute('src') !== src) flag.src = src;
        flag.alt = countryName(locale, country);
      }
    };
    const show = (isAtRest: boolean) => {
      replay.seek(player.at());
      const list = listOf(stage, order);
      pool.show(list, isAtRest ? 'still' : player.state().isScrubbing ? 'scrubbed' : 'moving');
      if (nobody.current) nobody.current.hidden = list.count > 0;
    };
    const isAtRest = () => !player.state().isPlaying && !player.state().isScrubbing;
    const pool = createRowPool({
      scroller: scroller.current!,
      body: body.current!,
      fill,
      onScroll: () => show(isAtRest()),
    });
    show(true);
    const ends = [player.onFrame(() => show(false)), player.onRest(() => show(true))];
    return () => {
      pool.stop();
      for (const end of ends) end();
    };
  }, [stage, order, replay, player, birds, mine, flight, locale, leader]);

  const decimals = secondDecimals(flight.resolution_ms, flight.rules.precision_ms);
  return (
    <section
      className={`${panel.panel} ${styles.list}`}
      aria-labelledby="at-this-moment"
      data-scrubbing={isScrubbing || undefined}
      data-seconds={decimals === 0 || undefined}
    >
      <div className={`${panel.head} ${styles.list_head}`}>
        <h2 id="at-this-moment">{t('race_replay.list')}</h2>
        <fieldset className={`${styles.orders} ${hydrated ? '' : 'awaited'}`} aria-label={t('board.order')}>
          {orders.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === order}
              onClick={() => {
                setOrder(one);
                scroller.current?.scrollTo({ top: 0 });
              }}
            >
              {t(names[one])}
            </button>
          ))}
        </fieldset>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keyboard */}
      <div ref={scroller} className={styles.scroller} tabIndex={0}>
        <table role="table" aria-labelledby="at-this-moment" aria-rowcount={replay.ranked.length + 1}>
          <thead role="rowgroup">
            <tr role="row" className={`${styles.row} ${styles.names}`}>
              {[...headings.map((name) => t(name)), t(speedUnit(flight.rules.speed))].map((name) => (
                <th key={name} role="columnheader" scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <FirstRows stage={stage} body={body} />
          {!hydrated && (
            <tbody role="rowgroup" className={styles.more_rows}>
              {replay.ranked.slice(pool_size, most_without_script).map((line) => (
                <Row key={line.pigeon_id} stage={stage} line={line} />
              ))}
            </tbody>
          )}
        </table>
        <p ref={nobody} className={styles.nobody} hidden>
          {t(order === 'mine' ? 'race_replay.none_of_mine' : 'board.flying')}
        </p>
      </div>
    </section>
  );
}

/** The rows of the pool, drawn once: what changes in them is written past React. */
const FirstRows = memo(
  function FirstRows({ stage, body }: { stage: Stage; body: RefObject<HTMLTableSectionElement | null> }) {
    const { replay } = stage;
    return (
      <tbody
        ref={body}
        role="rowgroup"
        className={styles.rows}
        style={{ '--count': replay.ranked.length } as CSSProperties}
      >
        {replay.ranked.slice(0, pool_size).map((line, place) => (
          <Row key={line.pigeon_id} stage={stage} line={line} place={place} />
        ))}
      </tbody>
    );
  },
  () => true,
);

function Row({ stage, line, place }: { stage: Stage; line: Ranked; place?: number }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const shown = wordsOf(stage, locale, line, t('board.leader'));
  const { country } = stage.birds.get(line.pigeon_id)!;
  return (
    <tr role="row" data-row className={styles.row} style={{ '--place': place } as CSSProperties}>
      <td role="cell" className={styles.rank}>
        <bdi dir="ltr" className="num" data-at="rank">
          {shown.rank}
        </bdi>
      </td>
      <td role="cell" className={styles.bird}>
        <a href={placePath(stage.flight, line.pigeon_id)}>
          <bdi dir="ltr" className={bird.ring}>
            <span data-at="before">{shown.before}</span>
            <b data-at="digits">{shown.digits}</b>
            <span data-at="after">{shown.after}</span>
          </bdi>
        </a>
      </td>
      <td role="cell" className={styles.whose}>
        <img
          className={bird.flag}
          src={country ? flagPath(country) : undefined}
          alt={country ? countryName(locale, country) : ''}
          width={24}
          height={18}
          hidden={country === null}
          // Country names come from Intl, and those of a browser may differ from those of the server.
          suppressHydrationWarning
        />
        <b data-at="whose">{shown.whose}</b>
      </td>
      <td role="cell" className={styles.time}>
        <bdi dir="ltr" className="num">
          <span data-at="time">{shown.time}</span>
          <small data-at="fraction">{shown.fraction}</small>
        </bdi>
      </td>
      <td role="cell" className={styles.gap}>
        <bdi dir="ltr" className="num" data-at="gap">
          {shown.gap}
        </bdi>
      </td>
      <td role="cell" className={styles.speed}>
        <bdi dir="ltr" className="num" data-at="speed">
          {shown.speed}
        </bdi>
      </td>
    </tr>
  );
}

type Text = keyof ReturnType<typeof wordsOf>;
const cells = new WeakMap<HTMLElement, (readonly [cell: Element, text: Text])[]>();

/** The places of the texts in a row, looked up once. */
function cellsOf(row: HTMLElement) {
  let known = cells.get(row);
  if (!known) {
    known = [...row.querySelectorAll<HTMLElement>('[data-at]')].map((cell) => [cell, cell.dataset.at as Text] as const);
    cells.set(row, known);
  }
  return known;
}

const flagPath = (country: string) => `/flags/${country.toLowerCase()}.svg`;

/** The texts of a row. */
function wordsOf(
  { flight, loft, birds }: Stage,
  locale: Parameters<typeof formatNumber>[0],
  line: Ranked,
  leader: string,
) {
  const { ring, team, fancier } = birds.get(line.pigeon_id)!;
  const decimals = secondDecimals(flight.resolution_ms, flight.rules.precision_ms);
  const { time, ms } = clockTime(line.time_ms, loft.time_zone);
  return {
    ...ringParts(ring),
    rank: formatNumber(locale, line.rank),
    whose: team ?? fancier ?? '',
    time,
    fraction: decimals > 0 ? `.${ms.slice(0, decimals)}` : '',
    gap: line.gap_ms === 0 ? leader : timeDifference(line.gap_ms, decimals && 1),
    speed: line.speed === null ? '–' : formatSpeed(locale, line.speed, flight.rules.speed),
  };
}

function listOf({ replay, mine }: Stage, order: Order): RowOrder {
  const home = replay.home();
  if (order === 'latest')
    return {
      count: home,
      keyAt: (place) => home - 1 - place,
      lineAt: (place) => replay.landed(home - 1 - place),
    };
  if (order === 'rank') return { count: home, keyAt: (place) => place, lineAt: replay.line };
  const places = [...mine]
    .map(replay.placeOf)
    .filter((place) => place >= 0)
    .sort((a, b) => a - b);
  return { count: places.length, keyAt: (place) => place, lineAt: (place) => replay.line(places[place]!) };
}
