/** Reads a table that somebody sends: CSV in any of the usual encodings and separators, or the first sheet of an XLSX. */
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { type Cells, mostLines } from '#domain/entries/listed.ts';
import { Refusal } from '#domain/refusal.ts';

/** What a packed sheet may become when it is unpacked, as it says itself. */
const mostUnpackedBytes = 64 << 20;

/**
 * The rows of a table as text.
 * @throws Refusal `import_invalid_file` (8.7) for what is no table; `list_too_long`.
 */
export async function readSheet(bytes: Buffer): Promise<Cells> {
  const rows = bytes.subarray(0, 2).toString('latin1') === 'PK' ? await readXlsxRows(bytes) : readCsvRows(bytes);
  if (rows.length > mostLines + 1) throw new Refusal('list_too_long', { max: mostLines });
  return rows;
}

async function readXlsxRows(bytes: Buffer): Promise<Cells> {
  const invalid = new Refusal('import_invalid_file');
  if (unpackedBytes(bytes) > mostUnpackedBytes) throw invalid;
  const workbook = await readXlsx(bytes).catch(() => {
    throw invalid;
  });
  return (workbook.sheets[0]?.rows ?? []).map((row) =>
    row.map((cell) => {
      if (cell instanceof Date) return cell.toISOString().slice(0, 10);
      return cell === null || cell === undefined || typeof cell === 'object' ? '' : asWritten(String(cell));
    }),
  );
}

function readCsvRows(bytes: Buffer): Cells {
  const text = textOf(bytes);
  // No keyboard writes this: it is no text at all.
  if (text.includes('\0')) throw new Refusal('import_invalid_file');
  return parseCsv(text, { typeInference: false }).map((row) => row.map((cell) => asWritten(String(cell ?? ''))));
}

/** UTF-8, UTF-16 where its mark says so, else what spreadsheets of Western Europe write. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Our own lists have an apostrophe before what would be a formula (domain/csv.ts). */
const asWritten = (cell: string) => cell.replace(/^'(?='*[=+\-@\t\r\n＝＋－＠])/u, '');

/** How large the parts of a ZIP are together when they are unpacked, by its own list of them. */
function unpackedBytes(zip: Buffer): number {
  let total = 0;
  for (let at = zip.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0 && at + 28 <= zip.length; ) {
    total += zip.readUInt32LE(at + 24);
    at = zip.indexOf('PK\x01\x02', at + 46, 'latin1');
  }
  return total;
}
