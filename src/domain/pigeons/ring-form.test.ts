import { describe, expect, it } from 'vitest';
import { isUnusualRing, tidyRing } from './ring-form.ts';

describe('the form of a ring', () => {
  it.each([
    ['DV-06914-12-479', false],
    ['DV 06914 12 479', false],
    ['DV-06914-12', true],
    ['B-08-2148152', false],
    ['BE 26-4023187', false],
    ['BE26-4023187', false],
    ['BE 26-40231', true],
    ['NL-08-2095724', false],
    ['NL 08/2095724', false],
    ['NL-2008-2095724', true],
    ['SK-2022-01002-783', false],
    ['SU13 NE 4736', false],
    ['GB22X12345', false],
    ['PL-0123-22-4567', false],
    ['AU 2022 ABC 1234', false],
    // Rings of these countries are not known well enough for a form.
    ['CHN2022-19-1234567', false],
    ['ZA-2022-ABC-12345', false],
    ['RO-22-1234567', false],
    // A ring has digits.
    ['Lowie', true],
  ])('%s: unusual is %s', (ring, unusual) => expect(isUnusualRing(ring)).toBe(unusual));

  it('is stored as it was written, without surplus blanks and invisible characters', () => {
    expect(tidyRing('  BE  26-4023187\u200e ')).toBe('BE 26-4023187');
  });
});
