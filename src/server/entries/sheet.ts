/** Reads an uploaded table: CSV in any of the usual encodings and separators, or the first sheet of an XLSX. */
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { type Cells, mostLines } from '#domain/entries/import-list.ts';
import { Refusal } from '#domain/refusal.ts';

/** The maximum unpacked size of an XLSX, by its own directory. */
const mostUnpackedBytes = 64 << 20;

/**
 * The rows of a table as text.
 * @throws Refusal `pedigree.import_invalid_file` (8.7) for a file that is no table; `list_too_long`.
 */
export async function readSheet(bytes: Buffer): Promise<Cells> {
  const rows = bytes.subarray(0, 2).toString('latin1') === 'PK' ? await readXlsxRows(bytes) : readCsvRows(bytes);
  if (rows.length > mostLines + 1) throw new Refusal('list_too_long', { max: mostLines });
  return rows;
}

async function readXlsxRows(bytes: Buffer): Promise<Cells> {
  const invalid = new Refusal('pedigree.import_invalid_file');
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
  // A control character: the file is not text.
  if (text.includes('\0')) throw new Refusal('pedigree.import_invalid_file');
  return parseCsv(text, { typeInference: false }).map((row) => row.map((cell) => asWritten(String(cell ?? ''))));
}

/** UTF-8, UTF-16 by its byte order mark, else the encoding of spreadsheets in Western Europe. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Our own exports have an apostrophe before what would be a formula (domain/csv.ts). */
const asWritten = (cell: string) => cell.replace(/^'(?='*[=+\-@\t\r\n＝＋－＠])/u, '');

/** The unpacked size of all parts of a ZIP, by its own directory. */
function unpackedBytes(zip: Buffer): number {
  let total = 0;
  for (let at = zip.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0 && at + 28 <= zip.length; ) {
    total += zip.readUInt32LE(at + 24);
    at = zip.indexOf('PK\x01\x02', at + 46, 'latin1');
  }
  return total;
}
