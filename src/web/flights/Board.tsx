// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as a grid lose the roles that their elements had
/**
 * The ranked arrivals. Birds of one drop share a solid rail at the start of their rows; a dotted rail leads to the next
 * drop with its time gap.
 */

import { type CSSProperties, memo, type ReactNode } from 'react';
import { secondDecimals } from '#domain/arrivals/clock.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { shows } from '#domain/seasons/visibility.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import styles from './board.module.css';
import { type BoardColumn, boardColumns, columnNames } from './board-columns.ts';

export interface BoardProps {
  flight: Flight;
  /** The number of birds in the whole table. */
  total: number;
  /** Whether the flight has prizes, which stand under the speed. */
  prized: boolean;
  /** Whether the minimap stands beside it. */
  mapped?: boolean;
  children: ReactNode;
}

export function Board({ flight, total, prized, mapped, children }: BoardProps) {
  const { t } = useTranslation();
  return (
    <table
      role="table"
      className={styles.board}
      style={tracksOf(flight)}
      data-thousands={thousandsOf(flight)}
      data-mapped={mapped || undefined}
      data-seconds={secondDecimals(flight.resolution_ms, flight.rules.precision_ms) === 0 || undefined}
      aria-rowcount={total + 1}
    >
      <caption className="visually-hidden">{t('board.caption', { flight: flight.name })}</caption>
      <Head flight={flight} prized={prized} />
      {children}
    </table>
  );
}

/** Ranks of a thousand and more are wider, from the first bird on, so that no column moves when one comes. */
export const thousandsOf = ({ basketed_count }: Flight): 'one' | 'ten' | undefined =>
  basketed_count >= 10_000 ? 'ten' : basketed_count >= 1000 ? 'one' : undefined;

/** The remaining columns share the width of missing ones. */
function tracksOf(flight: Flight): CSSProperties | undefined {
  if (!flight.hidden.length) return undefined;
  const tracks = boardColumns(flight).map((column) => `var(--${column})`);
  return { '--tracks': tracks.join(' ') || 'none' } as CSSProperties;
}

const Head = memo(function Head({ flight, prized }: Pick<BoardProps, 'flight' | 'prized'>) {
  const { t } = useTranslation();
  const columns = boardColumns(flight);
  const ranked = shows(flight.hidden, 'results.rank');
  const unit = t(speedUnit(flight.rules.speed));
  return (
    <thead role="rowgroup">
      <tr role="row" className={styles.head} aria-rowindex={1}>
        {columns.map((column) => (
          <th key={column} role="columnheader" scope="col" data-column={column} className={looks[column]}>
            {column === 'rank' && !ranked ? (
              <span className="visually-hidden">{t('mine.mark')}</span>
            ) : column === 'speed' ? (
              prized ? (
                t('board.with_prize', { unit })
              ) : (
                unit
              )
            ) : (
              t(columnNames[column])
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
});

const looks: Partial<Record<BoardColumn, string | undefined>> = {
  time: styles.figure,
  gap: `${styles.figure} ${styles.gap}`,
  speed: styles.figure,
};

export function NobodyHome({ flight: { status } }: { flight: Flight }) {
  const { t } = useTranslation();
  if (isBeforeRelease(status)) return <Empty title={t('board.waiting')} text={t('board.waiting_text')} />;
  if (status === 'released') return <Empty title={t('board.flying')} text={t('board.flying_text')} />;
  const title = t(status === 'annulled' ? 'status.annulled' : 'board.nobody');
  return <Empty title={title} text={t('board.nobody_text')} />;
}
