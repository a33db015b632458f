/** The prizes of a season as its pages show them. */
import { sql } from 'kysely';
import type { Name } from '#domain/accounts/contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { addressOf } from '#domain/files/file.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type {
  HeldPrize,
  MovedPrize,
  OwnPrize,
  Payout,
  PrizedBird,
  PrizeInKind,
  readPigeonPrizes,
  readPrizes,
  Sharing,
  WonSpecial as ShownSpecial,
  Winner,
} from '#domain/prizes/contract.ts';
import { dueOf, keyOfPaid, stateOfPrize } from '#domain/prizes/prize.ts';
import { Refusal } from '#domain/refusal.ts';
import { prizesTogether, restOf, sharersOf } from '#domain/seasons/prizes.ts';
import { shows, showsBirdPages, showsRankingBirds, showsRecords } from '#domain/seasons/visibility.ts';
import { accountNow } from '#server/accounts/merged.ts';
import { specialCents, type WonSpecial } from '#server/arrivals/prizes.ts';
import { readStandings } from '#server/arrivals/standings.ts';
import { shownSpecials } from '#server/arrivals/visible-results.ts';
import type { Tx } from '#server/db/database.ts';
import type { FlownFlight } from '#server/flights/flights.ts';
import { type ListOf, nameOf } from '#server/pagination.ts';
import { pigeonsOf } from '#server/pigeons/pigeons.ts';
import { shownBird } from '#server/pigeons/visible-birds.ts';
import type { View } from '#server/seasons/visibility.ts';
import { readyAmong } from './accounts.ts';
import { awardsOfPrizes, inKindOfSeason, type SeasonSpecials, specialsOfSeason } from './awards.ts';
import { type PrizeRow, prizesOfSeason, wonBy } from './journal.ts';
import { movedPrizes } from './moved.ts';
import { payoutState } from './payouts.ts';
import { type PrizedFlight, wonSpecials } from './prized-flights.ts';

type Prizes = ReplyOf<typeof readPrizes>;
type PigeonPrizes = ReplyOf<typeof readPigeonPrizes>;

export const flightView = ({ id, name, kind, status, release_time }: FlownFlight) => ({
  id,
  name,
  kind,
  status,
  release_time,
});

/** The prizes of a flight as a reader of its season may see them. */
export async function prizesOfResult(
  tx: Tx,
  key: SeasonKey,
  { flight, plan }: PrizedFlight,
  view: View,
): Promise<NonNullable<Prizes['shown']>> {
  const is_hidden = !shows(view.hidden, 'results.rank');
  const prizes = (await prizesOfSeason(tx, key)).filter(({ flight_id }) => flight_id === flight.id);
  const isShown = flight.status === 'official' && !is_hidden;
  const fund_cents = await fundOf(tx, key, flight.id);
  const not_home = Map.groupBy(
    prizes.filter(({ rank, won_cents }) => rank === null && won_cents > 0),
    ({ pigeon_id }) => pigeon_id,
  );
  const specials = isShown ? await wonSpecials(tx, { flight, plan }) : [];
  const special_cents = specialCents(specials);
  const given = [...special_cents.values()].reduce((sum, one) => sum + one, 0);
  return {
    ...flightView(flight),
    home_count: flight.home_count,
    basketed_count: flight.basketed_count,
    pay_by: prizes[0]?.pay_by ?? null,
    promised_cents:
      plan.template.basis === 'amount' || fund_cents !== null ? prizesTogether(plan, fund_cents) + given : null,
    won_cents: sumOf(prizes),
    is_hidden,
    not_home: {
      birds: isShown ? not_home.size : 0,
      amount_cents: isShown ? sumOf([...not_home.values()].flat()) : 0,
    },
    rest: isShown && fund_cents !== null ? restOf(plan, flight.home_count, fund_cents) : null,
    special: await shownWins(tx, key, specials, { flight, view }),
    moved: isShown ? await movedBirds(tx, key, { flight, view }) : [],
    groups: isShown ? await sharingBirds(tx, key, { flight, plan, prizes, special_cents, view }) : [],
  };
}

