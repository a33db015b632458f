// Tables for spreadsheets. Names are typed by people, and a spreadsheet evaluates text that begins like a formula.

import type { Cell, DayCell, DecimalCell, MoneyCell, TableFormat } from '#domain/table.ts';

/** The cell of an amount; null stays empty. */
export const moneyCell = (cents: number | null | undefined, currency: string): MoneyCell | null =>
  cents == null ? null : { cents, currency };

/** The cell of a day, YYYY-MM-DD; null stays empty. */
export const dayCell = (day: string | null | undefined): DayCell | null => (day == null ? null : { day });

/** The cell of a value in plain decimals; null stays empty. */
export const decimalCell = (value: string | null | undefined, decimals: number): DecimalCell | null =>
  value == null ? null : { value: Number(value), decimals };

/** Characters at which a spreadsheet evaluates a cell as a formula, also in the full-width forms of Asian keyboards. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/u;

/**
 * A table as CSV (RFC 4180) in UTF-8 with a byte order mark, without which Excel takes it for another encoding. Text
 * that would be a formula gets a leading apostrophe; a reader that takes one apostrophe off such text has the original.
 * Numbers are written plain, with a decimal point.
 */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;
}

function cellOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') {
    if ('day' in cell) return cell.day;
    return 'cents' in cell ? String(cell.cents / 100) : cell.value.toFixed(cell.decimals);
  }
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",;\s]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const types: Record<TableFormat | 'txt', string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
};

/** The headers of a reply that is downloaded as a file of this name. */
export function fileHeaders(name: string, format: keyof typeof types = 'csv'): Record<string, string> {
  const whole = name.replaceAll(/[\s\p{Cc}\p{Cf}\p{Cs}"*/:<>?\\|]+/gu, ' ').trim();
  const plain = whole.normalize('NFKD').replaceAll(/[^\x20-\x7E]/g, '');
  return {
    'content-type': types[format],
    'content-disposition': `attachment; filename="${plain}.${format}"; filename*=UTF-8''${encodeStrictly(whole)}.${format}`,
  };
}

function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replaceAll(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
