/** Setting up a season: its settings, overview and states, and copying it to another year. */

import { sql } from 'kysely';
import { daysAfter, daysBetween } from '#domain/calendar.ts';
import { dayAt } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type { Locale } from '#domain/locales.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import { productCategories, whyNotProduct } from '#domain/seasons/product.ts';
import type { Rulebook } from '#domain/seasons/rulebook.ts';
import { defaultRules } from '#domain/seasons/rules.ts';
import { type SeasonEvent, type SeasonStatus, seasonMachine } from '#domain/seasons/season.ts';
import { type StepFacts, whyNotBank, whyNotBelowTaken, whyNotCapacity, whyNotNext } from '#domain/seasons/setup.ts';
import type { PlannedFlight, SeasonFields, SeasonSettings } from '#domain/seasons/setup-contract.ts';
import {
  type StandardSeason,
  standardDueDates,
  standardProducts,
  standardRulebook,
  whyNotStandard,
} from '#domain/seasons/standard.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { words } from '#server/translations.ts';
import { addDueDate, dueDatesOf } from './due-dates.ts';
import { addProduct, productsOf } from './products.ts';
import { currentRulebook } from './rulebook.ts';
import { createSeason, lockSeason, moveSeason, type Season } from './seasons.ts';
import { changeHidden, hiddenIn } from './visibility.ts';

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

/** The settings of a new season where nothing is said about them. */
const unsaid = {
  description: '',
  payment_text: '',
  receipt_text: '',
  bank_holder: '',
  bank_iban: '',
  bank_bic: '',
  bank_name: '',
  max_pigeons: null,
  max_active_pigeons: null,
  max_reserve_pigeons: null,
  places_at_once: null,
} satisfies Partial<SeasonFields>;

/**
 * Create a standard season in draft: due dates, products and rulebook, all of which can be changed afterwards. Its year is
 * that of the final.
 * @param language in which its due dates and products are named
 * @throws Refusal by {@link whyNotStandard}; `error_unique` at the name
 */
export async function openStandardDraft(
  tx: Tx,
  by: number | null,
  loft: Pick<Loft, 'id' | 'unit'>,
  { language, ...standard }: StandardSeason & { language: Locale },
): Promise<Season> {
  const no = whyNotStandard(standard);
  if (no) throw no;
  const { name, currency, final_at, max_pigeons, places_at_once } = standard;
  const year = Number(final_at.slice(0, 4));
  const fields = { ...unsaid, name, year, currency, max_pigeons, places_at_once };
  const season = await openDraft(tx, by, loft.id, fields, standardRulebook(loft.unit));
  const key = { loft_id: loft.id, season_id: season.id };
  const { t } = words(language);
  for (const { category, ...due_date } of standardDueDates(standard))
    await addDueDate(tx, by, key, { ...due_date, name: t(`due_date.${category}`), description: '' });
  for (const { category, ...product } of standardProducts(standard))
    await addProduct(tx, by, key, { ...product, name: t(`product.${category}`) });
  return season;
}

/**
 * Create a season in draft as a copy of another of its loft: settings, visibility, rulebook, due dates and products.
 * Dates are moved by whole weeks (decision 14).
 * @throws Refusal `error_unique` at the name
 */
export async function copySeason(
  tx: Tx,
  by: number | null,
  from: SeasonKey,
  { name, year }: Pick<SeasonFields, 'name' | 'year'>,
): Promise<Season> {
  const { year: from_year, description, payment_text, ...like } = await settingsOf(tx, from);
  const { currency, max_pigeons, max_active_pigeons, max_reserve_pigeons, places_at_once } = like;
  const { rulebook } = await currentRulebook(tx, from);
  const fields = {
    name,
    year,
    currency,
    description: description ?? '',
    payment_text: payment_text ?? '',
    receipt_text: like.receipt_text ?? '',
    bank_holder: like.bank_holder ?? '',
    bank_iban: like.bank_iban ?? '',
    bank_bic: like.bank_bic ?? '',
    bank_name: like.bank_name ?? '',
    max_pigeons,
    max_active_pigeons,
    max_reserve_pigeons,
    places_at_once,
  };
  const copy = await openDraft(tx, by, from.loft_id, fields, rulebook);
  const to = { loft_id: from.loft_id, season_id: copy.id };
  await changeHidden(tx, by, to, await hiddenIn(tx, from));
  await copySetUp(tx, by, from, to, year - from_year);
  return copy;
}

