/** Rights in a bird that its loft gives and ends by hand, without a sale. */

import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import type { SeasonPigeonKey } from '#domain/keys.ts';
import { whyNotEnd, whyNotGive } from '#domain/pigeons/rights.ts';
import { whyNotCustomer } from '#domain/pigeons/team.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import { entryOf, peopleByEmail } from '#server/accounts/permissions.ts';
import type { LoftAct } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { lockPigeons } from './statuses.ts';

/**
 * Give a share of a bird to the account with this e-mail address. Where accounts of several providers have the address,
 * the newest one is taken. The bird is locked: of two simultaneous calls the second sees the first one's share.
 * @throws Refusal `not_found`, by {@link whyNotGive}; `email_not_assignable` for an address without an account, and for
 * a member of the loft
 * @returns the number of the right in the bird
 */
export async function giveShare(
  tx: Tx,
  { pigeon_id, ...season }: SeasonPigeonKey,
  { email, share_bp, from_day, reason }: { email: string; share_bp: number; from_day: string; reason: string | null },
  { by, time_zone, now_ms }: LoftAct,
): Promise<number> {
  const { loft_id } = season;
  await lockPigeons(tx, season, [pigeon_id]);
  const [person] = await peopleByEmail(tx, email);
  const nobody = whyNotCustomer(person && { entry: await entryOf(tx, { loft_id, user_id: person.user_id }) });
  if (nobody) throw refusalAt('email', nobody.code);
  const given = await givenIn(tx, loft_id, pigeon_id);
  const no = whyNotGive({ share_bp, from_day }, given, dayAt(now_ms, time_zone));
  if (no) throw no;
  const n = given.reduce((most, one) => Math.max(most, one.n), 0) + 1;
  await tx
    .insertInto('pigeon_rights')
    .values({
      loft_id,
      pigeon_id,
      n,
      user_id: person!.user_id,
      from_day,
      until_day: null,
      share_bp,
      reason,
      order_id: null,
      given_by: by,
      at: new Date(now_ms).toISOString(),
    })
    .execute();
  return n;
}

/** Set the last day of a share; the audit log has the actor. @throws Refusal `not_found`, by {@link whyNotEnd} */
export async function endShare(
  tx: Tx,
  { pigeon_id, ...season }: SeasonPigeonKey,
  { n, until_day }: { n: number; until_day: string },
  { by, time_zone, now_ms }: LoftAct,
): Promise<void> {
  const { loft_id } = season;
  await lockPigeons(tx, season, [pigeon_id]);
  const right = (await givenIn(tx, loft_id, pigeon_id)).find((one) => one.n === n);
  if (!right) throw new Refusal('not_found');
  const no = whyNotEnd(right, until_day, dayAt(now_ms, time_zone));
  if (no) throw no;
  await tx
    .updateTable('pigeon_rights')
    .set({ until_day })
    .where('loft_id', '=', loft_id)
    .where('pigeon_id', '=', pigeon_id)
    .where('n', '=', n)
    .execute();
  await writeAudit(tx, {
    loft_id,
    user_id: by,
    action: 'pigeon.right_end',
    about_user_id: right.user_id,
    before: { pigeon_id, n, until_day: null },
    after: { pigeon_id, n, until_day },
  });
}

const givenIn = (tx: Tx, loft_id: number, pigeon_id: number) =>
  tx
    .selectFrom('pigeon_rights')
    .select(['n', 'user_id', 'from_day', 'until_day', 'share_bp', 'order_id'])
    .where('loft_id', '=', loft_id)
    .where('pigeon_id', '=', pigeon_id)
    .execute();

/** Give all of a locked bird to the buyer who has paid it, from a day on. */
export async function grantSoldRights(
  tx: Tx,
  { loft_id, pigeon_id }: Omit<SeasonPigeonKey, 'season_id'>,
  { user_id, order_id, from_day, now_ms }: { user_id: number; order_id: number; from_day: string; now_ms: number },
): Promise<void> {
  const n = (await givenIn(tx, loft_id, pigeon_id)).reduce((most, one) => Math.max(most, one.n), 0) + 1;
  const at = new Date(now_ms).toISOString();
  const right = { user_id, from_day, until_day: null, share_bp: 10_000, reason: null, order_id, given_by: null, at };
  await tx
    .insertInto('pigeon_rights')
    .values({ loft_id, pigeon_id, n, ...right })
    .execute();
}

/** End on a day the rights given by an order whose payment was revoked, or that was rejected. */
export async function endSoldRights(
  tx: Tx,
  { loft_id, id: order_id }: { loft_id: number; id: number },
  day: string,
): Promise<void> {
  await sql`
    update pigeon_rights set until_day = greatest(from_day, ${day}::date)
    where loft_id = ${loft_id} and order_id = ${order_id} and until_day is null`.execute(tx);
}
