/**
 * What a correction moves: the winner of the last flight of the season that is over had carried the chip of another bird.
 * Its prize, its place in the rankings and its certificates are those of others since.
 */
import { sql } from 'kysely';
import type { FlightKey } from '#domain/keys.ts';
import { resultToSign, signResult } from '#server/arrivals/official.ts';
import { rankedAnew } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import { findFlownFlight } from '#server/flights/flights.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { changeOf } from '#server/rulings/apply.ts';
import { previewed } from '#server/rulings/effect.ts';
import { prepareRuling, signRuling } from '#server/rulings/rulings.ts';
import { corrected } from './demo-seed.ts';

export interface Correction extends FlightKey {
  /** Whose the first bird was by mistake, and whose the second is. */
  loser: number;
  winner: number;
  /** Those who decide: one prepares the ruling, the other signs it. */
  staff: number;
  merchant: number;
}

const reason = 'The film shows another ring: the bird carried the chip of BE 25-6099002';

/** The flight to correct; undefined where it is corrected already or a person of the demo is missing. */
export async function correctionOf(tx: Tx, issuer: string): Promise<Correction | undefined> {
  const { rows } = await sql<Correction>`
    with people as (select id, subject from users where issuer in (${issuer}, 'https://demo.invalid'))
    select f.loft_id, f.id as flight_id, loser.id as loser, winner.id as winner, staff.id as staff, merchant.id as merchant
    from flights f
    join people loser on loser.subject = 'demo-dries-vermeulen'
    join people winner on winner.subject = 'demo-customer'
    join people staff on staff.subject = 'demo-staff'
    join people merchant on merchant.subject = 'demo-merchant'
    where f.name = ${corrected} and f.status = 'provisional'`.execute(tx);
  return rows[0];
}

/** The two teams get accounts, two people sign the result, and by a ruling of both its first bird loses its place. */
export async function seedCorrection(tx: Tx, { loser, winner, staff, merchant, ...key }: Correction, now_ms: number) {
  const { loft } = await loadLoft(tx, key.loft_id);
  const [first, second] = await rankedAnew(tx, (await findFlownFlight(tx, key))!);
  for (const [user_id, { pigeon_id }] of [
    [loser, first!],
    [winner, second!],
  ] as const) {
    await sql`
      update teams t set user_id = ${user_id} from pigeons p
      where p.loft_id = ${key.loft_id} and p.id = ${pigeon_id} and t.loft_id = p.loft_id and t.id = p.team_id`.execute(
      tx,
    );
  }
  const signed = (await resultToSign(tx, key, { loft, user_id: staff, now_ms }))!.fingerprint;
  for (const by of [staff, merchant]) await signResult(tx, await lockFlight(tx, key), signed, { by, now_ms });
  const { ring } = await tx
    .selectFrom('pigeons')
    .select('ring')
    .where('loft_id', '=', key.loft_id)
    .where('id', '=', first!.pigeon_id)
    .executeTakeFirstOrThrow();
  const act = { by: staff, now_ms };
  const { unit } = loft;
  const flight = await lockFlight(tx, key);
  const ruling = { kind: 'disqualified' as const, ring };
  const change = await changeOf(tx, flight, ruling, { unit, now_ms });
  const { fingerprint: seen } = await previewed(tx, flight, change, { ...act, reason });
  const { n } = await prepareRuling(tx, flight, { ruling, reason, seen, file_ids: [], unit }, act);
  await signRuling(tx, flight, { n, seen }, { by: merchant, now_ms });
}
