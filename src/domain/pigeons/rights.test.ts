import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GivenRight, type Grant, holdersOn, whole_bp, whyNotEnd, whyNotGive } from './rights.ts';

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

  it('in a bird without an owner are the loft’s', () => {
    expect(on('2027-08-01', [to(buyer, '2027-08-02')], null)).toEqual(['loft 10000']);
    expect(on('2027-08-02', [to(buyer, '2027-08-02')], null)).toEqual(['2 10000']);
  });

  it('always add up to the whole', () => {
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

describe('by hand', () => {
  const today = '2027-08-10';
  const byHand = (share_bp: number, from_day: string, until_day: string | null = null): GivenRight => ({
    ...to(buyer, from_day, share_bp, until_day),
    order_id: null,
  });
  const bought: GivenRight = { ...to(buyer, '2027-08-02'), order_id: 7 };
  const left = (percent: number) => ['shares_above_whole', { left: percent }] as const;

  it.each<[string, number, string, GivenRight[], readonly [string, object?] | null]>([
    ['the whole is given from today on', whole_bp, today, [], null],
    ['nothing is given before today', 100, '2027-08-09', [], ['right_day_past']],
    ['what is left is given', 6500, today, [byHand(3500, '2027-08-01')], null],
    ['more is not', 6501, today, [byHand(3500, '2027-08-01')], left(65)],
    ['parts of a percent are left', 9951, today, [byHand(50, '2027-08-01')], left(99.5)],
    ['what has ended by then is free again', whole_bp, today, [byHand(3500, '2027-08-01', today)], null],
    ['what ends later is not', whole_bp, today, [byHand(3500, '2027-08-01', '2027-08-11')], left(65)],
    ['what begins later counts', 6501, today, [byHand(3500, '2027-09-01')], left(65)],
    [
      'the fullest day counts',
      5000,
      today,
      [byHand(3000, '2027-08-01', '2027-08-20'), byHand(4000, '2027-08-15', '2027-08-25'), byHand(3500, '2027-08-25')],
      left(30),
    ],
    [
      'what began and ended on one day counts nowhere',
      whole_bp,
      today,
      [byHand(3500, '2027-09-01', '2027-09-01')],
      null,
    ],
    ['a sale before it is not counted', whole_bp, today, [bought], null],
  ])('%s', (_, share_bp, from_day, given, no) => {
    const refusal = whyNotGive({ share_bp, from_day }, given, today);
    expect(refusal && [refusal.code, refusal.params]).toEqual(no && [no[0], no[1] ?? {}]);
  });

  it.each<[string, GivenRight, string, string | null]>([
    ['a right ends today', byHand(3500, '2027-08-01'), today, null],
    ['not before today', byHand(3500, '2027-08-01'), '2027-08-09', 'right_day_past'],
    ['one that is to come ends before it begins to act', byHand(3500, '2027-09-01'), '2027-09-01', null],
    ['not before it begins', byHand(3500, '2027-09-01'), '2027-08-31', 'due_date_range_invalid'],
    ['once', byHand(3500, '2027-08-01', '2027-09-01'), today, 'right_ended'],
    ['not what was bought', bought, today, 'right_bought'],
  ])('%s', (_, right, until_day, code) => expect(whyNotEnd(right, until_day, today)?.code ?? null).toBe(code));
});