/** Special prizes as a reader may see them. */
async function shownWins(
  tx: Tx,
  key: SeasonKey,
  wins: readonly WonSpecial[],
  { flight, view }: { flight: FlownFlight; view: View },
): Promise<ShownSpecial[]> {
  const pigeon_ids = wins.flatMap(({ winners }) => winners.map(({ pigeon_id }) => pigeon_id));
  if (pigeon_ids.length === 0) return [];
  const birds = new Map((await pigeonsOf(tx, key, { pigeon_ids })).map((bird) => [bird.pigeon_id, bird]));
  return shownSpecials(view, wins).map(({ prize: { to, in_kind }, country, place, winners }) => ({
    to,
    country,
    place,
    in_kind,
    birds: winners.map(({ pigeon_id, rank, cents }) => ({
      bird: shownBird(view, 'results', birds.get(pigeon_id)!, flight.id),
      rank,
      amount_cents: cents,
    })),
  }));
}

/** The birds whose prizes in a flight were changed by corrections, as a reader may see them. */
async function movedBirds(tx: Tx, key: SeasonKey, { flight, view }: { flight: FlownFlight; view: View }) {
  const moved = (await movedPrizes(tx, key, { flight_id: flight.id })).flatMap(({ pigeon_id, ...one }) =>
    pigeon_id === null ? [] : [{ pigeon_id, ...one }],
  );
  if (moved.length === 0) return [];
  const pigeon_ids = moved.map(({ pigeon_id }) => pigeon_id);
  const birds = new Map((await pigeonsOf(tx, key, { pigeon_ids })).map((bird) => [bird.pigeon_id, bird]));
  return moved.map(({ pigeon_id, at, before_cents, after_cents, rulings }) => ({
    bird: shownBird(view, 'results', birds.get(pigeon_id)!, flight.id),
    at,
    before_cents,
    after_cents,
    rulings,
  }));
}

const sumOf = (prizes: readonly PrizeRow[]): number => prizes.reduce((sum, { won_cents }) => sum + won_cents, 0);

/** What the shares of a flight are of, cents; null before its prizes were entered. */
async function fundOf(tx: Tx, { loft_id }: SeasonKey, flight_id: number): Promise<number | null> {
  const fund = await tx
    .selectFrom('prize_funds')
    .select('fund_cents')
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .executeTakeFirst();
  return fund?.fund_cents ?? null;
}

/** The day of a flight at an instant: 1 is that of the release. */
const dayOfFlight = ({ day_starts }: FlownFlight, at_ms: number): number =>
  1 + day_starts.filter((midnight) => midnight <= at_ms).length;

async function sharingBirds(
  tx: Tx,
  key: SeasonKey,
  of: PrizedFlight & { prizes: readonly PrizeRow[]; special_cents: ReadonlyMap<number, number>; view: View },
): Promise<Sharing[]> {
  const { flight, plan, prizes, special_cents, view } = of;
  const { template } = plan;
  const ofBird = Map.groupBy(
    prizes.filter(({ won_cents }) => won_cents > 0),
    ({ pigeon_id }) => pigeon_id!,
  );
  // What a bird has for its place: the rest is of special prizes.
  const forPlace = (pigeon_id: number) => sumOf(ofBird.get(pigeon_id)!) - (special_cents.get(pigeon_id) ?? 0);
  const pigeon_ids = [...ofBird.keys()].filter((id) => forPlace(id) > 0);
  const birds = new Map((await pigeonsOf(tx, key, { pigeon_ids })).map((bird) => [bird.pigeon_id, bird]));
  const paid_on = await paidOn(tx, key, prizes[0]?.fund_id ?? null);
  const lines = (await readStandings(tx, [flight], { pigeon_ids })).get(flight.id)!;
  const valueAt = (place: number) => template.steps.find(({ from, to }) => from <= place && place <= to)?.value ?? 0;
  // Those with prizes are the first of the result, so whom they share with follows from them alone.
  const groups = sharersOf(plan, lines, { is_together: flight.release_groups.length === 0 });
  return [...Map.groupBy(groups, ({ birds: [first] }) => first!.rank)].map(([from, ofRank]) => {
    const line = ofRank.flatMap((group) => group.birds);
    const to = from + line.length - 1;
    const is_shared = ofRank.length === 1 && line.length > 1;
    const places = Array.from({ length: line.length }, (_, i) => valueAt(from + i));
    return {
      from,
      to,
      is_shared,
      is_drop: line.at(-1)!.rank !== from,
      covered_cents: is_shared && template.basis === 'amount' ? places : [],
      birds: line.map(({ pigeon_id, rank, time_ms }): PrizedBird => {
        const own = ofBird.get(pigeon_id)!;
        return {
          bird: shownBird(view, 'results', birds.get(pigeon_id)!, flight.id),
          rank,
          ...(shows(view.hidden, 'results.time')
            ? { time: new Date(time_ms).toISOString(), day: dayOfFlight(flight, time_ms) }
            : { time: null, day: null }),
          amount_cents: forPlace(pigeon_id),
          paid_on: paid_on.get(pigeon_id) ?? null,
          ...stateOfBird(own),
        };
      }),
    };
  });
}

