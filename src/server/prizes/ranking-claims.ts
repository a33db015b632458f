/**
 * Makes the prizes of a frozen ranking claims: of pigeons of those who held the rights on the day of the last release
 * that counts, of teams and fanciers of the team's account; and counter-entries where a later version moves them.
 */
import { dayAt } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { type Claim, claimOfTeam, claimsTo, type Won } from '#domain/prizes/prize.ts';
import { prizesOfRanking } from '#domain/rankings/ranking-prizes.ts';
import type { SubjectKey } from '#domain/rankings/ranking-season.ts';
import type { Tx } from '#server/db/database.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { holdersOf } from '#server/pigeons/rights.ts';
import type { RankingStep } from '#server/rankings/consequences.ts';
import type { CurrentRanking } from '#server/rankings/current.ts';
import { birdsWithoutTeam } from './claims.ts';
import { changeClaims, type Fund, fundOf, openFund } from './funds.ts';
import { accountsOf } from './held.ts';

/** Who has a prize of a ranking, and by which place. */
type Winner = Won & { place: number; amount_cents: number };

/** Enter the claims to the prizes of a ranking as its valid version has them: what differs from those entered so far. */
export async function awardRanking(tx: Tx, { ranking, current, version, now_ms }: RankingStep): Promise<void> {
  const { loft_id, season_id, id: ranking_id, prizes } = ranking;
  const what = { loft_id, season_id, flight_id: null, ranking_id };
  const at = new Date(now_ms).toISOString();
  const fund = (await fundOf(tx, what)) ?? (prizes && (await openFund(tx, what, at)));
  if (!fund) return;
  const winners = prizes ? winnersOf(current, prizes, fund.fund_cents) : [];
  await keepWinners(tx, fund, winners);
  const is = await claimsOf(tx, what, winners, current);
  await changeClaims(tx, fund, is, { result_version: version, at });
}

/** Whom the prizes of a ranking are of, the first place first. */
function winnersOf(
  { ranking, birds }: CurrentRanking,
  template: NonNullable<RankingStep['ranking']['prizes']>,
  fund_cents: number,
): Winner[] {
  const { rule } = ranking;
  const rows = ranking.rows();
  const amounts = prizesOfRanking(rule, template, rows, fund_cents);
  const teams = rule.subject.of === 'fancier' ? firstTeams(birds) : null;
  return rows.flatMap(({ key, place }): Winner[] => {
    const amount_cents = amounts.get(key) ?? 0;
    if (amount_cents === 0) return [];
    if (rule.subject.of === 'pigeon') return [{ pigeon_id: Number(key), team_id: null, place, amount_cents }];
    const team_id = teams ? teams.get(key)! : Number(key);
    return [{ pigeon_id: null, team_id, place, amount_cents }];
  });
}

/** The team that stands for a fancier: the first of the season, however the ranking changes. */
function firstTeams({ ranked }: CurrentRanking['birds']): Map<SubjectKey, number> {
  const first = new Map<SubjectKey, number>();
  for (const { groups } of ranked) {
    const [fancier, team] = [groups.fancier, groups.team];
    if (fancier == null || team == null) continue;
    first.set(fancier, Math.min(Number(team), first.get(fancier) ?? Infinity));
  }
  return first;
}

/** Keep who has a prize by which place, instead of those of the version before. */
async function keepWinners(tx: Tx, { loft_id, id: fund_id }: Fund, winners: readonly Winner[]): Promise<void> {
  await tx.deleteFrom('ranking_winners').where('loft_id', '=', loft_id).where('fund_id', '=', fund_id).execute();
  if (winners.length === 0) return;
  const rows = winners.map(({ place, pigeon_id, team_id }, i) => ({
    loft_id,
    fund_id,
    n: i + 1,
    place,
    pigeon_id,
    team_id,
  }));
  await tx.insertInto('ranking_winners').values(rows).execute();
}

async function claimsOf(
  tx: Tx,
  { loft_id }: SeasonKey,
  winners: readonly Winner[],
  { flights }: CurrentRanking,
): Promise<Claim[]> {
  if (winners.length === 0) return [];
  const pigeon_ids = winners.flatMap(({ pigeon_id }) => pigeon_id ?? []);
  const { time_zone } = (await loadLoft(tx, loft_id)).loft;
  const released = flights.flatMap(({ release_time }) => (release_time === null ? [] : Date.parse(release_time)));
  const holders = await holdersOf(tx, { loft_id }, pigeon_ids, dayAt(Math.max(...released), time_zone));
  const of_loft = await birdsWithoutTeam(tx, { loft_id }, pigeon_ids);
  const accounts = await accountsOf(
    tx,
    { loft_id },
    winners.flatMap(({ team_id }) => team_id ?? []),
  );
  return winners.flatMap(({ pigeon_id, team_id, amount_cents }) =>
    pigeon_id === null
      ? claimOfTeam({ team_id: team_id!, amount_cents }, accounts.get(team_id!) ?? null)
      : claimsTo({ pigeon_id, amount_cents, is_lofts: of_loft.has(pigeon_id) }, holders.get(pigeon_id)!),
  );
}
