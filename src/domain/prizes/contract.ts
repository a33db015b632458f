/** The calls about prizes: the public page of a season, one's own, payouts, and the money of the season. */
import { z } from 'zod';
import { name } from '#domain/accounts/contract.ts';
import { contract, id, instant, pageQuery, replyId } from '#domain/contract.ts';
import { flightKinds, flightStatuses } from '#domain/flights/flight.ts';
import { locales } from '#domain/locales.ts';
import { describedLoft, loft } from '#domain/lofts/contract.ts';
import { bird } from '#domain/pigeons/contract.ts';
import { postalAddress } from '#domain/postal-address.ts';
import { groupings } from '#domain/rankings/ranking-rule.ts';
import { season } from '#domain/seasons/contract.ts';
import { specialTo } from '#domain/seasons/special-prizes-rule.ts';
import { orderBy } from '#domain/sorted.ts';
import { calendarDay, requiredText } from '#domain/validation.ts';
import { heldBy, payoutMethods, payoutStates, prizedWhat, prizeStates } from './prize.ts';
import { seasonMoney, statedMoney } from './season-money-contract.ts';

const cents = z.int();
const ofSeason = z.object({ season_id: id });

/** A bird in the prizes of a flight. */
const prizedBird = z.object({
  bird,
  rank: z.int(),
  time: instant.nullable(),
  day: z.int().nullable().meta({ description: 'Of the flight, counted from the release; null with the time' }),
  amount_cents: cents,
  state: z.enum(prizeStates),
  held_by: z.enum(heldBy).nullable(),
  paid_on: z.iso.date().nullable().meta({ description: 'The day of its last payout' }),
});
export type PrizedBird = z.output<typeof prizedBird>;

/** Birds that share the prizes of the places they cover: those on one place, or the first drop. */
const sharing = z.object({
  from: z.int().meta({ description: 'The first of the places they cover' }),
  to: z.int(),
  is_shared: z.boolean().meta({ description: 'Several birds divide the prizes of these places' }),
  is_drop: z.boolean().meta({ description: 'They share because they landed first together' }),
  covered_cents: z
    .array(cents)
    .meta({ description: 'What they divide, by place; none where the prizes are shares of the fund' }),
  birds: z.array(prizedBird),
});
export type Sharing = z.output<typeof sharing>;

/** A special prize that was won; its birds are equal. */
const wonSpecial = z.object({
  to: z.enum(specialTo),
  country: z.string().nullable().meta({ description: 'Whose first bird it is' }),
  place: z.int().nullable().meta({ description: 'Which of every so many places it is' }),
  in_kind: z.string().nullable().meta({ description: 'What is given instead of money' }),
  birds: z.array(z.object({ bird, rank: z.int(), amount_cents: cents })),
});
export type WonSpecial = z.output<typeof wonSpecial>;

/** By how much a corrected result changed a prize that was entered. */
const movedAmount = z.object({
  at: instant,
  before_cents: cents,
  after_cents: cents,
  rulings: z
    .array(z.object({ n: z.int(), reason: z.string() }))
    .meta({ description: 'The rulings on the flight since its result was official before; none in a ranking' }),
});

const prizedFlight = z.object({
  id: replyId,
  name: z.string(),
  kind: z.enum(flightKinds),
  status: z.enum(flightStatuses),
  release_time: instant.nullable(),
});
export type PrizedFlight = z.output<typeof prizedFlight>;

/** The name of a ranking as the loft gave it first, and in other languages. */
const names = z.partialRecord(z.enum(locales), z.string());

const prizedRanking = z.object({ id: replyId, name: z.string(), names });
export type PrizedRanking = z.output<typeof prizedRanking>;

/** Who has a prize of a ranking: a pigeon, or a team or fancier. */
const rankedWinner = prizedBird.omit({ bird: true, time: true, day: true }).extend({
  bird: bird.nullable(),
  group: z
    .object({ name: z.string().nullable(), team_id: replyId.nullable(), country: z.string().nullable() })
    .nullable(),
});
export type RankedWinner = z.output<typeof rankedWinner>;

const rankedSharing = sharing.omit({ birds: true }).extend({ winners: z.array(rankedWinner) });
export type RankedSharing = z.output<typeof rankedSharing>;

/** The day until which the loft pays a prize. */
const payBy = z.iso.date().nullable().meta({
  description:
    'The day until which it is paid, by the rulebook; null: the rulebook names none, or it is not official yet',
});

