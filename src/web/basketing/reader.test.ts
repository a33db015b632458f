import { describe, expect, it } from 'vitest';
import { crateIn, textOfReport } from './reader.ts';

describe('what a reader reads', () => {
  it.each([
    ['a label of a crate', 'https://olr.example/admin/seasons/3/flights/41/basketing?crate=7', 7],
    ['a chip', 'C000000001', null],
    ['a ring', 'BE 26-4023187', null],
    ['another address', 'https://olr.example/lofts/1?crate=7', null],
  ])('%s', (_name, text, crate) => {
    expect(crateIn(text)).toBe(crate);
  });

  it('is the longest text of a report, without what fills it', () => {
    const report = new Uint8Array(64);
    report.set([0x5d, 0x43, 0x30, 0x00]);
    report.set(new TextEncoder().encode('C000000001'), 4);
    expect(textOfReport(report)).toBe('C000000001');
    expect(textOfReport(new Uint8Array(64))).toBe('');
  });
});
