// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as a grid lose the roles that their elements had
/** One bird of the board, with the line above it that states the time gap between two drops. */

import type { TFunction } from 'i18next';
import { memo } from 'react';
import { secondDecimals, timeBetween, timeDifference } from '#domain/arrivals/clock.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { LineBird } from '#domain/pigeons/contract.ts';
import { explainsPlaces, isOwnNumber } from '#domain/seasons/visibility.ts';
import { formatNumber, formatSpeed } from '#web/lib/intl.ts';
import { placePath } from '#web/lib/paths.ts';
import { Icon } from '#web/ui/Icon.tsx';
import medal from '#web/ui/medal.module.css';
import { ClockedAt } from '#web/ui/Times.tsx';
import { BirdCells } from './BirdCells.tsx';
import styles from './board.module.css';
import { boardColumns } from './board-columns.ts';
import type { BoardList } from './board-line.ts';
import type { RowReader } from './row-reader.ts';

export interface BoardRowProps {
  reader: RowReader;
  flight: Flight;
  loft: Loft;
  /** The list, and the index of the bird in it. */
  list: BoardList;
  index: number;
  /** Whether the list is reversed: the latest first. */
  backwards: boolean;
  fresh: boolean;
  /** Places won (above 0) or lost (below 0) within the last half minute. */
  move: number;
  mine: boolean;
  /** Whether the address leads to it. */
  found?: boolean;
  /** Of the row and all in it; undefined without a script, because the arrow keys need one. */
  tabIndex: number | undefined;
  /** The prize of the bird in words, or how narrowly it missed one; null: neither. */
  prize: string | null;
  /** Whether it is the latter, which a phone shows in place of the speed. */
  missed?: boolean;
  /** Marks the bird as the reader's, or removes the mark. */
  onMark?: ((bird: LineBird) => void) | undefined;
}

export const BoardRow = memo(Row, sameRow);

function Row({
  reader,
  flight,
  loft,
  list,
  index,
  backwards,
  fresh,
  move,
  mine,
  found,
  tabIndex,
  prize,
  missed = false,
  onMark,
}: BoardRowProps) {
  const line = list.line(index);
  if (!line) return null;
  const { t, locale } = reader;
  const { bird, rank, time_ms, speed, gap_ms, day } = line;
  const columns = boardColumns(flight);
  const rail = list.rail(index);
  const decimals = secondDecimals(flight.resolution_ms, flight.rules.precision_ms);
  const clocked = time_ms !== null && (
    <ClockedAt reader={reader} at_ms={time_ms} time_zone={loft.time_zone} decimals={decimals} />
  );
  const looks = [
    styles.row,
    rail?.gap_ms != null && styles.after_gap,
    !rail && styles.single,
    rail?.first && styles.first,
    rail?.last && styles.last,
    fresh && styles.fresh,
    mine && styles.mine,
    found && styles.found,
  ];
  return (
    <>
      {rail?.gap_ms != null && (
        <tr role="row" className={styles.later}>
          <td role="cell" colSpan={columns.length}>
            <Later t={t} gap_ms={rail.gap_ms} backwards={backwards} />
          </td>
        </tr>
      )}
      <tr
        role="row"
        aria-rowindex={list.before + index + 2}
        className={looks.filter(Boolean).join(' ')}
        data-bird={bird.pigeon_id}
        tabIndex={tabIndex}
      >
        {columns.includes('rank') && (
          <td role="cell" className={styles.rank}>
            {rank !== null && (
              <bdi className={rank > 3 ? 'num' : `num ${medal.medal}`} data-rank={rank > 3 ? undefined : rank}>
                {formatNumber(locale, rank)}
              </bdi>
            )}
            {move !== 0 && <Move t={t} by={move} />}
            {onMark && isOwnNumber(bird.pigeon_id) && (
              <button
                type="button"
                className={move === 0 ? styles.mark : `${styles.mark} ${styles.moved}`}
                tabIndex={tabIndex}
                aria-pressed={mine}
                aria-label={reader.markBird(bird.ring)}
                title={mine ? reader.unmark : reader.mark}
                onClick={() => onMark(bird)}
              />
            )}
          </td>
        )}
        <BirdCells reader={reader} bird={bird} loft_id={loft.id} columns={columns} tabIndex={tabIndex} />
        {columns.includes('time') && (
          <td role="cell" className={`${styles.figure} ${styles.time}`}>
            {time_ms !== null && explainsPlaces(flight.hidden) ? (
              <a
                className={styles.why}
                href={placePath(flight, bird.pigeon_id)}
                data-place={bird.pigeon_id}
                title={reader.why}
                tabIndex={tabIndex}
              >
                {clocked}
              </a>
            ) : (
              clocked
            )}
            {time_ms !== null && rank !== null && <Close words={reader.close(bird.pigeon_id, rank)} />}
            {day !== null && day > 1 && <small>{t('board.day', { day })}</small>}
          </td>
        )}
        {columns.includes('gap') && (
          <td role="cell" className={`${styles.figure} ${styles.gap}`}>
            {gap_ms === 0 ? (
              <small>{t('board.leader')}</small>
            ) : gap_ms === null ? null : (
              <bdi dir="ltr" className="num">
                {timeDifference(gap_ms, decimals && 1)}
              </bdi>
            )}
          </td>
        )}
        {columns.includes('speed') && (
          <td role="cell" className={`${styles.figure} ${styles.speed}`} data-missed={missed || undefined}>
            <bdi dir="ltr" className="num">
              {speed === null ? time_ms !== null && '–' : formatSpeed(locale, speed, flight.rules.speed)}
            </bdi>
            {prize !== null && <small className={styles.prize}>{prize}</small>}
          </td>
        )}
      </tr>
    </>
  );
}

