/** Lost and dead birds in queries. */
import { sql } from 'kysely';
import { healthStatuses, isGone } from '#domain/pigeons/status.ts';

/** Whether a bird `p` is lost or dead, as {@link isGone}. */
export const isGoneBird = sql<boolean>`p.health in (${sql.join(healthStatuses.filter(isGone).map((one) => sql.lit(one)))})`;
