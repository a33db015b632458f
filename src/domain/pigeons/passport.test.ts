/** What the passport of a bird shows, and by whose switch. */
import { describe, expect, it } from 'vitest';
import type { PigeonLog } from './log-contract.ts';
import { decidesOn, healthShown, type PassportPart, partsShown, shownSteps } from './passport.ts';
import { holdersOn } from './rights.ts';
import type { PigeonStatus } from './status.ts';

/** A log of steps by day, the first one of the life first. */
const logOf = (...steps: [from: PigeonStatus, to: PigeonStatus][]): PigeonLog =>
  steps
    .map(([from, to], i) => ({ from, to, at: `2026-06-${String(i + 1).padStart(2, '0')}T08:00:00.000Z`, reason: null }))
    .toReversed();
const named = (log: PigeonLog, ...parts: PassportPart[]) => shownSteps(log, [], new Set(parts)).map(({ step }) => step);

describe('the switches of a passport', () => {
  it('count only where whoever decides now turned them on', () => {
    const opened = [
      { part: 'health', by: 7 },
      { part: 'sale', by: null },
    ] as const;
    expect([...partsShown(opened, 7)]).toEqual(['health']);
    expect([...partsShown(opened, null)]).toEqual(['sale']);
    expect([...partsShown(opened, 8)]).toEqual([]);
  });

  it('are turned by the holder of the largest share, and by the loft for a bird without an owner', () => {
    const given = { user_id: 8, from_day: '2026-06-01', until_day: null, share_bp: 6000 };
    expect(decidesOn(holdersOn('2026-05-31', 7, [given]))).toBe(7);
    expect(decidesOn(holdersOn('2026-06-01', 7, [given]))).toBe(8);
    expect(decidesOn(holdersOn('2026-06-01', null, []))).toBeNull();
  });
});

describe('the steps of a passport', () => {
  const log = logOf(
    ['assigned', 'active'],
    ['in_transit', 'at_loft'],
    ['active', 'injured'],
    ['injured', 'active'],
    ['active', 'lost'],
    ['lost', 'injured'],
    ['injured', 'for_sale'],
  );

  it('are for everybody where a bird came, was lost or came back', () => {
    expect(named(log)).toEqual(['back', 'lost', 'arrived']);
  });

  it('are those of health and of sale only with their switches', () => {
    expect(named(log, 'health')).toEqual(['back', 'lost', 'racing', 'injured', 'arrived']);
    expect(named(log, 'sale')).toEqual(['for_sale', 'back', 'lost', 'arrived']);
    expect(named(log, 'rights')).toEqual(named(log));
  });

  it('have a sale at its moment, with the switch of the sale alone', () => {
    const sold = ['2026-06-06T12:00:00.000Z'];
    expect(shownSteps(log, sold, new Set(['sale'] as const)).map(({ step }) => step)).toEqual([
      'for_sale',
      'sold',
      'back',
      'lost',
      'arrived',
    ]);
    expect(shownSteps(log, sold, new Set(['health'] as const)).map(({ step }) => step)).not.toContain('sold');
  });

  it('leave out a death that was entered by mistake, and keep the one that was none', () => {
    expect(named(logOf(['active', 'died'], ['died', 'held_back'], ['held_back', 'active']))).toEqual([]);
    expect(named(logOf(['active', 'died'], ['died', 'held_back'], ['held_back', 'died']))).toEqual(['died']);
  });

  it('name no state that speaks of a sale', () => {
    expect(healthShown('for_sale')).toBeNull();
    expect(healthShown('injured')).toBe('injured');
  });
});