export const readPrizes = contract({
  name: 'readPrizes',
  summary:
    'The prizes of a season: those of a flight, its last official one by default, or of a ranking, and the published money',
  method: 'GET',
  path: '/api/lofts/{loft_id}/seasons/{season_id}/prizes',
  access: 'season.read',
  params: z.object({ loft_id: id, season_id: id }),
  query: z.object({ flight_id: id.optional(), ranking_id: id.optional() }),
  reply: z.object({
    loft,
    season,
    seasons: z.array(season),
    currency: z.string(),
    read_at: instant,
    flights: z.array(prizedFlight).meta({ description: 'Those with prizes by their rulebook' }),
    rankings: z.array(prizedRanking).meta({ description: 'The published ones with prizes' }),
    ranking: prizedRanking
      .extend({
        of: z.enum(['pigeon', ...groupings]),
        is_final: z.boolean(),
        pay_by: payBy,
        promised_cents: cents.nullable().meta({ description: 'Null for shares of the fund that is not known yet' }),
        won_cents: cents,
        is_hidden: z.boolean().meta({ description: 'The season does not show who is ranked' }),
        groups: z.array(rankedSharing).meta({ description: 'None before it is final' }),
      })
      .nullable()
      .meta({ description: 'The one that was asked for, or the first where no flight has prizes' }),
    shown: prizedFlight
      .extend({
        home_count: z.int(),
        basketed_count: z.int(),
        pay_by: payBy,
        promised_cents: cents.nullable().meta({ description: 'Null for shares of the fund that is not known yet' }),
        won_cents: cents,
        is_hidden: z.boolean().meta({ description: 'The season shows no ranks: nor who has won' }),
        not_home: z.object({ birds: z.int(), amount_cents: cents }).meta({
          description: 'What birds that are not home get of prizes that no bird won, by the rule of some rulebooks',
        }),
        rest: z
          .object({ cents, to: z.enum(['loft', 'clocked', 'winners', 'basketed']) })
          .nullable()
          .meta({
            description:
              'The prizes of places for which no bird was home, and who got them; null before it is official',
          }),
        special: z.array(wonSpecial).meta({ description: 'None before its result is official' }),
        moved: z
          .array(movedAmount.extend({ bird }))
          .meta({ description: 'The prizes that corrections changed, the latest first' }),
        groups: z.array(sharing).meta({ description: 'None before its result is official' }),
      })
      .nullable(),
    money: seasonMoney
      .extend({
        published_at: instant,
        now: z
          .object({ paid_cents: cents, owed_cents: cents, held_cents: cents })
          .nullable()
          .meta({ description: 'What is paid, owed and held by now; null: as it was published' }),
      })
      .nullable(),
  }),
});

/** Which special prize it is. */
const special = wonSpecial.pick({ to: true, country: true, place: true });

/** A single prize of those that a sum is made of. */
const award = z.object({
  special: special.nullable().meta({ description: 'Null: the prize of the place' }),
  amount_cents: cents,
});
export type PrizeAward = z.output<typeof award>;

/** What a pigeon has won in kind. */
const prizeInKind = z.object({
  flight_id: replyId,
  name: z.string().meta({ description: 'Of the flight' }),
  pigeon_id: replyId,
  ring: z.string(),
  team: z.string().nullable(),
  rank: z.int(),
  special,
  in_kind: z.string().meta({ description: 'What is given, in the words of the loft' }),
});
export type PrizeInKind = z.output<typeof prizeInKind>;

/** A prize that a corrected result changed, for its holder; it may be none any more. */
const movedPrize = movedAmount.extend({
  name: z.string().meta({ description: 'Of the flight or the ranking' }),
  names,
  ring: z.string().nullable(),
  team: z.string().nullable(),
  currency: z.string(),
});
export type MovedPrize = z.output<typeof movedPrize>;

const moved = z.array(movedPrize).meta({ description: 'What corrected results changed, the latest first' });

const inKind = z.array(prizeInKind).meta({ description: 'Won in kind, of official results' });

const ownPrize = z.object({
  fund_id: replyId,
  what: z.enum(prizedWhat),
  name: z.string().meta({ description: 'Of the flight or the ranking' }),
  names,
  pigeon_id: replyId.nullable().meta({ description: 'Null: the team has won, in a ranking of teams or fanciers' }),
  ring: z.string().nullable(),
  team_id: replyId.nullable(),
  team: z.string().nullable().meta({ description: 'The team that has won, or that of the bird' }),
  rank: z.int().nullable().meta({ description: 'Null: it is not in the result any more' }),
  won_cents: cents,
  awards: z.array(award).meta({ description: 'The single prizes that `won_cents` is made of' }),
  paid_cents: cents,
  currency: z.string(),
  state: z.enum(prizeStates),
  held_by: z.enum(heldBy).nullable(),
  pay_by: payBy,
  pedigree_order_id: replyId.nullable().meta({
    description: 'The order of its holder at which the missing pedigree is handed in; null: the loft enters it',
  }),
});
export type OwnPrize = z.output<typeof ownPrize>;