/** `1:39 later`, with the figure as an element of its own wherever the language puts it. */
function Later({ t, gap_ms, backwards }: { t: TFunction; gap_ms: number; backwards: boolean }) {
  const [before, after] = t(backwards ? 'board.earlier' : 'board.later', { time: '|' }).split('|');
  return (
    <>
      {before}
      <bdi dir="ltr" className="num">
        {timeBetween(gap_ms, 0)}
      </bdi>
      {after}
    </>
  );
}

/** Marks a bird whose order the clocks cannot tell for sure; its explanation says more. */
function Close({ words }: { words: string | null }) {
  if (words === null) return null;
  return (
    <span className={styles.close} role="img" aria-label={words} title={words}>
      ≈
    </span>
  );
}

/**
 * Places won or lost: a sign and a figure, and words for screen readers. Losses are grey: nobody did anything wrong.
 */
function Move({ t, by }: { t: TFunction; by: number }) {
  const count = Math.abs(by);
  return (
    <span className={by > 0 ? styles.up : styles.down}>
      <Icon name={by > 0 ? 'rise' : 'fall'} size={12} />
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{t(by > 0 ? 'board.up' : 'board.down', { count })}</span>
    </span>
  );
}

/** Compares lines instead of lists: every arrival creates a new list, in which most lines are unchanged. */
function sameRow(one: BoardRowProps, other: BoardRowProps): boolean {
  return (
    one.fresh === other.fresh &&
    one.move === other.move &&
    one.mine === other.mine &&
    one.found === other.found &&
    one.tabIndex === other.tabIndex &&
    one.prize === other.prize &&
    one.missed === other.missed &&
    one.backwards === other.backwards &&
    one.onMark === other.onMark &&
    one.flight === other.flight &&
    one.loft === other.loft &&
    one.reader === other.reader &&
    one.index === other.index &&
    (one.list === other.list || sameLine(one, other))
  );
}

function sameLine({ list, index }: BoardRowProps, other: BoardRowProps): boolean {
  const [a, b] = [list.line(index), other.list.line(index)];
  const [x, y] = [list.rail(index), other.list.rail(index)];
  return (
    a?.bird === b?.bird &&
    a?.rank === b?.rank &&
    a?.time_ms === b?.time_ms &&
    a?.gap_ms === b?.gap_ms &&
    a?.speed === b?.speed &&
    a?.day === b?.day &&
    x?.first === y?.first &&
    x?.last === y?.last &&
    x?.gap_ms === y?.gap_ms &&
    list.before === other.list.before
  );
}
