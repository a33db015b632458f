/** Registering for a season: what each person is offered, and the resulting order. */

import { createHash } from 'node:crypto';
import { stateOf } from '#domain/contracts/version.ts';
import { dayAt } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { isConfirmedAtOnce, placesAtOnceLeft, placesOf } from '#domain/orders/cart.ts';
import { holdsPlaces, orderNumber } from '#domain/orders/order.ts';
import { hasAddress, whyNotRegister } from '#domain/orders/registration.ts';
import type { Offer, RegistrationFields } from '#domain/orders/registration-contract.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import { type DueDateCategory, dueDateCategories } from '#domain/seasons/due-date.ts';
import { productCategoryOf, saleOf } from '#domain/seasons/product.ts';
import { registrationState } from '#domain/seasons/registration.ts';
import { takenPlaces } from '#domain/seasons/taken-places.ts';
import { acceptContract, versionsOf } from '#server/contracts/contracts.ts';
import type { Tx } from '#server/db/database.ts';
import { createTeam, giveTeams, lockTeams } from '#server/pigeons/admin-teams.ts';
import { dueDatesOf } from '#server/seasons/due-dates.ts';
import { productsOf } from '#server/seasons/products.ts';
import { loadSeason, seasonsOf } from '#server/seasons/seasons.ts';
import { draftOf, dropDraft } from './drafts.ts';
import { notifyConfirmedAtOnce } from './notices.ts';
import { findOrder, lockPlaces, moveOrder } from './orders.ts';
import { placeSeasonOrder } from './season-order.ts';

/** The product categories ordered with a registration; the others are sold in periods of their own. */
const registered = ['entry_fee', 'add_on'];

/** The loft's season that takes registrations, else the next one that will. */
export async function openSeasonOf(tx: Tx, loft: Loft, now_ms: number) {
  const ahead: { season: Offer['season']; starts_at: string }[] = [];
  for (const season of (await seasonsOf(tx, loft.id)).filter(({ status }) => status === 'in_progress')) {
    const due_dates = await dueDatesOf(tx, { loft_id: loft.id, season_id: season.id });
    const state = registrationState(due_dates, now_ms, loft.time_zone);
    if (state === 'open') return { open: season, next: null };
    const window = spanOf(due_dates, 'registration');
    if (state === 'ahead' && window) ahead.push({ season, starts_at: window.starts_at });
  }
  return { open: null, next: ahead.sort((a, b) => (a.starts_at < b.starts_at ? -1 : 1))[0] ?? null };
}

/** What a season offers to a person; null: not signed in. @throws Refusal `not_found` */
export async function offerOf(
  tx: Tx,
  loft: Loft,
  { loft_id, season_id }: SeasonKey,
  { user_id, now_ms }: { user_id: number | null; now_ms: number },
): Promise<Offer> {
  const season = await tx
    .selectFrom('seasons')
    .select(['id', 'name', 'year', 'status', 'currency', 'payment_text', 'max_pigeons', 'max_active_pigeons'])
    .select(['max_reserve_pigeons', 'taken_active_pigeons', 'taken_reserve_pigeons'])
    .select(['activated_reserve_pigeons', 'outside_order_pigeons', 'places_at_once'])
    .where('loft_id', '=', loft_id)
    .where('id', '=', season_id)
    .executeTakeFirst();
  if (!season) throw new Refusal('not_found');
  const [due_dates, products, contracts] = [
    await dueDatesOf(tx, { loft_id, season_id }),
    await productsOf(tx, { loft_id, season_id }),
    await versionsOf(tx, loft_id),
  ];
  const today = dayAt(now_ms, loft.time_zone);
  const { id, name, year, status, currency, payment_text } = season;
  const taken = takenPlaces(season);
  return {
    loft,
    season: { id, name, year, status },
    currency,
    payment_text,
    registration: status === 'in_progress' ? registrationState(due_dates, now_ms, loft.time_zone) : 'unset',
    window: spanOf(due_dates, 'registration'),
    shipping: spanOf(due_dates, 'pigeon_shipping'),
    products: products
      .filter((one) => registered.includes(productCategoryOf(one)))
      .map((one) => ({ ...one, sale: saleOf(one, due_dates, today) })),
    room: {
      all: { max: season.max_pigeons, taken: taken.all },
      active: { max: season.max_active_pigeons, taken: taken.active },
      reserve: { max: season.max_reserve_pigeons, taken: taken.reserve },
    },
    at_once_left: placesAtOnceLeft(season),
    contracts: contracts.filter((one) => stateOf(one, contracts, today) === 'in_force'),
    me: user_id === null ? null : await whoRegisters(tx, { loft_id, season_id }, user_id),
    today,
    read_at: new Date(now_ms).toISOString(),
  };
}