/**
 * The state of a prize that may have several holders, for everybody: not paid before all of them are. That somebody has
 * no account or has not paid a place is not everybody's business.
 */
export function stateOfBird(holders: readonly PrizeRow[]): Pick<PrizedBird, 'state' | 'held_by'> {
  const people = holders.filter(({ account }) => account !== 'loft');
  if (people.length === 0) return { state: 'kept', held_by: null };
  const held_by =
    people.find(({ won_cents, paid_cents, held_by: by }) => by && won_cents > paid_cents)?.held_by ?? null;
  if (held_by !== null) return { state: 'held', held_by: held_by === 'result' ? held_by : null };
  return { state: people.some(({ won_cents, paid_cents }) => won_cents > paid_cents) ? 'due' : 'paid', held_by: null };
}

/** The day of the last payout of each bird, or each team, in the prizes of a fund. */
export async function paidOn(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
  fund_id: number | null,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; day: string }>`
    select coalesce(p.pigeon_id, p.team_id) as id, max(x.paid_on)::text as day from prize_payouts x
    join prize_entries e on e.loft_id = x.loft_id and e.payout_id = x.id
    join prize_postings p on p.loft_id = e.loft_id and p.entry_id = e.id and p.account = 'owed'
    where x.loft_id = ${loft_id} and x.season_id = ${season_id} and x.takes_back is null and p.fund_id = ${fund_id}
    group by p.pigeon_id, p.team_id`.execute(tx);
  return new Map(rows.map(({ id, day }) => [id, day]));
}

/** A prize for its holder. @param open the state of the payout of it that is not paid yet */
const ownPrize = (prize: PrizeRow, awards: OwnPrize['awards'], open: OpenState): OwnPrize => {
  const { fund_id, what, name, names, pigeon_id, ring, team_id, team, rank, won_cents, paid_cents } = prize;
  const { currency, held_by, pay_by } = prize;
  const of = { fund_id, what, name, names, pigeon_id, ring, team_id, team, rank };
  return {
    ...of,
    won_cents,
    awards,
    paid_cents,
    currency,
    held_by,
    pay_by,
    pedigree_order_id: held_by === 'pedigree' ? prize.order_id : null,
    state: stateOfPrize(prize, open),
  };
};

/**
 * What a pigeon has won in a season, a line for each flight and ranking, as a reader may see it: of official results
 * only, and of those whose places are shown.
 */
export async function prizesOfPigeon(
  tx: Tx,
  { pigeon_id, ...key }: SeasonKey & { pigeon_id: number },
  view: View,
): Promise<PigeonPrizes['prizes']> {
  if (!showsBirdPages(view.hidden)) throw new Refusal('not_found');
  const shown = {
    flight: showsRecords(view.hidden) && shows(view.hidden, 'results.rank'),
    ranking: showsRankingBirds(view.hidden),
  };
  const won = (await prizesOfSeason(tx, key, { pigeon_id })).filter(
    ({ what, won_cents, held_by }) => won_cents > 0 && held_by !== 'result' && shown[what],
  );
  return [...Map.groupBy(won, ({ fund_id }) => fund_id).values()].map((own) => {
    const { what, flight_id, ranking_id, name, names, rank, currency } = own[0]!;
    return { what, flight_id, ranking_id, name, names, rank, currency, amount_cents: sumOf(own), ...stateOfBird(own) };
  });
}

