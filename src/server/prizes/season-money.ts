/** The money of a season: reckoned from the journals, stated by its loft, and published. */
import { sql } from 'kysely';
import type { SeasonKey } from '#domain/keys.ts';
import type { SeasonKind } from '#domain/orders/order.ts';
import { sumOfFunds, whyNotPublishMoney } from '#domain/prizes/season-money.ts';
import type { FundMoney, SeasonMoney, StatedMoney } from '#domain/prizes/season-money-contract.ts';
import { prizesTogether } from '#domain/seasons/prizes.ts';
import { type FlightPlan, prizesOfFlight, specialCents, specialsOf } from '#server/arrivals/prizes.ts';
import { readStandings } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import { type FlownFlight, flownFlights } from '#server/flights/flights.ts';
import { currencyOf, lockSeason } from '#server/seasons/seasons.ts';
import { entriesPaid } from './funds.ts';
import { type PrizeRow, prizesOfSeason } from './journal.ts';
import { prizedRankings } from './ranking-views.ts';

/** The latest published money of a season, or null. */
export async function publishedMoney(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
): Promise<(SeasonMoney & { published_at: string }) | null> {
  const row = await tx
    .selectFrom('published_money')
    .select(['content', 'at'])
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  // What was published before funds said what the loft keeps did not count it.
  const funds = row.content.funds.map((fund) => ({ ...fund, kept_cents: fund.kept_cents ?? 0 }));
  return { ...row.content, funds, published_at: row.at };
}

/** The same for everybody, with what is paid, owed and held since then. */
export async function publishedMoneySince(tx: Tx, key: SeasonKey) {
  const published = await publishedMoney(tx, key);
  if (!published) return null;
  const sums = (funds: readonly FundMoney[]) => ({
    paid_cents: sumOfFunds(funds, 'paid_cents'),
    owed_cents: sumOfFunds(funds, 'owed_cents'),
    held_cents: sumOfFunds(funds, 'held_cents'),
  });
  const [then, now] = [sums(published.funds), sums(await fundsOf(tx, key))];
  const isSame = Object.values(then).join() === Object.values(now).join();
  return { ...published, now: isSame ? null : now };
}

/** The money of a season as it stands now, with what its loft states. */
export async function moneyOfSeason(tx: Tx, key: SeasonKey, stated: StatedMoney): Promise<SeasonMoney> {
  const received = await receivedOf(tx, key);
  return {
    ...stated,
    currency: await currencyOf(tx, key),
    entries_cents: received.get('registration') ?? 0,
    activations_cents: received.get('activation') ?? 0,
    sales_cents: received.get('sale') ?? 0,
    funds: await fundsOf(tx, key),
  };
}

/**
 * Publish the money of a season as it stands now.
 * @throws Refusal by {@link whyNotPublishMoney}
 */
export async function publishMoney(
  tx: Tx,
  key: SeasonKey,
  stated: StatedMoney,
  { by, now_ms }: { by: number; now_ms: number },
): Promise<{ published_at: string }> {
  await lockSeason(tx, key);
  const money = await moneyOfSeason(tx, key, stated);
  const no = whyNotPublishMoney(money);
  if (no) throw no;
  const at = new Date(now_ms).toISOString();
  await tx
    .insertInto('published_money')
    .values({
      ...key,
      version: sql<number>`(select coalesce(max(version), 0) + 1 from published_money
        where loft_id = ${key.loft_id} and season_id = ${key.season_id})`,
      content: JSON.stringify(money),
      user_id: by,
      at,
    })
    .execute();
  return { published_at: at };
}