/**
 * Create a season in draft with the set-up of another loft's season: due dates, products with their currency, rulebook;
 * speeds are stated as this loft states them. Nothing of people, accounts or texts.
 * @throws Refusal `not_found` for a season in draft, or of a loft that does not share; `error_unique` at the
 * name
 */
export async function copySharedSeason(
  tx: Tx,
  by: number | null,
  loft: Pick<Loft, 'id' | 'unit'>,
  { season_id, name, year }: Pick<SeasonFields, 'name' | 'year'> & { season_id: number },
): Promise<Season> {
  const shared = await sharedSeasons(tx).where('s.id', '=', season_id).executeTakeFirst();
  if (!shared) throw new Refusal('not_found');
  const from = { loft_id: shared.loft_id, season_id };
  const { rulebook } = await currentRulebook(tx, from);
  const { speed } = shared.unit === loft.unit ? rulebook.rules : defaultRules(loft.unit);
  const rules = { ...rulebook.rules, speed };
  const fields = { ...unsaid, name, year, currency: shared.currency };
  const copy = await openDraft(tx, by, loft.id, fields, { ...rulebook, rules });
  const to = { loft_id: loft.id, season_id: copy.id };
  await copySetUp(tx, by, from, to, year - shared.year);
  return copy;
}

/** The public seasons of lofts that share their set-up. */
const sharedSeasons = (tx: Tx) =>
  tx
    .selectFrom('seasons as s')
    .innerJoin('lofts as l', 'l.id', 's.loft_id')
    .select(['s.loft_id', 's.id', 's.name', 's.year', 's.currency', 'l.name as loft_name', 'l.unit'])
    .where('l.shares_setup', '=', true)
    .where('s.status', '<>', 'draft');

/** How many seasons of other lofts are offered to be copied. */
const mostShared = 100;

/** The seasons that the managers of these lofts can copy: the latest of each of them, and of each other loft that shares. */
export async function seasonsToCopy(tx: Tx, loft_ids: readonly number[]) {
  const own = loft_ids.length
    ? await tx
        .selectFrom('seasons as s')
        .innerJoin('lofts as l', 'l.id', 's.loft_id')
        .distinctOn('s.loft_id')
        .select(['s.loft_id', 's.id', 's.name', 's.year', 'l.name as loft_name'])
        .where('s.loft_id', 'in', loft_ids)
        .orderBy('s.loft_id')
        .orderBy('s.year', 'desc')
        .orderBy('s.id', 'desc')
        .execute()
    : [];
  const shared = await sharedSeasons(tx)
    .distinctOn(['l.name', 's.loft_id'])
    .where('s.loft_id', '<>', sql<number>`all(${loft_ids}::bigint[])`)
    .orderBy('l.name')
    .orderBy('s.loft_id')
    .orderBy('s.year', 'desc')
    .orderBy('s.id', 'desc')
    .limit(mostShared)
    .execute();
  return { own, shared: shared.map(({ id, name, year, loft_name }) => ({ id, name, year, loft_name })) };
}

/** Copy the due dates and products of a season to an empty one, moved by so many years as whole weeks. */
async function copySetUp(tx: Tx, by: number | null, from: SeasonKey, to: SeasonKey, years: number): Promise<void> {
  const due_dates = await dueDatesOf(tx, from);
  const days = due_dates[0] ? weeksInDays(due_dates[0].starts_at, years) : 0;
  for (const { id: _, version: _v, ...due_date } of due_dates) {
    await addDueDate(tx, by, to, {
      ...due_date,
      description: due_date.description ?? '',
      starts_at: daysAfter(due_date.starts_at, days),
      ends_at: daysAfter(due_date.ends_at, days),
    });
  }
  const moved = (day: string | null) => day && daysAfter(day, days);
  for (const { id: _, version: _v, sold: _s, in_use: _u, ...product } of await productsOf(tx, from)) {
    const { starts_at, ends_at } = product;
    await addProduct(tx, by, to, {
      ...product,
      // Dates outside their due date are clipped to it.
      ...(whyNotProduct(product, due_dates)
        ? { starts_at: null, ends_at: null }
        : { starts_at: moved(starts_at), ends_at: moved(ends_at) }),
    });
  }
}

/** The days of this many years as whole weeks: the same weekday nearest to the same date. */
function weeksInDays(day: string, years: number): number {
  const year = String(Number(day.slice(0, 4)) + years).padStart(4, '0');
  // 29 February becomes 1 March in a year without it.
  const same = daysAfter(`${year}-${day.slice(5, 7)}-01`, Number(day.slice(8)) - 1);
  return Math.round(daysBetween(day, same) / 7) * 7;
}