/**
 * Order places in a season. Sent again with the same key, it returns the order placed before: the season is locked
 * first, so that only one of several simultaneous requests places it, and so that no place is confirmed at once twice.
 * @returns the id of the order, whether it is confirmed, and whether it was placed now
 * @throws Refusal `request_reused`, with the order, for a key already used with other input; by `whyNotRegister`, {@link
 * placeSeasonOrder}; `email_not_assignable` for a member of the loft; `error_unique` at the team for the name of
 * another person's team; `not_found` at a team of another person, or a line of another category
 */
export async function register(
  tx: Tx,
  loft: Loft,
  { loft_id, season_id }: SeasonKey,
  { user_id, now_ms }: { user_id: number; now_ms: number },
  fields: RegistrationFields,
): Promise<{ order_id: number; is_confirmed: boolean; is_new: boolean }> {
  const key = { loft_id, season_id };
  const taken = await lockPlaces(tx, key);
  const { request_key, ...sent } = fields;
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([season_id, sent]))
    .digest('hex');
  const before = await tx
    .selectFrom('order_requests')
    .select(['order_id', 'fingerprint'])
    .where('user_id', '=', user_id)
    .where('key', '=', request_key)
    .executeTakeFirst();
  if (before && before.fingerprint !== fingerprint) throw new Refusal('request_reused', { order_id: before.order_id });
  if (before) {
    const { status } = await findOrder(tx, before.order_id);
    return { order_id: before.order_id, is_confirmed: status === 'confirmed', is_new: false };
  }

  const { season } = await loadSeason(tx, loft_id, season_id);
  const all = await versionsOf(tx, loft_id);
  const today = dayAt(now_ms, loft.time_zone);
  const no = whyNotRegister({
    ...sent,
    phone: sent.phone || ((await personOf(tx, user_id)).phone ?? ''),
    season_status: season!.status,
    address: await addressOf(tx, user_id),
    contract_ids: all.filter((one) => stateOf(one, all, today) === 'in_force').map(({ id }) => id),
  });
  if (no) throw no;
  const products = await productsOf(tx, key);
  const lines = sent.lines.map(({ product_id, quantity }, i) => {
    const product = products.find(({ id }) => id === product_id);
    if (!product || !registered.includes(productCategoryOf(product)))
      throw refusalAt(`lines.${i}.product_id`, 'not_found');
    return { product, quantity };
  });
  const isAccepted = isConfirmedAtOnce(placesOf(lines), taken);
  const { contract_id } = sent;
  if (contract_id !== null)
    await acceptContract(tx, { loft_id, contract_id }, { user_id, time_zone: loft.time_zone, now_ms });
  const order = await placeSeasonOrder(
    tx,
    key,
    {
      kind: 'registration',
      user_id,
      ...(await teamFor(tx, key, user_id, sent)),
      contract_id,
      wanted: sent.lines,
      isAccepted,
    },
    { time_zone: loft.time_zone, now_ms },
  );
  if (isAccepted) {
    await moveOrder(tx, order, 'confirm', { by: null, time_zone: loft.time_zone, now_ms });
    await notifyConfirmedAtOnce(tx, order);
  }
  await tx
    .insertInto('order_requests')
    .values({ user_id, key: request_key, loft_id, order_id: order.id, fingerprint })
    .execute();
  await dropDraft(tx, key, user_id);
  return { order_id: order.id, is_confirmed: isAccepted, is_new: true };
}

