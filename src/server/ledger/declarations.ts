/** Declarations as entries of a loft's ledger: written, and read back for the projection. */
import { sql } from 'kysely';
import type {
  Disqualified,
  Exchanged,
  LedgerEntry,
  ManualArrival,
  Offset,
  Reading,
  Release,
  RulesVersion,
  Void,
} from '#domain/arrivals/project.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { type Declaration, type Declared, declarationHash, declarationLink, lockLedger } from './ledger.ts';

/** A declaration before it has its ledger number. */
export type ToDeclare =
  | Omit<Offset, 'number'>
  /** `is_reading`: whether the withdrawn entry is a reading or a declaration. */
  | (Omit<Void, 'number'> & { is_reading: boolean })
  /** `evidence`: how the bird was seen. */
  | (Omit<ManualArrival, 'number'> & { evidence: string })
  | Omit<Disqualified, 'number'>
  | Omit<Exchanged, 'number'>
  | Omit<Release, 'number' | 'later'>
  /** A later group of a flight; `crates`: as they were said, null where the birds were named. */
  | (Omit<Release, 'number' | 'later'> & { later: NonNullable<Release['later']> & { crates: string | null } })
  /** With the other facts that are frozen at the release. */
  | (Omit<RulesVersion, 'number'> & { distance_m: number | null; day_starts: readonly number[] });

const nothing = {
  device_id: null,
  boot: null,
  flight_id: null,
  pigeon_id: null,
  reading_number: null,
  declaration_number: null,
};

function declarationOf(entry: ToDeclare, reason: string | null): Declaration {
  const { kind } = entry;
  switch (kind) {
    case 'offset': {
      const { device_id, boot, from_us, to_us, offset_ms } = entry;
      return { ...nothing, kind, device_id, boot, content: { from_us, to_us, offset_ms }, reason };
    }
    case 'void': {
      const of = entry.is_reading ? { reading_number: entry.voids } : { declaration_number: entry.voids };
      return { ...nothing, kind, ...of, content: {}, reason };
    }
    case 'manual': {
      const { flight_id, pigeon_id, time_ms, evidence } = entry;
      return { ...nothing, kind, flight_id, pigeon_id, content: { time_ms, evidence }, reason };
    }
    case 'disqualified':
      return { ...nothing, kind, flight_id: entry.flight_id, pigeon_id: entry.pigeon_id, content: {}, reason };
    case 'exchanged': {
      const { flight_id, pigeon_id, other_id } = entry;
      return { ...nothing, kind, flight_id, pigeon_id, content: { other_id }, reason };
    }
    case 'release': {
      const { flight_id, release_ms } = entry;
      return { ...nothing, kind, flight_id, content: { release_ms, ...('later' in entry && entry.later) }, reason };
    }
    case 'rules': {
      const { flight_id, rules, distance_m, closed, day_starts, closes_ms } = entry;
      return { ...nothing, kind, flight_id, content: { rules, distance_m, closed, day_starts, closes_ms }, reason };
    }
  }
}

/** A declaration as an entry for the projection. */
export function entryOf(row: Declaration & Pick<Declared, 'number'>): LedgerEntry {
  const { number, kind, device_id, boot, flight_id, pigeon_id, content } = row;
  if (kind === 'offset')
    return {
      kind,
      number,
      device_id: device_id!,
      boot,
      ...(content as Pick<Offset, 'from_us' | 'to_us' | 'offset_ms'>),
    };
  if (kind === 'void') return { kind, number, voids: (row.reading_number ?? row.declaration_number)! };
  if (kind === 'manual') {
    const { time_ms } = content as Pick<ManualArrival, 'time_ms'>;
    return { kind, number, flight_id: flight_id!, pigeon_id: pigeon_id!, time_ms };
  }
  if (kind === 'disqualified') return { kind, number, flight_id: flight_id!, pigeon_id: pigeon_id! };
  if (kind === 'exchanged') {
    const { other_id } = content as Pick<Exchanged, 'other_id'>;
    return { kind, number, flight_id: flight_id!, pigeon_id: pigeon_id!, other_id };
  }
  if (kind === 'release') {
    const { release_ms, group, pigeon_ids } = content as Pick<Release, 'release_ms'> & Partial<Release['later']>;
    const later = group !== undefined && pigeon_ids !== undefined && { later: { group, pigeon_ids } };
    return { kind, number, flight_id: flight_id!, release_ms, ...later };
  }
  const { rules, closed, closes_ms } = content as Pick<RulesVersion, 'rules' | 'closed' | 'closes_ms'>;
  return { kind, number, flight_id: flight_id!, rules, closed, closes_ms };
}

