/** The birds that teams have named for rankings: read for the ranking, for their owner and for the loft; named anew. */
import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { type Health, races } from '#domain/pigeons/status.ts';
import { namingOf, whyNamingIsOver, whyNotName } from '#domain/rankings/named-birds.ts';
import type { TeamNaming } from '#domain/rankings/named-contract.ts';
import type { RankingRule } from '#domain/rankings/ranking-rule.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { lockTeams } from '#server/pigeons/admin-teams.ts';
import { hasFlown } from './has-flown.ts';
import type { StoredRanking } from './rankings.ts';

/** The named birds of the rankings of a season, by ranking. */
export async function namedBirds(
  tx: Tx,
  { loft_id, season_id }: SeasonKey,
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const rows = await tx
    .selectFrom('named_birds as n')
    .innerJoin('rankings as r', (join) => join.onRef('r.loft_id', '=', 'n.loft_id').onRef('r.id', '=', 'n.ranking_id'))
    .select(['n.ranking_id', 'n.pigeon_id'])
    .where('r.loft_id', '=', loft_id)
    .where('r.season_id', '=', season_id)
    .where('r.withdrawn_at', 'is', null)
    .orderBy('n.pigeon_id')
    .execute();
  const by_ranking = Map.groupBy(rows, ({ ranking_id }) => ranking_id);
  return new Map([...by_ranking].map(([id, named]) => [id, new Set(named.map(({ pigeon_id }) => pigeon_id))]));
}

/** The named birds of a ranking by team, for those who set it up. */
export async function namedByTeam(tx: Tx, { loft_id, id }: Pick<StoredRanking, 'loft_id' | 'id'>) {
  const rows = await tx
    .selectFrom('named_birds as n')
    .innerJoin('pigeons as p', (join) => join.onRef('p.loft_id', '=', 'n.loft_id').onRef('p.id', '=', 'n.pigeon_id'))
    .innerJoin('teams as t', (join) => join.onRef('t.loft_id', '=', 'p.loft_id').onRef('t.id', '=', 'p.team_id'))
    .select(['t.id as team_id', 't.name as team', 'p.id as pigeon_id', 'p.ring', 'p.name as pigeon_name'])
    .where('n.loft_id', '=', loft_id)
    .where('n.ranking_id', '=', id)
    .orderBy(sql`lower(t.name)`)
    .orderBy('t.id')
    .orderBy('p.ring_key')
    .execute();
  return [...Map.groupBy(rows, ({ team_id }) => team_id)].map(([team_id, own]) => ({
    team_id,
    team: own[0]!.team,
    birds: own.map(({ pigeon_id, ring, pigeon_name }) => ({ pigeon_id, ring, pigeon_name })),
  }));
}

interface NamingRow extends Omit<TeamNaming, 'ranking' | 'most' | 'before' | 'is_open' | 'birds'> {
  time_zone: string;
  season_id: number;
  ranking_id: number;
  name: string;
  names: TeamNaming['ranking']['names'];
  rule: RankingRule;
  pigeon_id: number;
  ring: string;
  pigeon_name: string | null;
  health: Health;
  is_named: boolean;
}

