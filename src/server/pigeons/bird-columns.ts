/** The columns of birds in queries: the facts shown in lists, and the owner. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { RawBird } from '#domain/pigeons/contract.ts';
import { facts, inLists } from '#domain/pigeons/facts.ts';

const ofPigeon = [['p.id', 'pigeon_id'], ...facts.map((fact) => [`p.${fact}`, inLists(fact)])] as [string, string][];
const ofTeam: [string, string][] = [
  ['t.id', 'team_id'],
  ['t.name', 'team'],
  ['t.fancier', 'fancier'],
  ['t.country', 'country'],
];

const listed = (columns: readonly [string, string][]) =>
  sql.join(columns.map(([column, name]) => sql`${sql.ref(column)} as ${sql.ref(name)}`));

/** The facts of pigeons with the alias `p`. */
export const factColumns = listed(ofPigeon);

/** The same with the teams, alias `t`; a bird may have none. */
export const birdColumns = listed([...ofPigeon, ...ofTeam]);

/** Adds them to a query with pigeons as `p` and teams as `t`. */
export function selectBirds<Tables, From extends keyof Tables, Row>(query: SelectQueryBuilder<Tables, From, Row>) {
  return query
    .select([...ofPigeon, ...ofTeam].map(([column, name]) => sql.ref(column).as(name)))
    .$castTo<Row & RawBird>();
}
