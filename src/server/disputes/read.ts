/** Disputes as they are shown: to who opened them, and to those who run the loft. */
import { sql } from 'kysely';
import type { ReplyOf } from '#domain/contract.ts';
import type { Dispute, readDisputes } from '#domain/disputes/contract.ts';
import type { FileShown } from '#domain/files/contract.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { Tx } from '#server/db/database.ts';
import { shownFile } from '#server/files/files.ts';
import { aboutOf } from '#server/rulings/read.ts';

/**
 * The birds of a person in a flight, by their rings: those of their teams, of their orders, and those of which they have
 * a share.
 */
export async function ownBirds(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
  user_id: number,
): Promise<{ id: number; ring: string }[]> {
  const { rows } = await sql<{ id: number; ring: string }>`
    select p.id, p.ring from (
      select p.id from teams t join pigeons p on p.loft_id = t.loft_id and p.team_id = t.id
        where t.loft_id = ${loft_id} and t.user_id = ${user_id}
      union
      select e.pigeon_id from orders o join entries e on e.loft_id = o.loft_id and e.order_id = o.id
        where o.loft_id = ${loft_id} and o.user_id = ${user_id}
      union
      select r.pigeon_id from pigeon_rights r
        where r.loft_id = ${loft_id} and r.user_id = ${user_id} and r.until_day is null) own
    join baskets b on b.loft_id = ${loft_id} and b.flight_id = ${flight_id} and b.pigeon_id = own.id
    join pigeons p on p.loft_id = b.loft_id and p.id = b.pigeon_id
    order by p.ring`.execute(tx);
  return rows;
}

/** The rulings on a flight that were made, by their numbers, with what they say. */
export const madeRulings = (tx: Tx, { loft_id, flight_id }: FlightKey) =>
  tx
    .selectFrom('rulings as r')
    .innerJoin('ruling_decisions as d', (join) =>
      join.onRef('d.loft_id', '=', 'r.loft_id').onRef('d.flight_id', '=', 'r.flight_id').onRef('d.n', '=', 'r.n'),
    )
    .select(['r.n', 'r.kind', 'r.content'])
    .where('r.loft_id', '=', loft_id)
    .where('r.flight_id', '=', flight_id)
    .where('d.decision', '=', 'made')
    .orderBy('r.n')
    .execute();

/** The same with the rings of their birds or the name of their clock, so that two of a kind can be told apart. */
export async function namedRulings(tx: Tx, key: FlightKey): Promise<ReplyOf<typeof readDisputes>['rulings']> {
  const named = [];
  for (const { n, kind, content } of await madeRulings(tx, key)) {
    const { bird, other, clock, entry } = await aboutOf(tx, key, content);
    const names = [bird?.ring, other?.ring, bird ? null : (clock ?? entry?.clock)];
    named.push({ n, kind, of: names.filter((name) => name != null) });
  }
  return named;
}

type FileRow = Omit<FileShown, 'src'> & { sha256: string | null; private_key: string | null };

/**
 * The disputes of a flight, the open ones first, then the latest.
 * @param of only those that this person opened
 */
export async function disputesOf(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
  { user_id, of }: { user_id: number; of?: number },
): Promise<Dispute[]> {
  const { rows } = await sql<Omit<Dispute, 'files'> & { files: FileRow[] }>`
    select d.n, coalesce(a.decision, 'open') as state, p.ring, d.text, d.opened_at, d.user_id = ${user_id} as is_own,
      a.text as answer, a.ruling_n, a.at as decided_at,
      coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email, '') as by,
      case when a.n is not null
        then coalesce(nullif(concat_ws(' ', s.first_name, s.last_name), ''), s.email, '') end as answered_by,
      array(select jsonb_build_object('id', f.id, 'kind', f.kind, 'type', f.type, 'name', f.name, 'bytes', f.bytes,
          'width', f.width, 'height', f.height, 'sha256', f.sha256, 'private_key', f.private_key)
        from dispute_files e join files f on f.loft_id = e.loft_id and f.id = e.file_id
        where e.loft_id = d.loft_id and e.flight_id = d.flight_id and e.n = d.n order by e.place) as files
    from disputes d
    left join dispute_answers a on a.loft_id = d.loft_id and a.flight_id = d.flight_id and a.n = d.n
    left join pigeons p on p.loft_id = d.loft_id and p.id = d.pigeon_id
    left join users u on u.id = d.user_id
    left join users s on s.id = a.user_id
    where d.loft_id = ${loft_id} and d.flight_id = ${flight_id} and (${of ?? null}::bigint is null or d.user_id = ${of ?? null})
    order by a.n is not null, d.n desc`.execute(tx);
  return rows.map(({ files, ...dispute }) => ({ ...dispute, files: files.map(shownFile) }));
}