/** The rankings for which the teams of a person name birds, those of later years first. */
export async function namingsOf(tx: Tx, user_id: number, now_ms: number): Promise<TeamNaming[]> {
  const { rows } = await sql<NamingRow>`
    select r.loft_id, l.name as loft, l.time_zone, s.id as season_id, s.name as season, r.id as ranking_id, r.name, r.names, r.rule,
      t.id as team_id, t.name as team, p.id as pigeon_id, p.ring, p.name as pigeon_name, p.health,
      n.pigeon_id is not null as is_named
    from teams t
    join seasons s on s.loft_id = t.loft_id and s.id = t.season_id and s.status <> 'draft'
    join lofts l on l.id = t.loft_id
    join rankings r on r.loft_id = t.loft_id and r.season_id = t.season_id and r.published_at is not null
      and r.withdrawn_at is null
      and r.rule #>> '{subject,named}' = 'true'
    join pigeons p on p.loft_id = t.loft_id and p.team_id = t.id
    left join named_birds n on n.loft_id = r.loft_id and n.ranking_id = r.id and n.pigeon_id = p.id
    where t.user_id = ${user_id}
    order by s.year desc, s.id desc, r.id, t.id, p.ring_key`.execute(tx);
  const groups = Map.groupBy(rows, ({ ranking_id, team_id }) => `${ranking_id} ${team_id}`);
  const namings: TeamNaming[] = [];
  // A person may have many teams in a ranking.
  const flown = new Map<number, boolean>();
  for (const own of groups.values()) {
    const { loft_id, loft, time_zone, season_id, season, ranking_id, name, names, rule, team_id, team } = own[0]!;
    const naming = namingOf(rule);
    if (!naming) continue;
    const has_flown = flown.get(ranking_id) ?? (await hasFlown(tx, { loft_id, season_id, rule }));
    flown.set(ranking_id, has_flown);
    const time = { today: dayAt(now_ms, time_zone), has_flown };
    namings.push({
      loft_id,
      loft,
      season,
      team_id,
      team,
      ranking: { id: ranking_id, name, names },
      ...naming,
      is_open: whyNamingIsOver(rule, time) === null,
      birds: own
        .filter(({ health, is_named }) => is_named || races(health))
        .map(({ pigeon_id, ring, pigeon_name, is_named }) => ({ pigeon_id, ring, pigeon_name, is_named })),
    });
  }
  return namings;
}

interface NamedTeam {
  team_id: number;
  time_zone: string;
}

/**
 * Name the birds of a team for a ranking, instead of those that it has named before.
 * @throws Refusal by {@link whyNotName}
 */
export async function nameBirds(
  tx: Tx,
  { by, now_ms }: { by: number | null; now_ms: number },
  { loft_id, season_id, id: ranking_id, rule }: StoredRanking,
  { team_id, time_zone }: NamedTeam,
  pigeon_ids: readonly number[],
): Promise<number> {
  // Two who name the birds of one team at once follow each other.
  await lockTeams(tx, { loft_id, season_id }, [team_id]);
  const birds = await tx
    .selectFrom('pigeons as p')
    .leftJoin('named_birds as n', (join) =>
      join.onRef('n.loft_id', '=', 'p.loft_id').onRef('n.pigeon_id', '=', 'p.id').on('n.ranking_id', '=', ranking_id),
    )
    .select(['p.id', 'p.health', 'n.pigeon_id as named'])
    .where('p.loft_id', '=', loft_id)
    .where('p.team_id', '=', team_id)
    .orderBy('p.id')
    .execute();
  const of_team = new Set(birds.filter(({ health, named }) => named !== null || races(health)).map(({ id }) => id));
  const time = { today: dayAt(now_ms, time_zone), has_flown: await hasFlown(tx, { loft_id, season_id, rule }) };
  const no = whyNotName(rule, { ...time, pigeon_ids, of_team });
  if (no) throw no;
  const before = birds.flatMap(({ named }) => named ?? []);
  const after = [...new Set(pigeon_ids)].sort((a, b) => a - b);
  if (before.join() === after.join()) return after.length;
  await tx
    .deleteFrom('named_birds')
    .where('loft_id', '=', loft_id)
    .where('ranking_id', '=', ranking_id)
    .where('pigeon_id', 'in', [0, ...before])
    .execute();
  if (after.length > 0)
    await tx
      .insertInto('named_birds')
      .values(after.map((pigeon_id) => ({ loft_id, ranking_id, pigeon_id })))
      .execute();
  await writeAudit(tx, {
    loft_id,
    user_id: by,
    action: 'ranking.name_birds',
    before: { ranking_id, team_id, pigeon_ids: before },
    after: { ranking_id, team_id, pigeon_ids: after },
  });
  return after.length;
}
