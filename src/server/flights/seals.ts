/** The sealed lists of flights, as everybody can read them. */
import type { FlightKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';

/** The seal of a flight that counts, and when its basketing is planned. A list that was opened again has none. */
export async function sealOf(tx: Tx, { loft_id, flight_id }: FlightKey) {
  const { basketing_at, sealed_at, list_fingerprint } = await tx
    .selectFrom('flights')
    .select(['basketing_at', 'sealed_at', 'list_fingerprint'])
    .where('loft_id', '=', loft_id)
    .where('id', '=', flight_id)
    .executeTakeFirstOrThrow();
  const seal = sealed_at === null || list_fingerprint === null ? null : { sealed_at, fingerprint: list_fingerprint };
  return { basketing_at, seal };
}

/** The list of a flight as it was sealed last. @throws Refusal `not_found` where none is. */
export async function sealedList(tx: Tx, { loft_id, flight_id }: FlightKey) {
  const sealed = await tx
    .selectFrom('sealed_lists')
    .select(['sealed_at', 'fingerprint', 'text'])
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .orderBy('n', 'desc')
    .executeTakeFirst();
  if (!sealed) throw new Refusal('not_found');
  return sealed;
}
