/** The jumps of a loft's clocks during a flight that no ruling has corrected. */
import { isOfMoment, withdrawals } from '#domain/arrivals/project.ts';
import { jumpsToCorrect } from '#domain/arrivals/race-control.ts';
import { type Jump, jumpsOf } from '#domain/devices/clock-time.ts';
import type { Tx } from '#server/db/database.ts';
import type { FlownFlight } from '#server/flights/flights.ts';
import { corrections } from '#server/ledger/declarations.ts';
import type { Comparisons } from './close-times.ts';

/** The jumps by clock between the release of a flight and its closing, the earliest first; clocks without one are left out. */
export async function jumpsDuring(
  tx: Tx,
  { loft_id, release_time, closes_at }: Pick<FlownFlight, 'loft_id' | 'release_time' | 'closes_at'>,
  comparisons: Comparisons,
): Promise<Map<number, Jump[]>> {
  if (release_time === null) return new Map();
  const [from_ms, to_ms] = [Date.parse(release_time), Date.parse(closes_at ?? '9999-12-31')];
  const jumped = new Map(
    [...comparisons]
      .map(([id, samples]) => [id, jumpsOf(samples)] as const)
      .filter(([, jumps]) => jumps.some(({ at_ms }) => at_ms >= from_ms && at_ms <= to_ms)),
  );
  if (!jumped.size) return jumped;
  const entries = await corrections(tx, loft_id, [...jumped.keys()]);
  const isVoid = withdrawals(entries);
  const offsets = entries.filter((entry) => entry.kind === 'offset' && !isOfMoment(entry) && !isVoid(entry.number));
  const declared = await tx
    .selectFrom('declarations')
    .select(['number', 'declared_at'])
    .where('loft_id', '=', loft_id)
    .where('number', 'in', offsets.map(({ number }) => number).concat(0))
    .execute();
  const declaredAt = new Map(declared.map(({ number, declared_at }) => [number, Date.parse(declared_at)]));
  return new Map(
    [...jumped].flatMap(([id, jumps]) => {
      const own = offsets.flatMap((entry) =>
        entry.kind === 'offset' && entry.device_id === id
          ? { ...entry, declared_ms: declaredAt.get(entry.number) ?? 0 }
          : [],
      );
      const left = jumpsToCorrect(jumps, own).filter(({ at_ms }) => at_ms >= from_ms && at_ms <= to_ms);
      return left.length ? [[id, left] as const] : [];
    }),
  );
}
