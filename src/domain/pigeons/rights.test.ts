import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Grant, holdersOn, whole_bp } from './rights.ts';

const [breeder, buyer, third] = [1, 2, 3];
const to = (user_id: number, from_day: string, share_bp = whole_bp, until_day: string | null = null): Grant => ({
  user_id,
  from_day,
  until_day,
  share_bp,
});
const on = (day: string, grants: readonly Grant[], owner: number | null = breeder) =>
  holdersOn(day, owner, grants).map(({ user_id, share_bp }) => `${user_id ?? 'loft'} ${share_bp}`);

describe('the rights in a bird', () => {
  it.each<[string, string, Grant[], string[]]>([
    ['are its owner’s', '2027-08-01', [], ['1 10000']],
    ['are still its owner’s on the day before', '2027-08-01', [to(buyer, '2027-08-02')], ['1 10000']],
    ['are the buyer’s from the day on which it is paid', '2027-08-02', [to(buyer, '2027-08-02')], ['2 10000']],
    ['are the last buyer’s', '2027-08-09', [to(buyer, '2027-08-02'), to(third, '2027-08-09')], ['3 10000']],
    [
      'come back on the day on which they end',
      '2027-08-05',
      [to(buyer, '2027-08-02', whole_bp, '2027-08-05')],
      ['1 10000'],
    ],
    [
      'were nobody else’s where they ended on the day they began',
      '2027-08-02',
      [to(buyer, '2027-08-02', whole_bp, '2027-08-02')],
      ['1 10000'],
    ],
    ['are shared where a part was given', '2027-09-01', [to(buyer, '2027-08-02', 3500)], ['1 6500', '2 3500']],
    [
      'are shared by all, each share taken of the whole',
      '2027-09-01',
      [to(buyer, '2027-08-02', 3500), to(third, '2027-08-03', 5000)],
      ['3 5000', '1 3250', '2 1750'],
    ],
    [
      'add up where somebody is given twice',
      '2027-09-01',
      [to(buyer, '2027-08-02', 5000), to(buyer, '2027-08-03', 5000)],
      ['2 7500', '1 2500'],
    ],
  ])('%s', (_, day, grants, holders) => expect(on(day, grants)).toEqual(holders));

  it('in a bird of nobody are the loft’s', () => {
    expect(on('2027-08-01', [to(buyer, '2027-08-02')], null)).toEqual(['loft 10000']);
    expect(on('2027-08-02', [to(buyer, '2027-08-02')], null)).toEqual(['2 10000']);
  });

  it('are always the whole, whatever was given', () => {
    const day = fc.integer({ min: 10, max: 28 }).map((n) => `2027-08-${n}`);
    const grant = fc.record({
      user_id: fc.integer({ min: 1, max: 4 }),
      from_day: day,
      until_day: fc.option(day, { nil: null }),
      share_bp: fc.integer({ min: 1, max: whole_bp }),
    });
    fc.assert(
      fc.property(day, fc.array(grant, { maxLength: 8 }), (today, grants) => {
        const holders = holdersOn(today, breeder, grants);
        expect(holders.reduce((sum, { share_bp }) => sum + share_bp, 0)).toBe(whole_bp);
        expect(holders.every(({ share_bp }) => Number.isInteger(share_bp) && share_bp > 0)).toBe(true);
      }),
    );
  });
});
