/** New seasons in draft: the standard one, and copies of another season, of the same loft or of one that shares. */

import { sql } from 'kysely';
import { daysAfter, daysBetween } from '#domain/calendar.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type { Locale } from '#domain/locales.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { whyNotProduct } from '#domain/seasons/product.ts';
import { withoutAcePrizes } from '#domain/seasons/published-prizes.ts';
import { defaultRules } from '#domain/seasons/rules.ts';
import type { SeasonFields } from '#domain/seasons/setup-contract.ts';
import {
  type StandardSeason,
  standardDueDates,
  standardProducts,
  standardRulebook,
  whyNotStandard,
} from '#domain/seasons/standard.ts';
import type { Tx } from '#server/db/database.ts';
import { words } from '#server/translations.ts';
import { addDueDate, dueDatesOf } from './due-dates.ts';
import { addProduct, productsOf } from './products.ts';
import { currentRulebook } from './rulebook.ts';
import type { Season } from './seasons.ts';
import { openDraft, settingsOf } from './setup.ts';
import { changeHidden, hiddenIn } from './visibility.ts';

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
  const copy = await openDraft(tx, by, from.loft_id, fields, withoutAcePrizes(rulebook));
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
  const copy = await openDraft(tx, by, loft.id, fields, { ...withoutAcePrizes(rulebook), rules });
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
