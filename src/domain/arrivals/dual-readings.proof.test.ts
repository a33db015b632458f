/**
 * Proves that birds that several clocks read are counted once, and that no reading is lost, whatever people withdraw and
 * whomever they disqualify (A8). The controls are programs with a fault that the same check must report.
 */
import { expect, test } from 'vitest';
import { checkDualReadings, type DualFault } from '#testing/dual-readings.ts';
import { proveSize, reportProof, seed } from '#testing/proof.ts';

test(`of each bird one reading counts and all are kept, with voids and disqualifications, seed ${seed} (A8)`, () => {
  const histories = proveSize(1_000, 100_000);
  const { failures, ...found } = checkDualReadings({ histories, seed });
  const control = (fault: DualFault) => checkDualReadings({ histories: 200, seed, fault }).failures;
  const unique = control('unique chip and time');
  const voids = control('void forgotten');
  const disqualified = control('disqualification forgotten');
  reportProof('A8', {
    histories,
    wrong: failures,
    ...found,
    control_unique: `${unique}/200`,
    control_voids: `${voids}/200`,
    control_disqualified: `${disqualified}/200`,
  });
  expect(failures, `seed ${seed}`).toBe(0);
  expect(found.same_microsecond).toBeGreaterThan(histories);
  expect(unique, 'a unique key over chip and time must not pass').toBeGreaterThan(100);
  expect(voids, 'a withdrawal that is forgotten must not pass').toBeGreaterThan(20);
  expect(disqualified, 'a disqualification that is forgotten must not pass').toBeGreaterThan(20);
});
