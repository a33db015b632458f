/** Lists on paper: rows marked as one line are one line, the columns fill the page, and no long name takes it all. */
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { describe, expect, it } from 'vitest';
import type { Cell } from '#domain/table.ts';
import { type CharacterWidths, measureCharacters } from './character-widths.ts';
import { layOut } from './paper.ts';

const fonts = fileURLToPath(new URL('fonts', import.meta.url));
const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths: [fonts] }] });
const widthsOf = measureCharacters(compiler);
const page_pt = ((297 - 24) * 72) / 25.4;
const sum = (all: readonly number[]) => all.reduce((so_far, one) => so_far + one, 0);
const list = (rows: readonly (readonly Cell[])[], dir: 'ltr' | 'rtl' = 'ltr', measure = widthsOf) =>
  layOut({ title: 'Ulm 2022', rows, lang: dir === 'rtl' ? 'ar' : 'en', dir }, measure);

const names = [
  'Denderhoek',
  'WWWWWWWWWWWWWWWW',
  'AVAVAVATATATAYAYAY',
  'fi ffi fl fj ff',
  'Lof van Vlaanderen & Zonen',
  'Søren Østergård',
  'Zażółć Gęślą Jaźń',
  'Οι Ταχυδρόμοι',
  'Пётр Ильин',
  'الحمام الزاجل',
  'لالالالا',
  'كككك بببب ققق صصص',
  'محمد بن راشد',
  'فریدون ککگگ',
  'فريق الصقور 26',
  'นกพิราบที่เร็วที่สุด',
  '李明 赛鸽',
  '田中 一郎 レース鳩',
  '김민수',
  'e\u0301e\u0301e\u0301',
  '😀🕊',
];

/** The width of a text that is set as a whole, in points. */
function setWidth(text: string, faces: readonly string[]): number {
  const mainFileContent = `#set text(font: json(bytes(sys.inputs.faces)), size: 8pt)
    #context [#metadata(measure(sys.inputs.text).width.pt()) <width>]`;
  const inputs = { faces: JSON.stringify(faces), text };
  return compiler.query({ mainFileContent, inputs }, { selector: '<width>', field: 'value' })[0];
}

describe('a list on paper', () => {
  it('leaves out empty columns, and none where there are no rows', () => {
    const laid = list([
      ['Ring', 'Eye colour', 'Place', 'Dam'],
      ['BE 1', null, 0, ''],
      ['BE 2', '', 2, null],
    ]);
    expect([laid.head, laid.cells, laid.figures]).toEqual([
      ['Ring', 'Place'],
      ['BE 1', '0', 'BE 2', '2'],
      [false, true],
    ]);
    expect(list([['Ring', 'Dam']]).head).toEqual(['Ring', 'Dam']);
  });

  it.each(names)('has a column that is wide enough for %s in one line', (name) => {
    // The second column takes the rest of the width, as a shrunken one does.
    const laid = list([
      ['', ''],
      [name, 'x '.repeat(400)],
    ]);
    expect(laid.widths[0]! - 6).toBeGreaterThan(setWidth(name, laid.faces));
    expect(sum(laid.widths)).toBeCloseTo(page_pt, 3);
    expect(laid.one_line).toEqual([false]);
  });

  it('gives a column room for its longest word before the others get more for their texts', () => {
    const long = 'van der Berg and Sons of the Lower River'.split(' ').concat('and more').join(' ');
    const head = ['Chip', ...Array.from({ length: 9 }, (_, n) => `Name ${n}`)];
    const chip = '9677AAC50474BA0C1234';
    const laid = list([head, [chip, ...head.slice(1).map(() => long)]]);
    expect(laid.widths[0]! - 6).toBeGreaterThan(setWidth(chip, laid.faces));
    expect(sum(laid.widths)).toBeCloseTo(page_pt, 3);
  });

  it('control: widths too small by a quarter are detected', () => {
    const small: CharacterWidths = (...asked) =>
      new Map([...widthsOf(...asked)].map(([letter, width]) => [letter, width * 0.75]));
    const laid = list(
      [
        ['', ''],
        ['Denderhoek', 'x '.repeat(400)],
      ],
      'ltr',
      small,
    );
    expect(laid.widths[0]! - 6).toBeLessThan(setWidth('Denderhoek', laid.faces));
  });

  it('fills the page with its columns, and marks rows as one line where all their texts fit', () => {
    const rows = [['Ring', 'Team'], ...names.map((name, i) => [`BE 26-${1_000_000 + i}`, name])];
    const laid = list(rows);
    expect(sum(laid.widths)).toBeCloseTo(page_pt, 3);
    expect(laid.one_line).toEqual(names.map(() => true));
    for (const uncertain of ['two\nlines', '👨‍👩‍👧', '🕊️'])
      expect(list([...rows, ['BE 26-1', uncertain]]).one_line.at(-1)).toBe(false);
  });

  it('breaks a long name, but no ring because of it', () => {
    const laid = list([
      ['Ring', 'Team'],
      ['BE 26-1000000', 'x '.repeat(400)],
      ['BE 26-1000001', 'Denderhoek'],
    ]);
    expect(laid.one_line).toEqual([false, true]);
    expect(laid.widths[0]! - 6).toBeGreaterThan(setWidth('BE 26-1000000', laid.faces));
  });

  it('is mirrored in Arabic, where only texts in its script run to the left', () => {
    const rows: Cell[][] = [
      ['الحلقة', 'Speed'],
      ['BE 26-1', 1303.2573],
      ['الحمام', { cents: -5, currency: 'EUR' }],
    ];
    const laid = list(rows, 'rtl');
    expect(laid.head).toEqual(['Speed', { to_left: 'الحلقة' }]);
    expect(laid.cells).toEqual(['1303.2573', 'BE 26-1', '-0.05', { to_left: 'الحمام' }]);
    expect(laid.figures).toEqual([true, false]);
    expect(laid.widths).toEqual(list(rows).widths.toReversed());
  });
});
