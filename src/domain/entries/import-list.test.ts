import { describe, expect, it } from 'vitest';
import { birdsIn, columns, linesIn, linesPasted } from './import-list.ts';

const named = Object.fromEntries(columns.map((column) => [column, []])) as unknown as Parameters<typeof linesIn>[1];
const eyes = { yellow: [], orange: [], red: ['Rot'], pearl: [], white: [], violet: [], bull: ['Dunkel'] };
const words = { sex: { cock: ['Vogel', 'Doffer'], hen: ['Weibchen'] }, eye_color: eyes };
const read = (rows: string[][]) =>
  birdsIn(linesIn(rows, { ...named, ring: ['Anneau', 'リング'], color: ['Couleur'] }).lines, words);

describe('a list of birds', () => {
  it('is read by the heads of its columns, in any order and language; empty lines are left out', () => {
    const rows = [
      ['Couleur', ' RING ', 'Weight'],
      ['Bleu', 'BE 26-4023187', '480'],
      ['', ' ', ''],
      ['', 'BE 26-4023188'],
    ];
    expect(linesIn(rows, { ...named, color: ['couleur'] })).toMatchObject({
      lines: [
        { line: 2, cells: { color: 'Bleu', ring: 'BE 26-4023187' } },
        { line: 4, cells: { color: '', ring: 'BE 26-4023188' } },
      ],
      unknown_columns: ['Weight'],
      missing: null,
    });
    expect(linesIn([['Name'], ['Lowie']], named).missing).toBe('ring');
    expect(linesIn([], named)).toMatchObject({ lines: [], missing: 'ring' });
  });

  it('returns for each line the bird, or the field with the error and its reason', () => {
    const heads = ['ring', 'name', 'sex', 'country', 'chip', 'team'];
    const lines = read([
      heads,
      ['BE 26-1', 'Lowie', 'Vogel', 'be', ' a1 b2 c3 d4 ', 'Aerts'],
      ['', 'Witpen', '', '', '', ''],
      ['BE 26-2', '', 'blue', 'Belgium', '', ''],
      ['be26/1', '', '', '', '', ''],
      ['BE 26-3', '', '0,1', '', 'A1B2C3D4', ''],
      ['BE 26-4', '', '♀', '', '', ''],
    ]);
    expect(lines[0]).toMatchObject({
      bird: {
        ring: 'BE 26-1',
        name: 'Lowie',
        sex: 'cock',
        country: 'BE',
        chip: 'A1B2C3D4',
        team: 'Aerts',
        color: null,
      },
      errors: [],
    });
    expect(lines.map(({ line, errors }) => [line, ...errors.map(({ field, code }) => `${field} ${code}`)])).toEqual([
      [2],
      [3, 'ring error_required'],
      [4, 'sex sex_word_unknown', 'country error_country'],
      [5, 'ring ring_twice'],
      [6, 'chip chip_on_another_bird'],
      [7],
    ]);
    expect(lines[5]!.bird).toMatchObject({ sex: 'hen', chip: null });
  });
});

describe('a pasted list', () => {
  it('has ring, name, sex and colour between tabs, semicolons or commas, and keeps its lines as they were', () => {
    const { lines, head, unknown_columns } = linesPasted(
      '\nBE 26-1\tLowie\t1,0\r\nBE 26-2; "Witpen" ;\r BE 26-3,',
      named,
    );
    expect({ head, unknown_columns }).toEqual({ head: null, unknown_columns: [] });
    expect(lines).toEqual([
      { line: 2, cells: { ring: 'BE 26-1', name: 'Lowie', sex: '1,0', color: '' }, text: 'BE 26-1\tLowie\t1,0' },
      { line: 3, cells: { ring: 'BE 26-2', name: 'Witpen', sex: '', color: '' }, text: 'BE 26-2; "Witpen" ;' },
      { line: 4, cells: { ring: 'BE 26-3', name: '', sex: '', color: '' }, text: ' BE 26-3,' },
    ]);
    expect(linesPasted('BE 26-1;a;cock;blue;more', named).lines[0]).toMatchObject({ is_too_long: true });
    const { ring, name } = linesPasted('BE 26-4023187 Blauwe hen', named).lines[0]!.cells;
    expect([ring, name]).toEqual(['BE 26-4023187', 'Blauwe hen']);
    for (const ring of ['BE 26-4023187', 'DV 06914-26-601 W', '72716 H+'])
      expect(linesPasted(ring, named).lines[0]!.cells).toMatchObject({ ring, name: '' });
    expect(linesPasted(' \n', named)).toEqual({ lines: [], head: null, unknown_columns: [] });
  });

  it('may name its columns on its first line', () => {
    expect(linesPasted('\n\ncolor,ring,price\nBlue,BE 26-1,9', named)).toEqual({
      lines: [{ line: 4, cells: { color: 'Blue', ring: 'BE 26-1' }, text: 'Blue,BE 26-1,9' }],
      head: 'color,ring,price',
      unknown_columns: ['price'],
    });
  });
});
