/** The result of a race as a printable sheet: the whole result, or the filtered rows. */

import { Fragment } from 'react';
import { secondDecimals, timeBetween, timeDifference } from '#domain/arrivals/clock.ts';
import type { ResultRow } from '#domain/arrivals/contract.ts';
import type { DropStart } from '#domain/arrivals/drops.ts';
import { leavesOut } from '#domain/arrivals/result-filter.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { InParts, inParts } from '#web/lib/in-parts.tsx';
import { clockTime, formatNumber, formatSpeed } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { isMine, useMine } from '#web/lib/reader-marks.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { NothingFound } from '#web/ui/NoRows.tsx';
import type { Route } from './+types/ResultSheetPage.ts';
import { type BoardColumn, columnNames, sheetColumns } from './board-columns.ts';
import { narrowing } from './flight-data.ts';
import { loadResult } from './list-loader.server.ts';
import { type FlightPlan, lineWords, prizeShown } from './prize-line.ts';
import { Sheet } from './Sheet.tsx';
import { SheetBird } from './SheetBird.tsx';
import styles from './sheet.module.css';

export async function loader(args: Route.LoaderArgs) {
  const { t } = speaker(args.context.get(pageContext).locale);
  const data = await loadResult(args);
  const { flight, loft } = data;
  return { ...data, head: pageHead(args, [t('sheet.result'), flight.name, loft.name]) };
}

export const handle = inParts;

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ResultSheetPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { flight, loft, choice, rows, leader, prizes } = loaderData;
  const drops = loaderData.drops && new Map(loaderData.drops);
  const columns = sheetColumns(flight);
  const speed_unit = t(speedUnit(flight.rules.speed));
  const fastest = leader?.speed != null && {
    name: t('race.fastest'),
    value: (
      <>
        <bdi dir="ltr" className="num">
          {formatSpeed(locale, leader.speed, flight.rules.speed)}
        </bdi>{' '}
        {speed_unit}
      </>
    ),
  };
  return (
    <Sheet {...loaderData} list="result" facts={fastest ? [fastest] : []}>
      {rows.length === 0 ? (
        <NothingFound own={narrowing} />
      ) : (
        <table className={styles.table}>
          <caption className="visually-hidden">{t('board.caption', { flight: flight.name })}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className={figures.includes(column) ? styles.figure : undefined}>
                  {column === 'speed'
                    ? prizes
                      ? t('board.with_prize', { unit: speed_unit })
                      : speed_unit
                    : t(columnNames[column])}
                </th>
              ))}
            </tr>
          </thead>
          <InParts rows={rows}>
            {(from, part) => (
              <Rows
                flight={flight}
                loft={loft}
                rows={part}
                from={from}
                drops={drops}
                prizes={prizes}
                prized={prizes?.rows.slice(from, from + part.length)}
                prize_line={prizes?.birds && choice.order === 'rank' && !leavesOut(choice) ? prizes.birds - from : -1}
              />
            )}
          </InParts>
        </table>
      )}
    </Sheet>
  );
}

const figures: readonly BoardColumn[] = ['time', 'gap', 'speed'];

interface RowsProps {
  flight: Flight;
  loft: Loft;
  rows: readonly ResultRow[];
  /** The index of the first of them in the list. */
  from: number;
  drops: ReadonlyMap<number, DropStart[1]> | null;
  prizes: FlightPlan | null;
  /** What each row gets; absent without prizes. */
  prized: readonly number[] | undefined;
  /** The index of the row above which the line after the last prize stands. */
  prize_line: number;
}

function Rows({ flight, loft, rows, from, drops, prizes, prized, prize_line }: RowsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const mine = useMine(loft.id);
  const decimals = secondDecimals(flight.resolution_ms, flight.rules.precision_ms);
  const columns = sheetColumns(flight);
  const has = { bird: columns.includes('bird'), whose: columns.includes('whose') };
  return (
    <tbody>
      {rows.map((row, index) => {
        const at_ms = row.time === null ? null : Date.parse(row.time);
        const clock = at_ms === null ? null : clockTime(at_ms, loft.time_zone);
        const gap_ms = drops?.get(from + index);
        const drop = drops && { first: gap_ms !== undefined, last: drops.has(from + index + 1) };
        return (
          <Fragment key={row.pigeon_id}>
            {prizes && index === prize_line && <PrizesEnd plan={prizes} columns={columns.length} />}
            {gap_ms != null && (
              <tr className={styles.later}>
                <td colSpan={columns.length}>
                  <p>{t('board.later', { time: timeBetween(gap_ms, 0) })}</p>
                </td>
              </tr>
            )}
            <tr className={looksOf(drop, isMine(mine, row))}>
              {columns.includes('rank') && (
                <td className={row.rank !== null && row.rank <= 3 ? styles.medal : styles.rank}>
                  {row.rank !== null && <bdi className="num">{formatNumber(locale, row.rank)}</bdi>}
                </td>
              )}
              <SheetBird bird={row} has={has} />
              {columns.includes('time') && (
                <td className={styles.figure}>
                  {row.day !== null && row.day > 1 && <small>{t('board.day', { day: row.day })}</small>}{' '}
                  {clock && (
                    <bdi dir="ltr" className="num">
                      {clock.time}
                      {decimals > 0 && <i>.{clock.ms.slice(0, decimals)}</i>}
                    </bdi>
                  )}
                </td>
              )}
              {columns.includes('gap') && (
                <td className={styles.figure}>
                  {row.gap_ms === 0 ? (
                    <small>{t('board.leader')}</small>
                  ) : row.gap_ms === null ? null : (
                    <bdi dir="ltr" className={`num ${styles.gap}`}>
                      {timeDifference(row.gap_ms, decimals && 1)}
                    </bdi>
                  )}
                </td>
              )}
              {columns.includes('speed') && (
                <td className={styles.figure}>
                  <bdi dir="ltr" className="num">
                    {row.speed === null ? row.time && '–' : formatSpeed(locale, row.speed, flight.rules.speed)}
                  </bdi>
                  {prizes && (prized?.[index] ?? 0) > 0 && (
                    <small className={styles.prize}>{prizeShown(locale, prizes, prized![index]!)}</small>
                  )}
                </td>
              )}
            </tr>
          </Fragment>
        );
      })}
    </tbody>
  );
}

function PrizesEnd({ plan, columns }: { plan: FlightPlan; columns: number }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { title, says } = lineWords(t, locale, plan);
  return (
    <tr className={styles.prizes_end}>
      <td colSpan={columns}>
        <b>{title}</b> {says}
      </td>
    </tr>
  );
}

function looksOf(drop: { first: boolean; last: boolean } | null, mine: boolean): string {
  const looks = [drop && styles.railed, drop?.first && styles.first, drop?.last && styles.last, mine && styles.mine];
  return looks.filter(Boolean).join(' ');
}