/** What was received and not refunded, cents, by the kind of order. */
async function receivedOf(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<Map<SeasonKind, number>> {
  const { rows } = await sql<{ kind: SeasonKind; cents: number }>`
    select o.kind, (-sum(p.amount_cents))::bigint as cents
    from journal_entries e
    join postings p on p.loft_id = e.loft_id and p.entry_id = e.id and p.account in ('income', 'receivable')
    join orders o on o.loft_id = e.loft_id and o.id = e.order_id
    where e.loft_id = ${loft_id} and e.season_id = ${season_id} group by o.kind`.execute(tx);
  return new Map(rows.map(({ kind, cents }) => [kind, cents]));
}

/** The funds of the flights of a season, the first release first, then those of its rankings. */
async function fundsOf(tx: Tx, key: SeasonKey): Promise<FundMoney[]> {
  const all = (await prizesOfSeason(tx, key)).filter(({ account }) => account !== 'loft');
  const ofFlights = Map.groupBy(all, ({ flight_id }) => flight_id);
  const ofRankings = Map.groupBy(all, ({ ranking_id }) => ranking_id);
  const entries_cents = await entriesPaid(tx, key);
  const funded = await fundCents(tx, key);
  const flights = (await flownFlights(tx, key)).filter(({ replay_factor }) => replay_factor === null);
  const funds: FundMoney[] = [];
  for (const flight of flights.reverse()) {
    const own = ofFlights.get(flight.id) ?? [];
    const plan = flight.status === 'annulled' ? null : await prizesOfFlight(tx, flight);
    const fund_cents = funded.flights.get(flight.id);
    // Without a fund the prizes are still to be won, or were official before prizes were entered.
    const to_win_cents =
      plan && fund_cents === undefined && flight.status !== 'official'
        ? prizesTogether(plan, entries_cents) + firstsOf(plan)
        : 0;
    const whole_cents =
      plan && fund_cents !== undefined
        ? prizesTogether(plan, fund_cents) + (await specialsTogether(tx, flight, plan))
        : 0;
    funds.push(fundOf({ what: 'flight', name: flight.name }, own, { to_win_cents, whole_cents }));
  }
  for (const { id, name, names, prizes } of await prizedRankings(tx, key)) {
    const own = ofRankings.get(id) ?? [];
    const fund_cents = funded.rankings.get(id);
    const all_cents = prizesTogether({ template: prizes }, fund_cents ?? entries_cents);
    const [to_win_cents, whole_cents] = fund_cents === undefined ? [all_cents, 0] : [0, all_cents];
    funds.push(fundOf({ what: 'ranking', name, names }, own, { to_win_cents, whole_cents }));
  }
  return funds.filter(({ promised_cents }) => promised_cents > 0);
}

/** The special prizes of which there is one each, cents: how many there will be of the others is known when the birds are home. */
const firstsOf = ({ special }: FlightPlan): number =>
  special
    .filter(({ to }) => to === 'first_hen' || to === 'first_cock')
    .reduce((sum, { amount_cents }) => sum + (amount_cents ?? 0), 0);

/** The special prizes that were won by the stored standings of a flight, cents. */
async function specialsTogether(tx: Tx, flight: FlownFlight, plan: FlightPlan): Promise<number> {
  if (plan.special.length === 0) return 0;
  const ranked = (await readStandings(tx, [flight])).get(flight.id)!;
  const won = specialCents(await specialsOf(tx, flight, plan, ranked));
  return [...won.values()].reduce((sum, cents) => sum + cents, 0);
}

/** What the shares of the funds of a season are of, cents: of flights and rankings that were official once. */
async function fundCents(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
): Promise<{ flights: Map<number | null, number>; rankings: Map<number | null, number> }> {
  const funds = await tx
    .selectFrom('prize_funds')
    .select(['flight_id', 'ranking_id', 'fund_cents'])
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .execute();
  return {
    flights: new Map(funds.map(({ flight_id, fund_cents }) => [flight_id, fund_cents])),
    rankings: new Map(funds.map(({ ranking_id, fund_cents }) => [ranking_id, fund_cents])),
  };
}

/** @param whole_cents all prizes of what was official once: the loft keeps what nobody else has won */
function fundOf(
  of: Pick<FundMoney, 'what' | 'name' | 'names'>,
  prizes: readonly PrizeRow[],
  { to_win_cents, whole_cents }: { to_win_cents: number; whole_cents: number },
): FundMoney {
  const sum = (of: (prize: PrizeRow) => number) => prizes.reduce((cents, prize) => cents + of(prize), 0);
  const paid_cents = sum((prize) => prize.paid_cents);
  const held_cents = sum((prize) => (prize.held_by === null ? 0 : prize.won_cents - prize.paid_cents));
  const owed_cents = sum((prize) => prize.won_cents - prize.paid_cents) - held_cents;
  const kept_cents = Math.max(0, whole_cents - sum((prize) => prize.won_cents));
  const promised_cents = paid_cents + owed_cents + held_cents + to_win_cents + kept_cents;
  return { ...of, promised_cents, paid_cents, owed_cents, held_cents, to_win_cents, kept_cents };
}
