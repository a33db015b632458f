/** The passports of birds: what their pages say beside the flights, and the switches of whoever decides about a bird. */
import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import type { PigeonKey } from '#domain/keys.ts';
import {
  decidesOn,
  healthShown,
  type PartOpened,
  type PassportPart,
  partsShown,
  shownSteps,
} from '#domain/pigeons/passport.ts';
import type { Passport } from '#domain/pigeons/passport-contract.ts';
import type { Holder } from '#domain/pigeons/rights.ts';
import type { Health } from '#domain/pigeons/status.ts';
import { showsRecords } from '#domain/seasons/visibility.ts';
import type { Tx } from '#server/db/database.ts';
import type { View } from '#server/seasons/visibility.ts';
import { logsOf } from './log.ts';
import { firstOwner, holdersOf } from './rights.ts';

/** The facts on which the switches of a bird are judged. */
interface Switches {
  holders: Holder[];
  /** Who decides about it; null: its loft. */
  decides: number | null;
  shown: Set<PassportPart>;
}

async function switchesOf(tx: Tx, { loft_id, pigeon_id }: PigeonKey, day: string): Promise<Switches> {
  const holders = (await holdersOf(tx, { loft_id }, [pigeon_id], day)).get(pigeon_id) ?? [];
  const opened: PartOpened[] = await tx
    .selectFrom('passport_parts')
    .select(['part', 'user_id as by'])
    .where('loft_id', '=', loft_id)
    .where('pigeon_id', '=', pigeon_id)
    .execute();
  const decides = decidesOn(holders);
  return { holders, decides, shown: partsShown(opened, decides) };
}

/** The switches of a pigeon, and who decides about it today. */
export async function findPassport(tx: Tx, { loft_id, pigeon_id }: PigeonKey, now_ms: number) {
  const { rows } = await sql<{ time_zone: string }>`
    select l.time_zone from pigeons p join lofts l on l.id = p.loft_id
    where p.loft_id = ${loft_id} and p.id = ${pigeon_id}`.execute(tx);
  if (!rows[0]) return undefined;
  const { decides, shown } = await switchesOf(tx, { loft_id, pigeon_id }, dayAt(now_ms, rows[0].time_zone));
  return { loft_id, decides, shown };
}

/** Turn a switch of a passport on or off, in the name of whoever decides about the bird. */
export async function turnPart(
  tx: Tx,
  { loft_id, pigeon_id }: PigeonKey,
  { part, is_shown }: { part: PassportPart; is_shown: boolean },
  { decides, now_ms }: { decides: number | null; now_ms: number },
): Promise<void> {
  const row = { loft_id, pigeon_id, part };
  if (is_shown)
    await tx
      .insertInto('passport_parts')
      .values({ ...row, user_id: decides, at: new Date(now_ms).toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  // What former owners had turned on goes too.
  else
    await tx
      .deleteFrom('passport_parts')
      .where('loft_id', '=', loft_id)
      .where('pigeon_id', '=', pigeon_id)
      .where('part', '=', part)
      .execute();
}

/** What the page of a bird says beside its flights to readers with this view, and whether it is for sale. */
export async function passportOf(
  tx: Tx,
  { loft_id, pigeon_id }: PigeonKey,
  { view, day }: { view: View; day: string },
): Promise<{ passport: Passport; is_for_sale: boolean }> {
  const { holders, shown } = await switchesOf(tx, { loft_id, pigeon_id }, day);
  const { rows } = await sql<{ health: Health; owner: number | null; is_listed: boolean; sold_at: string[] }>`
    select p.health, ${firstOwner} as owner,
      exists (select from listings l where l.loft_id = p.loft_id and l.pigeon_id = p.id and l.status = 'listed') as is_listed,
      coalesce((select json_agg(to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from pigeon_rights r where r.loft_id = p.loft_id and r.pigeon_id = p.id
        and r.order_id is not null and (r.until_day is null or r.until_day > ${day}::date)), '[]') as sold_at
    from pigeons p where p.loft_id = ${loft_id} and p.id = ${pigeon_id}`.execute(tx);
  const { health, owner, is_listed, sold_at } = rows[0]!;
  const log = showsRecords(view.hidden) ? ((await logsOf(tx, { loft_id }, [pigeon_id])).get(pigeon_id) ?? []) : null;
  return {
    is_for_sale: is_listed && shown.has('sale'),
    passport: {
      steps: log ? shownSteps(log, sold_at, shown) : [],
      health: shown.has('health') ? { status: healthShown(health) } : null,
      rights: shown.has('rights')
        ? holders.map(({ user_id, share_bp }) => ({
            holder: user_id === null ? 'loft' : user_id === owner ? 'team' : 'other',
            share_bp,
          }))
        : null,
    },
  };
}

/** The switches that a person has turned on, for their own data. */
export const passportsOf = (tx: Tx, user_id: number) =>
  tx
    .selectFrom('passport_parts')
    .select(['loft_id', 'pigeon_id', 'part', 'at'])
    .where('user_id', '=', user_id)
    .orderBy('pigeon_id')
    .orderBy('part')
    .execute();

/** Turn off what an erased person had turned on. */
export async function forgetPassports(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('passport_parts').where('user_id', '=', user_id).execute();
}
