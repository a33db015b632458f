/** Writes a list as a spreadsheet with types (XLSX): days are days, amounts amounts, numbers numbers, and texts texts, whatever they begin with. */
import { type CellValue, writeXlsx } from 'hucre/xlsx';
import type { Cell, DayCell, MoneyCell } from '#domain/csv.ts';
import type { Table } from '#domain/table.ts';

/** A column is as wide as its longest text, within reason. */
const widths = { least: 6, most: 42 };

export async function writeSheet({ title, rows, dir }: Table): Promise<Uint8Array> {
  const [head = []] = rows;
  const columns = head.map((_, column) => {
    const longest = rows.reduce((most, row) => Math.max(most, lengthOf(row[column] ?? null)), 0);
    const typed = rows.map((row) => row[column] ?? null).find(isTyped);
    return {
      width: Math.min(widths.most, Math.max(widths.least, longest + 2)),
      ...(typed && { numFmt: formatOf(typed) }),
    };
  });
  return writeXlsx({
    sheets: [
      {
        name: nameOf(title),
        rows: rows.map((row) => row.map(asValue)),
        columns,
        freezePane: { rows: 1 },
        view: { rightToLeft: dir === 'rtl' },
        cells: new Map(
          head.map((value, column) => [`0,${column}`, { value: asValue(value), style: { font: { bold: true } } }]),
        ),
      },
    ],
  });
}

type TypedCell = DayCell | MoneyCell;

const isTyped = (cell: Cell): cell is TypedCell => cell !== null && typeof cell === 'object';

/** How a spreadsheet shows a day or an amount: `2026-06-06`, `1,300.00 EUR` with the signs of its reader's country. */
const formatOf = (cell: TypedCell): string => ('day' in cell ? 'yyyy-mm-dd' : `#,##0.00 "${cell.currency}"`);

function lengthOf(cell: Cell): number {
  if (cell === null) return 0;
  return isTyped(cell) ? 14 : String(cell).length;
}

function asValue(cell: Cell): CellValue {
  if (cell === null || typeof cell === 'number') return cell;
  if (typeof cell === 'object') return 'day' in cell ? new Date(`${cell.day}T00:00:00Z`) : cell.cents / 100;
  // What looks like the format's own sign for a letter is written as its sign for the underscore.
  return cell.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}

/** The tab of a sheet has 31 signs at most, and not all of them. */
function nameOf(title: string): string {
  const plain = title
    .replaceAll(/[\\/?*[\]:\p{Cc}]/gu, ' ')
    .replaceAll(/^'+|'+$/g, '')
    .trim();
  return Array.from(plain).slice(0, 31).join('').trim() || 'Loftline';
}