/** The person's team in this season: one they have here, one of an earlier season, or a new one. */
async function teamFor(
  tx: Tx,
  key: SeasonKey,
  user_id: number,
  { team_id, team, country }: Pick<RegistrationFields, 'team_id' | 'team' | 'country'>,
): Promise<{ team_id: number; team_is_new: boolean }> {
  const own = await tx
    .selectFrom('teams')
    .select(['id', 'season_id', 'name', 'country'])
    .where('loft_id', '=', key.loft_id)
    .where('user_id', '=', user_id)
    .execute();
  const chosen = own.find(({ id }) => id === team_id);
  if (team_id !== null && !chosen) throw refusalAt('team_id', 'not_found');
  const name = chosen?.name ?? team;
  const here = own.find((one) => one.season_id === key.season_id && one.name.toLowerCase() === name.toLowerCase());
  if (here) return { team_id: here.id, team_is_new: false };
  const { name: fancier } = await personOf(tx, user_id);
  const made = await createTeam(tx, user_id, key, {
    team: name,
    fancier: fancier || null,
    country: chosen ? chosen.country : country,
  });
  await giveTeams(tx, user_id, key, await lockTeams(tx, key, [made]), user_id);
  return { team_id: made, team_is_new: true };
}

async function whoRegisters(tx: Tx, season: SeasonKey, user_id: number): Promise<NonNullable<Offer['me']>> {
  const { loft_id } = season;
  const address = await addressOf(tx, user_id);
  const had = await tx
    .selectFrom('teams as t')
    .innerJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 't.loft_id').onRef('s.id', '=', 't.season_id'))
    .select(['t.id', 't.name', 't.country', 's.year'])
    .where('t.loft_id', '=', loft_id)
    .where('t.user_id', '=', user_id)
    .orderBy('s.year', 'desc')
    .orderBy('t.id', 'desc')
    .execute();
  const teams = new Map<string, NonNullable<Offer['me']>['teams'][number]>();
  for (const { id, name, country, year } of had) {
    const known = teams.get(name.toLowerCase());
    if (!known) teams.set(name.toLowerCase(), { id, name, country, years: [year] });
    else if (!known.years.includes(year)) known.years.push(year);
  }
  const draft = await draftOf(tx, season, user_id);
  const { phone } = await personOf(tx, user_id);
  return {
    address,
    has_address: hasAddress(address),
    phone,
    teams: [...teams.values()],
    draft,
    ...(await sentBy(tx, season, user_id)),
  };
}

/** What a person has sent for a season, and the key of what they send next: one for all windows it is open in. */
async function sentBy(tx: Tx, { loft_id, season_id }: SeasonKey, user_id: number) {
  const orders = await tx
    .selectFrom('orders as o')
    .innerJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'o.loft_id').onRef('s.id', '=', 'o.season_id'))
    .select(['o.id', 'o.number', 'o.status', 's.year'])
    .where('o.loft_id', '=', loft_id)
    .where('o.season_id', '=', season_id)
    .where('o.user_id', '=', user_id)
    .where('o.kind', '=', 'registration')
    .orderBy('o.id', 'desc')
    .execute();
  const last = orders.find(({ status }) => holdsPlaces(status));
  return {
    request_key: keyOf(`registration ${season_id} ${user_id} ${orders.length}`),
    sent: last ? { id: last.id, number: orderNumber(last) } : null,
  };
}

/** A UUID that is the same for the same text (version 8 of RFC 9562). */
function keyOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

async function addressOf(tx: Tx, user_id: number) {
  const { street, zipcode, city, country } = await personOf(tx, user_id);
  return { street, zipcode, city, country };
}

/** The personal data of a customer. */
export async function personOf(tx: Tx, user_id: number) {
  const { first_name, last_name, ...person } = await tx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email', 'phone', 'street', 'zipcode', 'city', 'country'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  return { ...person, name: [first_name, last_name].filter(Boolean).join(' ') };
}

function spanOf(
  due_dates: readonly { due_date_category_id: number; starts_at: string; ends_at: string }[],
  category: DueDateCategory,
): Offer['window'] {
  const found = due_dates.find(({ due_date_category_id }) => due_date_category_id === dueDateCategories[category]);
  return found ? { starts_at: found.starts_at, ends_at: found.ends_at } : null;
}
