/** Lists in the order of one of their columns, as their readers ask for it: `name` upwards, `-name` downwards. */
import { z } from 'zod';

export type Order<Column extends string> = Column | `-${Column}`;

/** An order in a query: one of these columns, up or down; the first one where nothing is asked for. */
export function orderBy<Column extends string>(...columns: readonly [Column, ...Column[]]) {
  const orders = columns.flatMap((column): Order<Column>[] => [column, `-${column}`]);
  return z.enum(orders as [Order<Column>, ...Order<Column>[]]).default(columns[0] as never);
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * The rows in this order. Text goes by the alphabet with its figures by value; what is not there comes last, whichever
 * way round, and rows of one value stay as they were.
 */
export function inOrder<Row, Column extends string>(
  rows: readonly Row[],
  order: Order<Column>,
  columns: Readonly<Record<Column, (row: Row) => string | number | null>>,
): Row[] {
  const isDown = order.startsWith('-');
  const of = columns[(isDown ? order.slice(1) : order) as Column];
  return rows
    .map((row) => ({ row, value: of(row) }))
    .sort(({ value: a }, { value: b }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      const up = typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
      return isDown ? -up : up;
    })
    .map(({ row }) => row);
}
