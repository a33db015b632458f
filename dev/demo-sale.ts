/**
 * The sale of the demo: birds at a fixed price, one for the best offer with two offers, and one bought by the customer.
 */

import { passportParts } from '#domain/pigeons/passport.ts';
import { enterUser } from '#server/accounts/users.ts';
import type { Tx } from '#server/db/database.ts';
import { markPaid } from '#server/payments/by-hand.ts';
import { findPassport, turnPart } from '#server/pigeons/passports.ts';
import { buy, offer } from '#server/sales/buying.ts';
import { listBirds } from '#server/sales/listings.ts';

const day_ms = 86_400_000;

/** Prices in cents; null: for the best offer. The last one is sold. */
const prices = [75_000, 90_000, null, 120_000] as const;

/** The offers, in this order. */
const bidders = [
  {
    first_name: 'Claire',
    last_name: 'Dubois',
    city: 'Lille',
    zipcode: '59000',
    street: 'Rue de Gand 8',
    cents: 60_000,
  },
  {
    first_name: 'Mehmet',
    last_name: 'Aydin',
    city: 'Genk',
    zipcode: '3600',
    street: 'Stationsstraat 31',
    cents: 65_000,
  },
] as const;

interface Season {
  loft_id: number;
  season_id: number;
  time_zone: string;
  merchant: number;
  customer: number;
}

/** Lists birds of other owners for sale, and has one of them bought and paid in cash. */
export async function seedSale(tx: Tx, { time_zone, merchant, customer, ...season }: Season, now_ms: number) {
  const birds = await tx
    .selectFrom('pigeons')
    .distinctOn('team_id')
    .select('id')
    .where('loft_id', '=', season.loft_id)
    .where('season_id', '=', season.season_id)
    .where('health', '=', 'active')
    .where('team_id', 'is not', null)
    .orderBy('team_id')
    .orderBy('id')
    .offset(20)
    .limit(prices.length)
    .execute();
  if (birds.length < prices.length) return;
  const listed: number[] = [];
  for (const [i, price_cents] of prices.entries()) {
    const act = { by: merchant, time_zone, now_ms: now_ms - 4 * day_ms };
    await listBirds(tx, season, { pigeon_ids: [birds[i]!.id], price_cents }, act);
    const { id } = await tx
      .selectFrom('listings')
      .select('id')
      .where('pigeon_id', '=', birds[i]!.id)
      .executeTakeFirstOrThrow();
    listed.push(id);
  }
  for (const { cents, first_name, last_name, ...address } of bidders) {
    const subject = `demo-${first_name}-${last_name}`.toLowerCase();
    const person = { issuer: 'https://demo.invalid', subject, first_name, last_name, ...address };
    const user_id = await enterUser(tx, person);
    const wanted = { listing_id: listed[2]!, amount_cents: cents };
    await offer(tx, season, wanted, { user_id, time_zone, now_ms: now_ms - 2 * day_ms });
  }
  const buying = { user_id: customer, time_zone, now_ms: now_ms - 3 * day_ms };
  const order_id = await buy(tx, season, { listing_id: listed[3]!, seen_cents: prices[3] }, buying);
  const paid = { by: merchant, is_merchant: true, reason: 'Cash at the loft', file_id: null };
  await markPaid(tx, order_id, { ...paid, now_ms: now_ms - 2 * day_ms });
  // Whoever decides about the birds shows all of it on their pages.
  for (const { id: pigeon_id } of birds) {
    const bird = { loft_id: season.loft_id, pigeon_id };
    const { decides } = (await findPassport(tx, bird, now_ms))!;
    for (const part of passportParts) await turnPart(tx, bird, { part, is_shown: true }, { decides, now_ms });
  }
}
