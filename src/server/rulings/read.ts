/** Rulings as they are shown: to those who run the loft, and in the log that everybody reads. */
import { sql } from 'kysely';
import { dropAt } from '#domain/arrivals/manual.ts';
import type { FileShown } from '#domain/files/contract.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { Ruling as Shown } from '#domain/rulings/contract.ts';
import { type LoftPerson, type RulingChange, signerState } from '#domain/rulings/ruling.ts';
import type { Tx } from '#server/db/database.ts';
import { shownFile } from '#server/files/files.ts';
import { entryAt } from '#server/ledger/declarations.ts';

type About = Shown['about'];

/** The bird, the clock and the moments that a ruling is about. */
export async function aboutOf(tx: Tx, { loft_id, flight_id }: FlightKey, change: RulingChange): Promise<About> {
  const iso = (ms: number) => new Date(ms).toISOString();
  const nothing: About = {
    bird: null,
    other: null,
    clock: null,
    offset_ms: null,
    time: null,
    group: null,
    counts_at: null,
    distance_m: null,
    entry: null,
  };
  switch (change.kind) {
    case 'manual': {
      const { pigeon_id, seen_ms, time_ms } = change;
      const bird = await birdOf(tx, { loft_id, flight_id }, pigeon_id);
      return { ...nothing, bird, time: iso(seen_ms), counts_at: iso(time_ms) };
    }
    case 'disqualified':
      return { ...nothing, bird: await birdOf(tx, { loft_id, flight_id }, change.pigeon_id) };
    case 'exchanged': {
      const bird = await birdOf(tx, { loft_id, flight_id }, change.pigeon_id);
      return { ...nothing, bird, other: await birdOf(tx, { loft_id, flight_id }, change.other_id) };
    }
    case 'offset':
      return {
        ...nothing,
        clock: await clockName(tx, loft_id, change.device_id),
        offset_ms: change.offset_ms,
        time: change.since_ms === undefined ? null : iso(change.since_ms),
      };
    case 'release':
      return { ...nothing, time: iso(change.release_ms) };
    case 'release_group': {
      const { group, crates, pigeon_ids, release_ms } = change;
      const birds = pigeon_ids.length;
      return { ...nothing, group: { group, crates, birds }, time: birds === 0 ? null : iso(release_ms) };
    }
    case 'closing':
      return { ...nothing, time: iso(change.closes_ms) };
    case 'close_times':
      return nothing;
    case 'distance':
      return { ...nothing, distance_m: change.distance_m };
    case 'void':
      return { ...nothing, ...(await entryOf(tx, { loft_id, flight_id }, change.number)) };
  }
}

async function birdOf(tx: Tx, { loft_id, flight_id }: FlightKey, pigeon_id: number): Promise<About['bird']> {
  const { rows } = await sql<NonNullable<About['bird']>>`
    select p.id as pigeon_id, p.ring, t.country, t.name as team, b.crate, b.crate_number
    from pigeons p
    left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    left join baskets b on b.loft_id = p.loft_id and b.pigeon_id = p.id and b.flight_id = ${flight_id}
    where p.loft_id = ${loft_id} and p.id = ${pigeon_id}`.execute(tx);
  return rows[0] ?? null;
}