/**
 * Append declarations to the ledger of a loft, in the order given. Locks the ledger. The caller rematches the affected
 * birds in the same transaction.
 * @returns the numbers of the entries
 */
export async function declare(
  tx: Tx,
  loft_id: number,
  entries: readonly ToDeclare[],
  { by = null, now_ms = Date.now(), reason = null }: Partial<Act>,
): Promise<number[]> {
  let head = await lockLedger(tx, loft_id);
  const rows = entries.map((entry) => {
    const declaration = declarationOf(entry, reason);
    const content_hash = declarationHash(declaration);
    const number = head.number + 1;
    const hash = declarationLink(head.hash, content_hash, { number, declared_ms: now_ms, user_id: by });
    head = { number, hash };
    return {
      ...declaration,
      loft_id,
      number,
      content: JSON.stringify(declaration.content),
      user_id: by,
      declared_at: new Date(now_ms).toISOString(),
      content_hash,
      hash,
    };
  });
  await tx.insertInto('declarations').values(rows).execute();
  await tx.updateTable('ledgers').set({ head: head.number, hash: head.hash }).where('loft_id', '=', loft_id).execute();
  return rows.map(({ number }) => number);
}

/** All voids of a loft's ledger, and the offsets of these clocks. */
export async function corrections(tx: Tx, loft_id: number, device_ids: Iterable<number>): Promise<LedgerEntry[]> {
  const { rows } = await sql<Declaration & { number: number }>`
    select * from declarations
    where loft_id = ${loft_id} and (kind = 'void' or (kind = 'offset' and device_id = any(${[...device_ids]}::bigint[])))`.execute(
    tx,
  );
  return rows.map(entryOf);
}

/** The exchanges that were declared in a loft, or in one flight of it, also withdrawn ones. */
export async function declaredExchanges(
  tx: Tx,
  loft_id: number,
  flight_id: number | null = null,
): Promise<Exchanged[]> {
  const { rows } = await sql<Declaration & { number: number }>`
    select * from declarations where loft_id = ${loft_id} and kind = 'exchanged'
      and (${flight_id}::bigint is null or flight_id = ${flight_id})`.execute(tx);
  return rows.map((row) => entryOf(row) as Exchanged);
}

/** A later group of a flight, with the crates as they were said; null where its birds were named. */
export type DeclaredGroup = Release & { later: { group: number; pigeon_ids: number[]; crates: string | null } };

/** The later groups of a flight, of each what was last declared; one without birds was not released apart. */
export async function declaredGroups(
  tx: Tx,
  { loft_id, flight_id }: { loft_id: number; flight_id: number },
): Promise<DeclaredGroup[]> {
  const { rows } = await sql<{
    number: number;
    content: Pick<DeclaredGroup, 'release_ms'> & DeclaredGroup['later'];
  }>`
    select distinct on (content -> 'group') number, content from declarations
    where loft_id = ${loft_id} and flight_id = ${flight_id} and kind = 'release' and content ? 'group'
    order by content -> 'group', number desc`.execute(tx);
  return rows.map(({ number, content: { release_ms, ...later } }) => ({
    kind: 'release',
    number,
    flight_id,
    release_ms,
    later,
  }));
}

/** The entry of a loft's ledger with this number, if there is one. */
export async function entryAt(tx: Tx, loft_id: number, number: number): Promise<LedgerEntry | undefined> {
  const { rows } = await sql<Omit<Reading, 'kind'>>`
    select number, device_id, boot, sequence, upper(chip) as chip,
      (extract(epoch from device_time) * 1000000)::bigint as time_us
    from readings where loft_id = ${loft_id} and number = ${number}`.execute(tx);
  if (rows[0]) return { kind: 'reading', ...rows[0] };
  const declared = await tx
    .selectFrom('declarations')
    .selectAll()
    .where('loft_id', '=', loft_id)
    .where('number', '=', number)
    .executeTakeFirst();
  return declared && entryOf(declared as Declaration & { number: number });
}
