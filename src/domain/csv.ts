// Tables for spreadsheets. Names come from people, and a spreadsheet takes what begins like a formula for one.

export type Cell = string | number | null;

/** What makes a spreadsheet work a cell out instead of showing it, also in the full-width forms of Asian keyboards. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/u;

/**
 * A table as CSV (RFC 4180) in UTF-8 with a mark at its beginning, without which Excel takes it for something else. Text
 * that would be a formula gets a leading apostrophe; whoever reads it back takes one apostrophe off such text and has
 * what was written. Numbers are no text and are written plain, with a decimal point.
 */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;
}

function cellOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",;\s]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The headers of an answer that is kept as a file of this name. */
export function csvHeaders(name: string): Record<string, string> {
  const whole = name.replaceAll(/[\s\p{Cc}\p{Cf}\p{Cs}"*/:<>?\\|]+/gu, ' ').trim();
  const plain = whole.normalize('NFKD').replaceAll(/[^\x20-\x7E]/g, '');
  return {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${plain}.csv"; filename*=UTF-8''${encodeStrictly(whole)}.csv`,
  };
}

function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replaceAll(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
