/**
 * Writes a list as a typed spreadsheet (XLSX): days as days, amounts as amounts, numbers as numbers, and texts as
 * texts, whatever they begin with.
 */
import { type CellValue, writeXlsx } from 'hucre/xlsx';
import type { Cell, DayCell, DecimalCell, MoneyCell, Table } from '#domain/table.ts';

/** The width of a column follows its longest text, within limits. */
const widths = { least: 6, most: 42 };

export async function writeSheet({ title, rows, dir, facts = [], is_headed = false }: Table): Promise<Uint8Array> {
  const [head = []] = rows;
  /** The facts, each in a row, and an empty row below them. */
  const above = is_headed && facts.length > 0 ? [...facts.map((fact) => [fact]), []] : [];
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
        rows: [...above, ...rows].map((row) => row.map(asValue)),
        columns,
        freezePane: { rows: above.length + 1 },
        view: { rightToLeft: dir === 'rtl' },
        cells: new Map(
          head.map((value, column) => [
            `${above.length},${column}`,
            { value: asValue(value), style: { font: { bold: true } } },
          ]),
        ),
      },
    ],
  });
}

type TypedCell = DayCell | MoneyCell | DecimalCell;

const isTyped = (cell: Cell): cell is TypedCell => cell !== null && typeof cell === 'object';

/**
 * The number format of a day, an amount or a decimal: `2026-06-06`, `1,300.00 EUR`, `1,284.280` with the separators of
 * the reader's country.
 */
function formatOf(cell: TypedCell): string {
  if ('day' in cell) return 'yyyy-mm-dd';
  if ('cents' in cell) return `#,##0.00 "${cell.currency}"`;
  return cell.decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(cell.decimals)}`;
}

function lengthOf(cell: Cell): number {
  if (cell === null) return 0;
  return isTyped(cell) ? 14 : String(cell).length;
}

function asValue(cell: Cell): CellValue {
  if (cell === null || typeof cell === 'number') return cell;
  if (typeof cell === 'object') {
    if ('day' in cell) return new Date(`${cell.day}T00:00:00Z`);
    return 'cents' in cell ? cell.cents / 100 : cell.value;
  }
  // A text that looks like an escape of the format has its underscore escaped.
  return cell.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}

/** The name of a sheet has 31 characters at most, and not all are allowed. */
function nameOf(title: string): string {
  const plain = title
    .replaceAll(/[\\/?*[\]:\p{Cc}]/gu, ' ')
    .replaceAll(/^'+|'+$/g, '')
    .trim();
  return Array.from(plain).slice(0, 31).join('').trim() || 'Loftline';
}
