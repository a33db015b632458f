/** Notices about prizes to whom they belong, in the transaction of the change. */
import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import { type Claim, sumOf } from '#domain/prizes/prize.ts';
import type { Tx } from '#server/db/database.ts';
import { notify, notifyEach, person } from '#server/notifications/notify.ts';

interface Claims {
  was: readonly Claim[];
  is: readonly Claim[];
  changed: readonly Claim[];
}

/**
 * Notify everybody whose claims to a fund are others than they were.
 * @param key of the entry by which they changed: of each one notice
 */
export async function notifyClaims(
  tx: Tx,
  { id, currency }: { id: number; currency: string },
  key: string,
  { was, is, changed }: Claims,
): Promise<void> {
  const of = (claims: readonly Claim[], user_id: number) => claims.filter((claim) => claim.user_id === user_id);
  const people = [...new Set(changed.flatMap(({ user_id }) => user_id ?? []))].map((user_id) => {
    const [before_cents, amount_cents] = [sumOf(of(was, user_id)), sumOf(of(is, user_id))];
    const won = of([...is, ...changed], user_id);
    const pigeon_ids = won.flatMap(({ pigeon_id }) => pigeon_id ?? []);
    const team_ids = won.flatMap(({ team_id }) => team_id ?? []);
    return { user_id, as: before_cents === 0 ? 'won' : 'moved', amount_cents, before_cents, pigeon_ids, team_ids };
  });
  await notifyEach(
    tx,
    'prize',
    sql`
    select told.user_id, ${key}::text as key, jsonb_build_object('as', told."as", 'loft', l.name,
      'flight', coalesce(flown.name, r.name), 'amount_cents', told.amount_cents, 'before_cents', told.before_cents,
      'currency', ${currency}::text,
      'pigeons', (select string_agg(winner.name, ', ' order by winner.name) from (
        select p.ring as name from pigeons p where p.loft_id = f.loft_id and p.id = any(told.pigeon_ids)
        union all
        select t.name from teams t where t.loft_id = f.loft_id and t.id = any(told.team_ids)) winner),
      'path', '/lofts/' || f.loft_id || '/seasons/' || f.season_id || '/prizes?'
        || coalesce('flight=' || f.flight_id, 'ranking=' || f.ranking_id)) as facts
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as told (user_id bigint, "as" text, amount_cents bigint,
      before_cents bigint, pigeon_ids bigint[], team_ids bigint[])
    join prize_funds f on f.id = ${id}
    left join flights flown on flown.loft_id = f.loft_id and flown.id = f.flight_id
    left join rankings r on r.loft_id = f.loft_id and r.id = f.ranking_id
    join lofts l on l.id = f.loft_id`,
  );
}

interface Payout {
  id: number;
  user_id: number;
  amount_cents: number;
  currency: string;
  takes_back: number | null;
  paid_on: string;
  reason: string;
}

/** Notify a person of a payout: that it was paid, or taken back on a day for a reason. */
export async function notifyPayout(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  { id, user_id, amount_cents, currency, takes_back, paid_on, reason }: Payout,
): Promise<void> {
  const { name: loft } = await tx
    .selectFrom('lofts')
    .select('name')
    .where('id', '=', loft_id)
    .executeTakeFirstOrThrow();
  const path = `/lofts/${loft_id}/seasons/${season_id}/prizes`;
  await notify(tx, person(user_id), {
    event: 'prize',
    key: `payout:${id}`,
    facts: {
      ...(takes_back === null ? { as: 'paid' } : { as: 'taken_back', day: paid_on, reason }),
      loft,
      amount_cents: Math.abs(amount_cents),
      currency,
      path,
    },
  });
}
