// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as a grid lose the roles that their elements had
/**
 * The ranked arrivals. Birds that landed together share a solid rail at the start of their rows; a dotted one leads to
 * the next drop and says how much later it came.
 */
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Flight } from '#domain/flights/contract.ts';
import { Empty } from '#web/ui/Empty.tsx';
import styles from './board.module.css';

export interface BoardProps {
  flight: Flight;
  /** How many birds the whole table has. */
  total: number;
  children: ReactNode;
}

export function Board({ flight, total, children }: BoardProps) {
  const { t } = useTranslation();
  return (
    <table role="table" className={styles.board} aria-rowcount={total + 1}>
      <caption className="visually-hidden">{t('board.caption', { flight: flight.name })}</caption>
      <Head unit={flight.rules.speed.unit} />
      {children}
    </table>
  );
}

const Head = memo(function Head({ unit }: { unit: 'm/min' | 'yd/min' }) {
  const { t } = useTranslation();
  return (
    <thead role="rowgroup">
      <tr role="row" className={styles.head} aria-rowindex={1}>
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
          {t(unit === 'm/min' ? 'unit.m_min' : 'unit.yd_min')}
        </th>
      </tr>
    </thead>
  );
});

export function NobodyHome({ flight: { status } }: { flight: Flight }) {
  const { t } = useTranslation();
  if (status === 'planned' || status === 'basketing')
    return <Empty title={t('board.waiting')} text={t('board.waiting_text')} />;
  if (status === 'released') return <Empty title={t('board.flying')} text={t('board.flying_text')} />;
  return <Empty title={t('board.nobody')} text={t('board.nobody_text')} />;
}
