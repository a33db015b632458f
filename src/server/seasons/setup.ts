/** Setting up a season: its settings, overview and states. */

import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import { productCategories } from '#domain/seasons/product.ts';
import type { Rulebook } from '#domain/seasons/rulebook.ts';
import { type SeasonEvent, type SeasonStatus, seasonMachine } from '#domain/seasons/season.ts';
import { type StepFacts, whyNotBank, whyNotBelowTaken, whyNotCapacity, whyNotNext } from '#domain/seasons/setup.ts';
import type { PlannedFlight, SeasonFields, SeasonSettings } from '#domain/seasons/setup-contract.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { dueDatesOf } from './due-dates.ts';
import { createSeason, lockSeason, moveSeason, type Season } from './seasons.ts';

const settings = [
  'id',
  'name',
  'year',
  'status',
  'currency',
  'description',
  'payment_text',
  'receipt_text',
  'bank_holder',
  'bank_iban',
  'bank_bic',
  'bank_name',
  'max_pigeons',
  'max_active_pigeons',
  'max_reserve_pigeons',
  'places_at_once',
  'taken_active_pigeons',
  'taken_reserve_pigeons',
  'activated_reserve_pigeons',
  'outside_order_pigeons',
  'version',
] as const;

/** The settings of a season. @throws Refusal `not_found`. */
export async function settingsOf(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<SeasonSettings> {
  const found = await tx
    .selectFrom('seasons')
    .select(settings)
    .where('loft_id', '=', loft_id)
    .where('id', '=', season_id)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  return found;
}

/** The places of a season and those taken, with its currency. @throws Refusal `not_found`. */
export async function placesOf(tx: Tx, { loft_id, season_id }: SeasonKey) {
  const found = await tx
    .selectFrom('seasons')
    .select(['currency', 'max_pigeons', 'max_active_pigeons', 'max_reserve_pigeons', 'taken_active_pigeons'])
    .select(['taken_reserve_pigeons', 'activated_reserve_pigeons', 'outside_order_pigeons'])
    .where('loft_id', '=', loft_id)
    .where('id', '=', season_id)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  return found;
}

/**
 * Create a season in draft.
 * @param rulebook the default one if omitted
 * @throws Refusal `error_unique` for the name of another season of the loft; by {@link whyNotCapacity} and {@link
 * whyNotBank}
 */
export async function openDraft(
  tx: Tx,
  by: number | null,
  loft_id: number,
  fields: SeasonFields,
  rulebook?: Rulebook,
): Promise<Season> {
  const no = whyNotCapacity(fields) ?? whyNotBank(fields) ?? (await whyNotName(tx, loft_id, fields.name));
  if (no) throw no;
  const season = await createSeason(tx, { loft_id, ...fields, ...blanks(fields) }, { by, rulebook });
  await writeAudit(tx, {
    loft_id,
    user_id: by,
    action: 'season.create',
    before: null,
    after: { season_id: season.id, ...fields },
  });
  return season;
}

/**
 * Change the settings of a locked season. `version` is the one that the editor saw.
 * @throws Refusal `changed_meanwhile`; `error_unique` at the name; `product_in_use` at the currency once a product was
 * sold in it; by {@link whyNotCapacity}, {@link whyNotBank} and {@link whyNotBelowTaken}
 */
export async function changeSeason(
  tx: Tx,
  by: number | null,
  { loft_id, season_id }: SeasonKey,
  { version, ...fields }: SeasonFields & { version: number },
): Promise<SeasonSettings> {
  const before = await settingsOf(tx, { loft_id, season_id });
  if (before.version !== version) throw new Refusal('changed_meanwhile');
  const no =
    whyNotCapacity(fields) ??
    whyNotBank(fields) ??
    whyNotBelowTaken(fields, before) ??
    (await whyNotName(tx, loft_id, fields.name, season_id)) ??
    (fields.currency === before.currency ? null : await whyNotCurrency(tx, { loft_id, season_id }));
  if (no) throw no;
  const changed = await tx
    .updateTable('seasons')
    .set({ ...fields, ...blanks(fields), version: version + 1 })
    .where('loft_id', '=', loft_id)
    .where('id', '=', season_id)
    .returning(settings)
    .executeTakeFirstOrThrow();
  await writeAudit(tx, {
    loft_id,
    user_id: by,
    action: 'season.change',
    before: { season_id, ...before },
    after: { season_id, ...changed },
  });
  return changed;
}

/** Empty text becomes null. */
const blanks = (fields: SeasonFields) => ({
  description: fields.description || null,
  payment_text: fields.payment_text || null,
  receipt_text: fields.receipt_text || null,
  bank_holder: fields.bank_holder || null,
  bank_iban: fields.bank_iban || null,
  bank_bic: fields.bank_bic || null,
  bank_name: fields.bank_name || null,
});

/** The currency is fixed once a product was sold: the amounts were agreed in it. */
async function whyNotCurrency(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<Refusal | null> {
  const sold = await tx
    .selectFrom('products')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .where('in_use', '=', true)
    .executeTakeFirst();
  return sold ? refusalAt('currency', 'product_in_use') : null;
}

async function whyNotName(tx: Tx, loft_id: number, name: string, season_id?: number): Promise<Refusal | null> {
  let same = tx
    .selectFrom('seasons')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where(({ fn, eb }) => eb(fn<string>('lower', ['name']), '=', fn<string>('lower', [eb.val(name)])));
  if (season_id !== undefined) same = same.where('id', '<>', season_id);
  return (await same.executeTakeFirst()) ? refusalAt('name', 'error_unique') : null;
}

/** The dated flights of a season, shown as dots on its calendar; drafts only for those who prepare it. */
export async function plannedFlights(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  zone: string,
  { with_drafts = false } = {},
): Promise<PlannedFlight[]> {
  const { rows } = await sql<PlannedFlight>`
    select id, name, kind, status, release_time, (release_time at time zone ${zone})::date as day
    from flights where loft_id = ${loft_id} and season_id = ${season_id}
      and release_time is not null and replay_of is null and status <> 'annulled' and (${with_drafts} or not is_draft)
    order by release_time, id`.execute(tx);
  return rows;
}

/** The facts that decide whether a season may take its next step. */
export async function stepFacts(
  tx: Tx,
  loft: Pick<Loft, 'id' | 'latitude' | 'time_zone'>,
  { season_id, now_ms }: { season_id: number; now_ms: number },
): Promise<StepFacts> {
  const key = { loft_id: loft.id, season_id };
  const { rows } = await sql<StepFacts['flights']>`
    select count(*) filter (where status = 'released') as in_the_air,
      count(*) filter (where status in ('released', 'closed', 'provisional')) as not_official
    from flights where loft_id = ${loft.id} and season_id = ${season_id} and replay_of is null`.execute(tx);
  const { rows: there } = await sql<Pick<StepFacts, 'contract' | 'entry_fee'>>`
    select
      exists (select from contracts where loft_id = ${loft.id} and published_at is not null
        and valid_from <= ${dayAt(now_ms, loft.time_zone)}) as contract,
      exists (select from products where loft_id = ${loft.id} and season_id = ${season_id}
        and product_category_id = ${productCategories.entry_fee}) as entry_fee`.execute(tx);
  return { loft, due_dates: await dueDatesOf(tx, key), flights: rows[0]!, ...there[0]! };
}

/** The states a season went through, the latest first, with the actor of each step. */
export async function historyOf(tx: Tx, { loft_id, season_id }: SeasonKey) {
  const rows = await tx
    .selectFrom('season_history as h')
    .leftJoin('users as u', 'u.id', 'h.user_id')
    .select(['h.n', 'h.to_status', 'h.at', 'h.reason', 'u.first_name', 'u.last_name', 'u.email'])
    .where('h.loft_id', '=', loft_id)
    .where('h.season_id', '=', season_id)
    .orderBy('h.n', 'desc')
    .execute();
  return rows.map(({ n, to_status, at, reason, first_name, last_name, email }) => ({
    n,
    status: to_status as SeasonStatus,
    at,
    reason,
    by: [first_name, last_name].filter(Boolean).join(' ') || email,
  }));
}

/** The next state and the step there; null at the end. */
export function nextOf(status: SeasonStatus): { event: SeasonEvent; status: SeasonStatus } | null {
  const [step] = Object.entries(seasonMachine.steps[status]) as [SeasonEvent, SeasonStatus][];
  return step ? { event: step[0], status: step[1] } : null;
}

/**
 * Take a season to its next state (4.7). A season already in that state is left unchanged: of two simultaneous
 * operators both succeed.
 * @throws Refusal `step_not_possible` for any other state; by {@link whyNotNext}
 */
export async function walkSeason(
  tx: Tx,
  by: number | null,
  loft: Pick<Loft, 'id' | 'latitude' | 'time_zone'>,
  { season_id, status, reason, now_ms }: { season_id: number; status: SeasonStatus; reason: string; now_ms: number },
): Promise<Season> {
  const season = await lockSeason(tx, { loft_id: loft.id, season_id });
  if (season.status === status) return season;
  const next = nextOf(season.status);
  if (next?.status !== status)
    throw new Refusal('step_not_possible', { machine: 'season', from: season.status, event: status });
  const no = whyNotNext(season.status, await stepFacts(tx, loft, { season_id, now_ms }));
  if (no) throw no;
  return moveSeason(tx, season, next.event, { by, now_ms, reason: reason || null });
}
