/** Claims to teams as their senders and those who run the loft read them, with what speaks for each. */
import { type RawBuilder, sql } from 'kysely';
import type { TeamKey } from '#domain/keys.ts';
import { type ClaimantFacts, evidenceFor, type FancierFacts } from '#domain/people/team-claim.ts';
import type { OwnTeamClaim, TeamClaim } from '#domain/people/team-claim-contract.ts';
import type { Switch } from '#domain/seasons/visibility.ts';
import { shows } from '#domain/seasons/visibility.ts';
import type { Tx } from '#server/db/database.ts';
import type { ListOf } from '#server/pagination.ts';

const columns = sql`c.id as claim_id, c.state, c.text, c.claimed_at, c.reason, c.decided_at,
  json_build_object('id', l.id, 'name', l.name, 'time_zone', l.time_zone) as loft,
  json_build_object('id', s.id, 'name', s.name, 'year', s.year) as season,
  json_build_object('team_id', t.id, 'team', t.name, 'fancier', t.fancier, 'country', t.country) as team`;
const tables = sql`team_claims c
  join teams t on t.loft_id = c.loft_id and t.id = c.team_id
  join seasons s on s.loft_id = t.loft_id and s.id = t.season_id
  join lofts l on l.id = c.loft_id`;

/** The claims of a person, the latest first: to one team, or to all of any loft. */
export async function claimsOfPerson(tx: Tx, user_id: number, team?: TeamKey): Promise<OwnTeamClaim[]> {
  const { rows } = await sql<OwnTeamClaim>`
    select ${columns} from ${tables} where c.user_id = ${user_id}
      and ${team ? sql`c.loft_id = ${team.loft_id} and c.team_id = ${team.team_id}` : sql`true`}
    order by c.claimed_at desc, c.id desc`.execute(tx);
  return rows;
}

/** The claims to teams of a loft as a list: the open ones first, of each the latest; found by team, person or season. */
export function listOfTeamClaims(loft_id: number): ListOf<'open'> {
  return {
    from: sql`from ${tables} join users u on u.id = c.user_id where c.loft_id = ${loft_id}`,
    id: sql`c.id`,
    columns: { open: sql`c.state <> 'open'` },
    ties: [sql`c.claimed_at desc`],
    search: { texts: [sql`t.plain_name`, sql`t.plain_fancier`, sql`u.plain_name`, sql`u.plain_email`] },
  };
}

const nameIn = (u: string): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${u}.${column}`);
  return sql`case when ${of('id')} is not null then json_build_object('user_id', ${of('id')}, 'email', ${of('email')},
    'first_name', ${of('first_name')}, 'last_name', ${of('last_name')}) end`;
};

/** These claims to teams of a loft, each with what speaks for it; in any order. */
export async function teamClaims(
  tx: Tx,
  { loft_id, reader }: { loft_id: number; reader: number },
  claim_ids: readonly number[],
): Promise<TeamClaim[]> {
  type Row = Omit<TeamClaim, 'evidence' | 'other_teams' | 'is_own'> & {
    claimant: ClaimantFacts;
    known: FancierFacts;
  };
  const { rows } = await sql<Row>`
    select ${columns}, ${nameIn('u')} as by, ${nameIn('d')} as decided_by,
      c.state = 'accepted' and t.user_id = c.user_id as is_held,
      (select count(*)::int from team_claims o where o.loft_id = c.loft_id and o.team_id = c.team_id and o.id <> c.id
        and o.state = 'open') as others,
      json_build_object('first_name', u.first_name, 'last_name', u.last_name, 'email', u.email, 'street', u.street,
        'zipcode', u.zipcode, 'city', u.city, 'country', u.country) as claimant,
      json_build_object('team', t.name, 'fancier', t.fancier, 'team_country', t.country, 'name', f.name,
        'email', f.email, 'street', f.street, 'zipcode', f.zipcode, 'city', f.city) as known
    from ${tables}
    join users u on u.id = c.user_id
    left join users d on d.id = c.decided_by
    left join fancier_teams ft on ft.loft_id = t.loft_id and ft.team_id = t.id
    left join fanciers f on f.loft_id = ft.loft_id and f.id = ft.fancier_id
    where c.loft_id = ${loft_id} and c.id = any(${claim_ids}::bigint[])`.execute(tx);
  const others = await otherTeams(tx, { loft_id }, [...new Set(rows.map(({ by }) => by.user_id))]);
  return rows.map(({ claimant, known, ...claim }) => ({
    ...claim,
    is_own: claim.by.user_id === reader,
    evidence: evidenceFor(claimant, known),
    other_teams: (others.get(claim.by.user_id) ?? [])
      .filter(({ team_id }) => team_id !== claim.team.team_id)
      .slice(0, mostOtherTeams)
      .map(({ loft, year, team }) => ({ loft, year, team })),
  }));
}

/** At most this many teams of an account stand beside its claim. */
const mostOtherTeams = 8;

/** The teams of accounts, the latest first: at a loft, and elsewhere where everybody reads whose they are. */
async function otherTeams(tx: Tx, { loft_id }: { loft_id: number }, user_ids: readonly number[]) {
  type Row = { user_id: number; team_id: number; loft_id: number; loft: string; year: number; team: string } & {
    hidden: Switch[];
  };
  const { rows } = await sql<Row>`
    select t.user_id, t.id as team_id, t.loft_id, l.name as loft, s.year, t.name as team, s.hidden
    from teams t
    join seasons s on s.loft_id = t.loft_id and s.id = t.season_id
    join lofts l on l.id = t.loft_id
    where t.user_id = any(${user_ids}::bigint[]) and (t.loft_id = ${loft_id} or s.status <> 'draft')
    order by t.id desc`.execute(tx);
  const known = rows.filter(
    (row) => row.loft_id === loft_id || shows(row.hidden, 'participants.team', 'participants.fancier'),
  );
  return Map.groupBy(known, ({ user_id }) => user_id);
}
