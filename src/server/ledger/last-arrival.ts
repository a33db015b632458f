/** The arrival that counts, in SQL. */
import { type RawBuilder, sql } from 'kysely';

/**
 * When a bird came home from a flight by its last arrival; null where it has none, or the last one took it back.
 * `flight` has loft_id and id, `bird` is the id of a pigeon. It is asked for one bird at a time: an anti-join of all
 * arrivals with all later ones takes minutes where PostgreSQL has not counted the table yet.
 */
export const arrivedAt = (flight: string, bird: string): RawBuilder<string | null> => sql`(
  select a.time from arrivals a
  where a.loft_id = ${sql.ref(`${flight}.loft_id`)} and a.flight_id = ${sql.ref(`${flight}.id`)}
    and a.pigeon_id = ${sql.ref(bird)}
  order by a.seq desc limit 1)`;