async function clockName(tx: Tx, loft_id: number, device_id: number): Promise<string | null> {
  const row = await tx
    .selectFrom('devices')
    .select('name')
    .where('loft_id', '=', loft_id)
    .where('id', '=', device_id)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** The entry that is withdrawn, with its bird: the one that wears the chip now, or was meant by hand. */
async function entryOf(tx: Tx, key: FlightKey, number: number): Promise<Pick<About, 'bird' | 'entry'>> {
  const entry = await entryAt(tx, key.loft_id, number);
  if (!entry) return { bird: null, entry: null };
  const at = (time_ms: number | null) => (time_ms === null ? null : new Date(time_ms).toISOString());
  if (entry.kind === 'reading') {
    const worn = await tx
      .selectFrom('pigeon_chips as c')
      .select('c.pigeon_id')
      .where('c.loft_id', '=', key.loft_id)
      .where('c.chip', '=', entry.chip)
      .where(sql<boolean>`c.during @> to_timestamp(${entry.time_us / 1_000_000}::float8)`)
      .executeTakeFirst();
    return {
      bird: worn ? await birdOf(tx, key, worn.pigeon_id) : null,
      entry: {
        number,
        kind: entry.kind,
        clock: await clockName(tx, key.loft_id, entry.device_id),
        time: at(entry.time_us / 1000),
      },
    };
  }
  return {
    bird: 'pigeon_id' in entry ? await birdOf(tx, key, entry.pigeon_id) : null,
    entry: {
      number,
      kind: entry.kind,
      clock: 'device_id' in entry ? await clockName(tx, key.loft_id, entry.device_id) : null,
      time: at('time_ms' in entry ? entry.time_ms : null),
    },
  };
}

/**
 * The birds that landed around the time that counts for one that no clock read, before it comes in: those with which its
 * place is explained.
 * @param homes the counted times of the birds that are home, epoch ms
 */
export function dropOf(homes: ReadonlyMap<number, number>, change: Extract<RulingChange, { kind: 'manual' }>) {
  const others = [...homes]
    .filter(([pigeon_id]) => pigeon_id !== change.pigeon_id)
    .map(([, time_ms]) => ({ time_ms }))
    .sort((a, b) => a.time_ms - b.time_ms);
  const birds = dropAt(others, change.time_ms);
  const iso = (bird: { time_ms: number } | undefined) => bird && new Date(bird.time_ms).toISOString();
  return { birds: birds.length, first: iso(birds[0]) ?? null, last: iso(birds.at(-1)) ?? null };
}

const nameOf = ({ first_name, last_name }: Omit<LoftPerson, 'user_id'>) => `${first_name} ${last_name}`.trim();

/** Who may sign a ruling: those who run the loft, each with what keeps them from it. */
export const signersOf = (people: readonly LoftPerson[], ruling: { user_id: number; reason: string }) =>
  people.map((person) => ({
    user_id: person.user_id,
    name: nameOf(person),
    state: signerState(person, ruling),
  }));

/** The rulings on a flight, the latest first. */
export async function rulingsOf(tx: Tx, { loft_id, flight_id }: FlightKey, user_id: number | null): Promise<Shown[]> {
  const { rows } = await sql<
    Omit<Shown, 'about' | 'files' | 'is_own'> & {
      user_id: number;
      content: RulingChange;
      files: Parameters<
        typeof shownFile<Omit<FileShown, 'src'> & { sha256: string | null; private_key: string | null }>
      >[0][];
    }
  >`
    select r.n, r.kind, r.content, r.reason, r.prepared_at, r.user_id, r.needs_second,
      coalesce(d.decision, 'prepared') as state, d.at as decided_at, d.reason as decided_because,
      to_jsonb(coalesce(d.numbers, '{}')) as entries,
      (select w.n from rulings w
        join ruling_decisions made on made.loft_id = w.loft_id and made.flight_id = w.flight_id and made.n = w.n
        where w.loft_id = r.loft_id and w.flight_id = r.flight_id and w.kind = 'void' and made.decision = 'made'
          and (w.content ->> 'number')::bigint = any(d.numbers) order by w.n limit 1) as withdrawn_by,
      coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email, '') as by,
      case when d.n is not null
        then coalesce(nullif(concat_ws(' ', s.first_name, s.last_name), ''), s.email, '') end as decided_by,
      array(select jsonb_build_object('id', f.id, 'kind', f.kind, 'type', f.type, 'name', f.name, 'bytes', f.bytes,
          'width', f.width, 'height', f.height, 'sha256', f.sha256, 'private_key', f.private_key)
        from ruling_files e join files f on f.loft_id = e.loft_id and f.id = e.file_id
        where e.loft_id = r.loft_id and e.flight_id = r.flight_id and e.n = r.n order by e.place) as files
    from rulings r
    left join ruling_decisions d on d.loft_id = r.loft_id and d.flight_id = r.flight_id and d.n = r.n
    left join users u on u.id = r.user_id
    left join users s on s.id = d.user_id
    where r.loft_id = ${loft_id} and r.flight_id = ${flight_id} order by r.n desc`.execute(tx);
  const shown: Shown[] = [];
  for (const { content, files, user_id: maker, ...ruling } of rows) {
    shown.push({
      ...ruling,
      is_own: maker === user_id,
      about: await aboutOf(tx, { loft_id, flight_id }, content),
      files: files.map(shownFile),
    });
  }
  return shown;
}
