import { describe, expect, it, test } from 'vitest';
import { compact, creditorReference, inFours, isBic, isIban, transferCode } from './bank.ts';

// Examples of the registry of IBANs (ISO 13616), one a country.
test.each([
  'DE89 3704 0044 0532 0130 00',
  'NL91 ABNA 0417 1643 00',
  'BE68 5390 0754 7034',
  'GB29 NWBK 6016 1331 9268 19',
  'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
  'NO93 8601 1117 947',
  'fr14-2004-1010-0505-0001-3M02-606',
])('%s is an IBAN, and not with one digit wrong or two changed over', (typed) => {
  const iban = compact(typed);
  expect(isIban(iban)).toBe(true);
  for (let i = 2; i < iban.length; i += 1) {
    const wrong = iban[i] === '7' ? '3' : '7';
    expect(isIban(iban.slice(0, i) + wrong + iban.slice(i + 1)), `${i}`).toBe(false);
    const [one, two] = [iban[i], iban[i + 1]];
    if (two === undefined || one === two || i < 4) continue;
    expect(isIban(iban.slice(0, i) + two + one + iban.slice(i + 2)), `${i} and ${i + 1}`).toBe(false);
  }
});

test.each(['', 'DE', 'DE89', 'DE00370400440532013000', '1234567890123456', 'DE8937040044053201300Ö', 'DE89 3704'])(
  '“%s” is none',
  (text) => {
    expect(isIban(text)).toBe(false);
  },
);

test.each([
  ['DEUTDEFF', true],
  ['DEUTDEFF500', true],
  ['GENODEF1KIL', true],
  ['DEUTDEF', false],
  ['DEUTDEFF5', false],
  ['DEUT1EFF', false],
])('%s is a BIC: %s', (text, is) => {
  expect(isBic(text)).toBe(is);
});

test.each([
  // The example of ISO 11649, and the numbers of orders.
  ['539007547034', 'RF18539007547034'],
  ['27-0431', 'RF42270431'],
])('%s has the reference %s, whose digits check', (number, reference) => {
  expect(creditorReference(number)).toBe(reference);
  // An independent reading: the whole as one number leaves 1.
  const moved = (reference.slice(4) + reference.slice(0, 4)).replaceAll(/[A-Z]/g, (one) =>
    String(one.charCodeAt(0) - 55),
  );
  expect(BigInt(moved) % 97n).toBe(1n);
});

test('IBAN and reference are printed in groups of four', () => {
  expect(inFours('BE68539007547034')).toBe('BE68 5390 0754 7034');
  expect(inFours('RF42270431')).toBe('RF42 2704 31');
});

describe('a code for banking apps (EPC069-12)', () => {
  const to = { holder: 'Red Cross of Belgium', iban: 'BE72000000001616', bic: 'BPOTBEB1', name: null };
  const transfer = { to, amount_cents: 100, currency: 'EUR', reference: 'RF18539007547034' };

  it('has the lines of the guideline in its order', () => {
    expect(transferCode(transfer)?.split('\n')).toEqual([
      'BCD', // service tag
      '002', // version
      '1', // UTF-8
      'SCT', // identification
      'BPOTBEB1',
      'Red Cross of Belgium',
      'BE72000000001616',
      'EUR1.00',
      '', // purpose
      'RF18539007547034', // structured reference; without it a text would follow
    ]);
    expect(transferCode({ ...transfer, to: { ...to, bic: null } })?.split('\n')[4]).toBe('');
  });

  it.each([
    [1, 'EUR0.01'],
    [65_050, 'EUR650.50'],
    [100_000, 'EUR1000.00'],
    [99_999_999_999, 'EUR999999999.99'],
  ])('says %i cents as %s', (amount_cents, says) => {
    expect(transferCode({ ...transfer, amount_cents })?.split('\n')[7]).toBe(says);
  });

  it.each([
    ['another currency', { currency: 'GBP' }],
    ['nothing', { amount_cents: 0 }],
    ['more than the guideline allows', { amount_cents: 100_000_000_000 }],
  ])('there is none for %s', (_, part) => {
    expect(transferCode({ ...transfer, ...part })).toBeNull();
  });

  it.each([
    ['is cut at 70 letters', 'a'.repeat(90), 'a'.repeat(70)],
    ['is one line', 'Weser\nValley\r\n Derby ', 'Weser Valley Derby'],
    ['keeps its accents', 'Société Générale des Colombophiles', 'Société Générale des Colombophiles'],
  ])('a holder %s', (_, holder, said) => {
    expect(transferCode({ ...transfer, to: { ...to, holder } })?.split('\n')[5]).toBe(said);
  });

  it('has 331 bytes at most, and no half character', () => {
    const holder = '🕊'.repeat(70);
    const iban = `MT84${'A'.repeat(30)}`;
    const code = transferCode({ ...transfer, amount_cents: 99_999_999_999, to: { ...to, holder, iban } })!;
    expect(Buffer.byteLength(code)).toBeLessThanOrEqual(331);
    expect(code.split('\n')[5]).toMatch(/^🕊+$/u);
  });
});
