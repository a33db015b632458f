/** The day of a replay. It is flown on another day than the race itself, but its birds flew by the sun of the race's own. */
import { sql } from 'kysely';

/** How much later than the race itself its replay `f` is flown, ms; 0 for a race. */
export const after_original_ms = sql<number>`coalesce((
  select extract(epoch from f.release_time - original.release_time) * 1000 from flights original
  where original.loft_id = f.loft_id and original.id = f.replay_of), 0)::float8`;