/** What a person has won in a season, in money and in kind. */
export async function prizesOfPerson(
  tx: Tx,
  key: SeasonKey,
  user_id: number,
): Promise<{ prizes: OwnPrize[]; in_kind: PrizeInKind[]; moved: MovedPrize[] }> {
  const specials = await specialsOfSeason(tx, key);
  const prizes = await ownPrizes(tx, key, await prizesOfSeason(tx, key, { user_ids: [user_id] }), specials);
  const in_kind = await inKindOfSeason(tx, key, specials);
  const moved = await movedPrizes(tx, key, { user_ids: [user_id] });
  return { prizes, in_kind: in_kind.filter((one) => one.user_id === user_id).map(({ prize }) => prize), moved };
}

/** These prizes of a season for their holders. */
async function ownPrizes(
  tx: Tx,
  key: SeasonKey,
  rows: readonly PrizeRow[],
  specials: SeasonSpecials,
): Promise<OwnPrize[]> {
  const waiting = await waitingIn(tx, key);
  const awards = await awardsOfPrizes(tx, key, rows, specials);
  return rows.map((prize) => ownPrize(prize, awards.get(prize)!, waiting.prize(prize)));
}

/** What is held in a season for teams without an account, and for their birds. */
export async function heldPrizes(tx: Tx, key: SeasonKey, specials: SeasonSpecials): Promise<HeldPrize[]> {
  const held = (await prizesOfSeason(tx, key)).filter(({ account }) => account === 'held');
  return ownPrizes(tx, key, held, specials);
}

/** What was won in kind in a season, with whose it is, for who hands it over. */
export async function inKindWithPeople(tx: Tx, key: SeasonKey, specials: SeasonSpecials) {
  const won = await inKindOfSeason(tx, key, specials);
  const ids = won.flatMap(({ user_id }) => user_id ?? []);
  const people = new Map((await namesOf(tx, ids)).map((one) => [one.user_id, one]));
  return won.map(({ user_id, prize }) => ({ ...prize, person: user_id === null ? null : people.get(user_id)! }));
}

async function namesOf(tx: Tx, user_ids: readonly number[]): Promise<Name[]> {
  if (user_ids.length === 0) return [];
  return tx
    .selectFrom('users')
    .select(['id as user_id', 'email', 'first_name', 'last_name'])
    .where('id', 'in', user_ids)
    .execute();
}

/** The state of a payout that is not paid yet: it waits for a second person, or the provider has it; null: there is none. */
type OpenState = 'waits' | 'sent' | null;

/** The payouts of a season that are not paid yet. */
interface Waiting {
  /** Whether there is one to somebody. */
  person: (user_id: number) => boolean;
  /** The one of a prize; one without parts is of all prizes of its person. */
  prize: (prize: PrizeRow) => OpenState;
}

async function waitingIn(tx: Tx, { loft_id, season_id }: SeasonKey): Promise<Waiting> {
  const rows = await tx
    .selectFrom('prize_payouts as x')
    .leftJoin('prize_payout_parts as part', (join) =>
      join.onRef('part.loft_id', '=', 'x.loft_id').onRef('part.payout_id', '=', 'x.id'),
    )
    .select(['part.fund_id', 'part.pigeon_id', 'part.team_id'])
    .select(accountNow('x.user_id').as('user_id'))
    .select(payoutState.as('state'))
    .where('x.loft_id', '=', loft_id)
    .where('x.season_id', '=', season_id)
    .where(payoutState, 'in', ['waits', 'sent'])
    .execute();
  const ofPerson = Map.groupBy(rows, ({ user_id }) => user_id);
  return {
    person: (user_id) => ofPerson.has(user_id),
    prize: ({ user_id, fund_id, ...won }) => {
      const own = user_id === null ? [] : (ofPerson.get(user_id) ?? []);
      const key = keyOfPaid({ fund_id, ...wonBy(won) });
      const found = own.find(
        ({ fund_id: of, pigeon_id, team_id }) => of === null || keyOfPaid({ fund_id: of, pigeon_id, team_id }) === key,
      );
      return found ? (found.state as OpenState) : null;
    },
  };
}