/** A payout to a person; it has a receipt unless it was taken back. */
const ownPayout = z.object({
  id: replyId,
  paid_on: z.iso.date(),
  amount_cents: cents,
  currency: z.string(),
  taken_back: z
    .object({ on: z.iso.date(), reason: z.string() })
    .nullable()
    .meta({ description: 'The day on which it was taken back, and why: its prizes are due again' }),
});
export type OwnPayout = z.output<typeof ownPayout>;

/** What a payout paid of a prize. */
const paidPrize = ownPrize
  .pick({ name: true, names: true, ring: true, team: true, rank: true, awards: true })
  .extend({ amount_cents: cents.meta({ description: 'Less than its awards together where a part was paid' }) });

/** A prize that is nobody's yet. */
export type HeldPrize = OwnPrize;

export const readPigeonPrizes = contract({
  name: 'readPigeonPrizes',
  summary: 'What a pigeon has won in its season, by its flights and rankings, as far as the season shows them',
  method: 'GET',
  path: '/api/lofts/{loft_id}/seasons/{season_id}/pigeons/{pigeon_id}/prizes',
  access: 'season.read',
  params: z.object({ loft_id: id, season_id: id, pigeon_id: id }),
  reply: z.object({
    prizes: z.array(
      z.object({
        what: z.enum(prizedWhat),
        flight_id: replyId.nullable(),
        ranking_id: replyId.nullable(),
        name: z.string(),
        names,
        rank: z.int().nullable(),
        amount_cents: cents,
        currency: z.string(),
        state: z.enum(prizeStates),
        held_by: z.enum(heldBy).nullable(),
      }),
    ),
  }),
});

export const readOwnPrizes = contract({
  name: 'readOwnPrizes',
  summary: 'What the signed-in person has won in a season, and what was paid; nothing for who has won nothing',
  method: 'GET',
  path: '/api/me/lofts/{loft_id}/seasons/{season_id}/prizes',
  access: 'account.read',
  params: z.object({ loft_id: id, season_id: id }),
  reply: z.object({
    prizes: z.array(ownPrize),
    in_kind: inKind,
    moved,
    payouts: z.array(ownPayout).meta({ description: 'The earliest first' }),
  }),
});

/** What the papers of prizes say: the statement of a person's season, and the receipt of each of their payouts. */
const prizePapers = z.object({
  loft: describedLoft,
  season,
  currency: z.string(),
  read_at: instant,
  person: z.object({
    name: z.string(),
    address: z.object(postalAddress).nullable().meta({ description: 'For the person alone' }),
  }),
  prizes: z.array(ownPrize),
  in_kind: inKind,
  moved,
  payouts: z.array(
    ownPayout.extend({
      method: z.enum(payoutMethods),
      prizes: z.array(paidPrize),
      left_cents: cents.meta({ description: 'What was left to be paid of the season after it; negative: given back' }),
    }),
  ),
});
export type PrizePapers = z.output<typeof prizePapers>;

export const readOwnPrizePapers = contract({
  name: 'readOwnPrizePapers',
  summary: 'The statement of what the signed-in person won in a season, with what each payout paid',
  method: 'GET',
  path: '/api/me/lofts/{loft_id}/seasons/{season_id}/prizes/papers',
  access: 'account.read',
  params: z.object({ loft_id: id, season_id: id }),
  reply: prizePapers,
});

export const readPrizePapers = contract({
  name: 'readPrizePapers',
  summary: 'The statement of what a person won in a season, with what each payout paid',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/payouts/people/{user_id}',
  access: 'payment.manage',
  params: z.object({ season_id: id, user_id: id }),
  reply: prizePapers,
});

const winner = z.object({
  person: name,
  won_cents: cents,
  paid_cents: cents,
  held_cents: cents,
  due_cents: cents.meta({ description: 'To be paid; negative: to be given back' }),
  waits: z.boolean().meta({ description: 'A payout waits for a second person, or for the payment provider' }),
  has_account: z.boolean().meta({ description: 'The payment provider can transfer to an account of theirs' }),
  prizes: z.array(ownPrize),
  moved,
});
export type Winner = z.output<typeof winner>;

const payout = z.object({
  id: replyId,
  person: name,
  amount_cents: cents,
  method: z.enum(payoutMethods),
  paid_on: z.iso.date(),
  reason: z.string(),
  evidence: z.object({ name: z.string(), src: z.string() }).nullable(),
  state: z.enum(payoutStates),
  entered_at: instant,
  by: name,
  takes_back: replyId.nullable().meta({ description: 'The payout that this one takes back' }),
  is_own: z.boolean().meta({ description: 'The reader entered it, and so does not approve it' }),
});
export type Payout = z.output<typeof payout>;

