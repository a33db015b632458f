// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as a grid lose the roles that their elements had
/**
 * The ranked arrivals. Birds that landed together share a solid rail at the start of their rows; a dotted one leads to
 * the next drop and says how much later it came.
 */
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { timeDifference } from '#domain/arrivals/clock.ts';
import { drops } from '#domain/arrivals/drops.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatNumber, formatSpeed } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { ClockedTime } from '#web/ui/Times.tsx';
import { BirdCells } from './BirdCells.tsx';
import styles from './board.module.css';
import type { BoardLine } from './board-line.ts';

export function Board({ flight, loft, lines }: { flight: Flight; loft: Loft; lines: readonly BoardLine[] }) {
  const { t } = useTranslation();
  if (!lines.length) return <NobodyHome flight={flight} />;
  const landings = drops(lines.map(({ bird, time_ms }) => ({ id: bird.pigeon_id, time_ms })));
  const first = new Map(landings.map((drop) => [drop.birds[0]!.id, drop.gap_ms]));
  const last = new Set(landings.map((drop) => drop.birds.at(-1)!.id));
  return (
    <table role="table" className={styles.board}>
      <caption className="visually-hidden">{t('board.caption', { flight: flight.name })}</caption>
      <thead role="rowgroup">
        <tr role="row" className={styles.head}>
          <th role="columnheader" scope="col">
            {t('board.rank')}
          </th>
          <th role="columnheader" scope="col">
            {t('board.pigeon')}
          </th>
          <th role="columnheader" scope="col">
            {t('board.team')}
          </th>
          <th role="columnheader" scope="col" className={styles.figure}>
            {t('board.time')}
          </th>
          <th role="columnheader" scope="col" className={`${styles.figure} ${styles.gap}`}>
            {t('board.gap')}
          </th>
          <th role="columnheader" scope="col" className={styles.figure}>
            {t(flight.rules.speed.unit === 'm/min' ? 'unit.m_min' : 'unit.yd_min')}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {lines.map((line) => {
          const id = line.bird.pigeon_id;
          const gap_ms = first.get(id) ?? null;
          return (
            <Fragment key={id}>
              {gap_ms !== null && (
                <tr role="row" className={styles.later}>
                  <td role="cell" colSpan={6}>
                    {t('board.later', { time: timeDifference(gap_ms, 0).replace('+', '') })}
                  </td>
                </tr>
              )}
              <Row flight={flight} loft={loft} line={line} first={first.has(id)} last={last.has(id)} />
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

interface RowProps {
  flight: Flight;
  loft: Loft;
  line: BoardLine;
  first: boolean;
  last: boolean;
}

function Row({ flight, loft, line, first, last }: RowProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { bird, rank, time_ms, speed, gap_ms, day, fresh } = line;
  const looks = [styles.row, first && styles.first, last && styles.last, fresh && styles.fresh];
  return (
    <tr role="row" className={looks.filter(Boolean).join(' ')}>
      <td role="cell" className={`${styles.rank} ${styles[`medal_${rank}`] ?? ''}`}>
        <bdi className="num">{formatNumber(locale, rank)}</bdi>
      </td>
      <BirdCells bird={bird} />
      <td role="cell" className={`${styles.figure} ${styles.time}`}>
        <ClockedTime at_ms={time_ms} time_zone={loft.time_zone} />
        {day > 1 && <small>{t('board.day', { day })}</small>}
      </td>
      <td role="cell" className={`${styles.figure} ${styles.gap}`}>
        {gap_ms === 0 ? (
          <small>{t('board.leader')}</small>
        ) : (
          <bdi dir="ltr" className="num">
            {timeDifference(gap_ms)}
          </bdi>
        )}
      </td>
      <td role="cell" className={`${styles.figure} ${styles.speed}`}>
        <bdi dir="ltr" className="num">
          {speed === null ? '–' : formatSpeed(locale, speed, flight.rules.speed)}
        </bdi>
      </td>
    </tr>
  );
}

function NobodyHome({ flight: { status } }: { flight: Flight }) {
  const { t } = useTranslation();
  if (status === 'planned' || status === 'basketing')
    return <Empty title={t('board.waiting')} text={t('board.waiting_text')} />;
  if (status === 'released') return <Empty title={t('board.flying')} text={t('board.flying_text')} />;
  return <Empty title={t('board.nobody')} text={t('board.nobody_text')} />;
}
