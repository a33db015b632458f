/** Lists sorted by one of their columns, as their readers choose: `name` ascending, `-name` descending. */
import { z } from 'zod';

export type Order<Column extends string> = Column | `-${Column}`;

/** An order in a query: one of these columns, up or down; the first one by default. */
export function orderBy<Column extends string>(...columns: readonly [Column, ...Column[]]) {
  const orders = columns.flatMap((column): Order<Column>[] => [column, `-${column}`]);
  return z.enum(orders as [Order<Column>, ...Order<Column>[]]).default(columns[0] as never);
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * The rows in this order. Text is in alphabetical order with its numbers by value; missing values come last in both
 * directions, and equal rows keep their order.
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