/** Who has won in a season, as a list. */
export const listOfWinners = ({ loft_id, season_id }: SeasonKey): ListOf<'person' | 'won'> => ({
  from: sql`from (
      select user_id, sum(won_cents) as won from prize_balances
      where loft_id = ${loft_id} and season_id = ${season_id} and user_id is not null
        and (won_cents <> 0 or paid_cents <> 0)
      group by user_id) w
    join users u on u.id = w.user_id where true`,
  id: sql`w.user_id`,
  columns: { person: nameOf('u'), won: sql`w.won` },
  search: { texts: [sql`u.plain_name`, sql`u.plain_email`] },
});

/** These people with their prizes and sums. */
export async function winnersById(
  tx: Tx,
  key: SeasonKey,
  user_ids: readonly number[],
  specials: SeasonSpecials,
): Promise<Winner[]> {
  if (user_ids.length === 0) return [];
  const people = await namesOf(tx, user_ids);
  const all = await prizesOfSeason(tx, key, { user_ids });
  const awards = await awardsOfPrizes(tx, key, all, specials);
  const prizes = Map.groupBy(all, ({ user_id }) => user_id);
  const waiting = await waitingIn(tx, key);
  const moved = Map.groupBy(await movedPrizes(tx, key, { user_ids }), ({ user_id }) => user_id);
  const ready = await readyAmong(tx, user_ids);
  return people.map((person) => {
    const own = prizes.get(person.user_id) ?? [];
    const sum = (of: (prize: PrizeRow) => number) => own.reduce((cents, prize) => cents + of(prize), 0);
    return {
      person,
      won_cents: sum(({ won_cents }) => won_cents),
      paid_cents: sum(({ paid_cents }) => paid_cents),
      held_cents: sum(({ held_by, won_cents, paid_cents }) => (held_by === null ? 0 : won_cents - paid_cents)),
      due_cents: sum(dueOf),
      waits: waiting.person(person.user_id),
      has_account: ready.has(person.user_id),
      prizes: own.map((prize) => ownPrize(prize, awards.get(prize)!, waiting.prize(prize))),
      moved: moved.get(person.user_id) ?? [],
    };
  });
}

/** Every payout of a season, the latest first. @param reader who reads it */
export async function payoutsOfSeason(tx: Tx, { loft_id, season_id }: SeasonKey, reader: number): Promise<Payout[]> {
  type Evidence = Parameters<typeof addressOf>[0] & { name: string };
  const named = (
    u: string,
  ) => sql<Name>`json_build_object('user_id', ${sql.ref(`${u}.id`)}, 'email', ${sql.ref(`${u}.email`)},
    'first_name', ${sql.ref(`${u}.first_name`)}, 'last_name', ${sql.ref(`${u}.last_name`)})`;
  const { rows } = await sql<Omit<Payout, 'evidence'> & { evidence: Evidence | null }>`
    select x.id, x.amount_cents, x.method, x.paid_on::text as paid_on, x.reason, x.entered_at, x.takes_back,
      x.entered_by = ${reader} as is_own, ${payoutState} as state, ${named('u')} as person, ${named('b')} as by,
      case when f.id is not null then json_build_object('id', f.id, 'name', f.name, 'sha256', f.sha256,
        'private_key', f.private_key, 'type', f.type) end as evidence
    from prize_payouts x join users u on u.id = ${accountNow('x.user_id')} join users b on b.id = x.entered_by
    left join files f on f.loft_id = x.loft_id and f.id = x.file_id
    where x.loft_id = ${loft_id} and x.season_id = ${season_id} order by x.id desc`.execute(tx);
  return rows.map(({ evidence, ...row }) => ({
    ...row,
    evidence: evidence && { name: evidence.name, src: addressOf(evidence) },
  }));
}