export const listPayouts = contract({
  name: 'listPayouts',
  summary: 'Who has won in a season, with what is due, held and paid, and every payout, the latest first',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/payouts',
  access: 'payment.manage',
  params: ofSeason,
  query: z.object({ ...pageQuery, sort: orderBy('person', 'won') }),
  reply: z.object({
    loft,
    season,
    currency: z.string(),
    today: z.iso.date(),
    limit_cents: cents.meta({ description: 'Above it a second person approves' }),
    by_provider: z.boolean().meta({ description: 'The site can have the payment provider transfer' }),
    rows: z.array(winner),
    held: z.array(ownPrize).meta({ description: 'Won by birds whose team has no account' }),
    in_kind: z
      .array(prizeInKind.extend({ person: name.nullable() }))
      .meta({ description: 'Won in kind, with who held the pigeon on the day of the release; null: nobody’s yet' }),
    earlier: z
      .array(z.object({ id: replyId, name: z.string() }))
      .meta({ description: 'Official flights whose prizes are not entered yet' }),
    payouts: z.array(payout),
    money: seasonMoney.meta({ description: 'As it would be published now' }),
    published_at: instant.nullable(),
    is_older: z.boolean().meta({ description: 'The journals say something else by now than was published' }),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
  }),
});

export const payPrizes = contract({
  name: 'payPrizes',
  summary:
    'Pays a person the prizes that are due in a season, some of them, or a part; above the limit it waits for a second person',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/payouts',
  access: 'payment.manage',
  fresh_proof: true,
  params: ofSeason,
  body: z.strictObject({
    user_id: id,
    prizes: z
      .array(z.strictObject({ fund_id: id, pigeon_id: id.nullable(), team_id: id.nullable() }))
      .min(1)
      .max(1000)
      .nullable()
      .default(null)
      .meta({ description: 'Those that are paid; null: all that are due' }),
    due_cents: cents
      .nullable()
      .default(null)
      .meta({ description: 'What was seen to be due of them; null: all of it is paid' }),
    amount_cents: cents.meta({ description: 'What is paid of it; negative: what the person gave back' }),
    method: z.enum(payoutMethods),
    paid_on: calendarDay(),
    reason: requiredText({ max: 1000 }),
    file_id: id.nullable().default(null).meta({ description: 'The receipt, a file of the loft' }),
  }),
  reply: z.object({ payout_id: replyId, state: z.enum(payoutStates) }),
});

export const readPayoutAccount = contract({
  name: 'readPayoutAccount',
  summary: 'Whether the signed-in person has an account at the payment provider to which prizes can be transferred',
  method: 'GET',
  path: '/api/me/payout-account',
  access: 'account.read',
  reply: z.object({
    is_offered: z.boolean().meta({ description: 'The site has a payment provider that transfers' }),
    state: z.enum(['none', 'begun', 'ready']),
  }),
});

export const beginPayoutAccount = contract({
  name: 'beginPayoutAccount',
  summary:
    'Opens an account at the payment provider, or goes on with it: returns the page on which its owner proves who they are',
  method: 'POST',
  path: '/api/me/payout-account',
  access: 'account.read',
  fresh_proof: true,
  body: z.strictObject({
    from: z
      .url({ protocol: /^https?$/ })
      .max(255)
      .optional()
      .meta({ description: 'The origin of the site in the browser; used only where the site has no public address' }),
  }),
  reply: z.object({ url: z.string() }),
});

const ofPayout = z.object({ season_id: id, payout_id: id });

export const answerPayout = contract({
  name: 'answerPayout',
  summary: 'Approves or refuses a payout above the limit; approved by another person than the one who entered it',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/payouts/{payout_id}/answer',
  access: 'payment.manage',
  fresh_proof: true,
  params: ofPayout,
  body: z.strictObject({ is_approved: z.boolean() }),
  reply: z.object({}),
});

export const takeBackPayout = contract({
  name: 'takeBackPayout',
  summary:
    'Takes a payout back that never arrived, by a counter-entry: its prizes are due again; above the limit it waits too',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/payouts/{payout_id}/taken-back',
  access: 'payment.manage',
  fresh_proof: true,
  params: ofPayout,
  body: z.strictObject({ reason: requiredText({ max: 1000 }) }),
  reply: z.object({ payout_id: replyId, state: z.enum(payoutStates) }),
});

export const enterEarlierPrizes = contract({
  name: 'enterEarlierPrizes',
  summary:
    'Enters the prizes of flights that were official before prizes were entered; once, however often it is called',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/payouts/earlier',
  access: 'payment.manage',
  params: ofSeason,
  body: z.strictObject({}),
  reply: z.object({ flight_count: z.int() }),
});

export const publishMoney = contract({
  name: 'publishMoney',
  summary: 'Publishes the money of a season as it is now; refused while its two sides differ',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/money',
  access: 'payment.manage',
  params: ofSeason,
  body: statedMoney,
  reply: z.object({ published_at: instant }),
});
