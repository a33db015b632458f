/** The prizes of rankings as the page of the prizes shows them. */
import type { ReplyOf } from '#domain/contract.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type { RankedSharing, RankedWinner, readPrizes } from '#domain/prizes/contract.ts';
import { prizesTogether } from '#domain/seasons/prizes.ts';
import { shows, showsTeamPages } from '#domain/seasons/visibility.ts';
import type { Tx } from '#server/db/database.ts';
import { pigeonsOf } from '#server/pigeons/pigeons.ts';
import { shownBird } from '#server/pigeons/visible-birds.ts';
import { rankingsOf, type StoredRanking } from '#server/rankings/rankings.ts';
import { showsSubjects } from '#server/rankings/views.ts';
import type { View } from '#server/seasons/visibility.ts';
import { fundOf } from './funds.ts';
import { type PrizeRow, prizesOfSeason } from './journal.ts';
import { paidOn, stateOfBird } from './views.ts';

type Prizes = ReplyOf<typeof readPrizes>;
type Prized = StoredRanking & { prizes: NonNullable<StoredRanking['prizes']> };

/** The published rankings of a season that have prizes. */
export async function prizedRankings(tx: Tx, key: SeasonKey): Promise<Prized[]> {
  const all = await rankingsOf(tx, key);
  return all.filter((one): one is Prized => one.published_at !== null && one.prizes !== null);
}

export const prizedRankingView = ({ id, name, names }: StoredRanking) => ({ id, name, names });

/** The prizes of a ranking as a reader of its season may see them. */
export async function prizesOfFrozen(
  tx: Tx,
  key: SeasonKey,
  ranking: Prized,
  view: View,
): Promise<NonNullable<Prizes['ranking']>> {
  const fund = await fundOf(tx, { loft_id: key.loft_id, flight_id: null, ranking_id: ranking.id });
  const prizes = fund ? await prizesOfSeason(tx, key, { fund_id: fund.id }) : [];
  const won = prizes.filter(({ won_cents }) => won_cents > 0);
  const is_final = won.length > 0 && won.every(({ held_by }) => held_by !== 'result');
  const is_hidden = !shows(view.hidden, 'aces.rank') || !showsSubjects(view, ranking.rule);
  return {
    ...prizedRankingView(ranking),
    of: ranking.rule.subject.of,
    is_final,
    pay_by: won[0]?.pay_by ?? null,
    promised_cents: ranking.prizes.basis === 'amount' ? prizesTogether({ template: ranking.prizes }) : null,
    won_cents: won.reduce((sum, { won_cents }) => sum + won_cents, 0),
    is_hidden,
    groups: is_final && !is_hidden ? await sharingOf(tx, key, { ranking, won, view }) : [],
  };
}

async function sharingOf(
  tx: Tx,
  key: SeasonKey,
  { ranking, won, view }: { ranking: Prized; won: readonly PrizeRow[]; view: View },
): Promise<RankedSharing[]> {
  const { basis, steps } = ranking.prizes;
  const pigeon_ids = won.flatMap(({ pigeon_id }) => pigeon_id ?? []);
  const birds = new Map((await pigeonsOf(tx, key, { pigeon_ids })).map((bird) => [bird.pigeon_id, bird]));
  const teams = await teamsOf(
    tx,
    key,
    won.flatMap(({ pigeon_id, team_id }) => (pigeon_id === null ? team_id! : [])),
  );
  const paid_on = await paidOn(tx, key, won[0]!.fund_id);
  const valueAt = (place: number) => steps.find(({ from, to }) => from <= place && place <= to)?.value ?? 0;
  const ofWinner = Map.groupBy(won, ({ pigeon_id, team_id }) => pigeon_id ?? team_id!);
  const winner = (id: number, own: readonly PrizeRow[]): RankedWinner => ({
    bird: own[0]!.pigeon_id === null ? null : shownBird(view, 'aces', birds.get(id)!),
    group: own[0]!.pigeon_id === null ? groupOf(teams.get(id)!, ranking, view) : null,
    rank: own[0]!.rank!,
    amount_cents: own.reduce((sum, { won_cents }) => sum + won_cents, 0),
    paid_on: paid_on.get(id) ?? null,
    ...stateOfBird(own),
  });
  const winners = [...ofWinner].filter(([, own]) => own[0]!.rank !== null).map(([id, own]) => winner(id, own));
  return [...Map.groupBy(winners, ({ rank }) => rank)].map(([from, own]) => {
    const places = own.map((_, i) => valueAt(from + i));
    const is_shared = own.length > 1;
    return {
      from,
      to: from + own.length - 1,
      is_shared,
      is_drop: false,
      covered_cents: is_shared && basis === 'amount' ? places : [],
      winners: own,
    };
  });
}

/** A team, or the fancier that it stands for, as far as a reader may see it. */
function groupOf(
  { id, name, fancier, country }: { id: number; name: string; fancier: string | null; country: string | null },
  { rule }: StoredRanking,
  view: View,
): RankedWinner['group'] {
  const ofTeams = rule.subject.of === 'team';
  return {
    name: ofTeams ? name : fancier,
    team_id: ofTeams && showsTeamPages(view.hidden) ? id : null,
    country: shows(view.hidden, 'aces.country') ? country : null,
  };
}

async function teamsOf(tx: Tx, { loft_id }: SeasonKey, team_ids: readonly number[]) {
  if (team_ids.length === 0) return new Map<number, never>();
  const rows = await tx
    .selectFrom('teams')
    .select(['id', 'name', 'fancier', 'country'])
    .where('loft_id', '=', loft_id)
    .where('id', 'in', team_ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
