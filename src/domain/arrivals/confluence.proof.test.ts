/**
 * Proves that a result is a pure function of the ledger: it does not depend on order, batches or repetition of delivery
 * (A4), every reading is accounted for, as an independent implementation of the rules agrees (A9), and the results of
 * 200 golden races stay the same byte for byte (A10). Each proof has a control, a seeded fault that the same check must
 * report.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkConfluence, checkUnranked, goldenRaces } from '#testing/ledger-histories.ts';
import { proveSize, reportProof, seed } from '#testing/proof.ts';

describe(`random histories, seed ${seed}`, () => {
  test('the result does not depend on order, batches or repetition of delivery (A4)', () => {
    const histories = proveSize(1_000, 100_000);
    const { failures, perSecond } = checkConfluence({ histories, orders: 5, seed });
    const control = checkConfluence({ histories: 100, orders: 5, seed, unstable: true }).failures;
    const forgetful = checkConfluence({ histories: 100, orders: 5, seed, forgetful: true }).failures;
    const controls = { control: `${control}/100`, control_forgetful: `${forgetful}/100` };
    reportProof('A4', { histories, orders: 5, different: failures, per_second: perSecond, ...controls });
    expect(failures, `seed ${seed}`).toBe(0);
    expect(control, 'ties left in the order of delivery must not pass').toBeGreaterThan(20);
    expect(forgetful, 'offsets and voids that move nothing of before must not pass').toBeGreaterThan(20);
  });

  test('every reading and manual arrival is stored, with its place or its reason (A9)', () => {
    const histories = proveSize(500, 50_000);
    const { failures, perSecond } = checkUnranked({ histories, seed });
    const control = checkUnranked({ histories: 100, seed, dropUnknown: true }).failures;
    reportProof('A9', { histories, wrong: failures, per_second: perSecond, control: `${control}/100` });
    expect(failures, `seed ${seed}`).toBe(0);
    expect(control, 'throwing readings of unknown chips away must not pass').toBeGreaterThan(20);
  });
});

describe('200 golden races', () => {
  const file = new URL('golden.json', import.meta.url);
  const hashes = (races: string[]) => races.map((text) => createHash('sha256').update(text).digest('hex'));

  // After an intended change of a rule: GOLDEN=write vitest run --project fast src/domain/arrivals/confluence
  if (process.env.GOLDEN === 'write') writeFileSync(file, `${JSON.stringify(hashes(goldenRaces()), null, 2)}\n`);
  const golden: string[] = JSON.parse(readFileSync(file, 'utf8'));

  test('keep their results byte for byte, and change them with one changed rule (A10)', () => {
    const found = hashes(goldenRaces());
    const different = found.filter((hash, index) => hash !== golden[index]).length;
    const other = hashes(
      goldenRaces((rules) => ({
        ...rules,
        speed: { ...rules.speed, rounding: rules.speed.rounding === 'cut' ? 'half-up' : 'cut' },
      })),
    );
    const control = other.filter((hash, index) => hash !== golden[index]).length;
    reportProof('A10', { races: found.length, different, control: `${control}/200` });
    expect(golden).toHaveLength(200);
    expect(found).toEqual(golden);
    expect(control, 'another rounding must show').toBeGreaterThan(150);
  });

  test('cover every outcome of a reading', () => {
    const text = goldenRaces().join('\n');
    for (const reason of ['unknown_chip', 'not_basketed', 'before_release', 'after_close', 'wrong_loft', 'void']) {
      expect(text.split(`"reason":"${reason}"`).length).toBeGreaterThan(50);
    }
    expect(text).toMatch(/"repeated":\[\{.*"elsewhere":\[\{/);
  });
});
