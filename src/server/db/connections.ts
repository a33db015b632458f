/** How many connections a process may open, and whether the server has as many. */
import type { Config } from '#server/config.ts';

/** The job queue's own (pg-boss), where jobs are worked off. */
export const jobConnections = 3;
/** The one that listens to what other processes commit. */
const busConnections = 1;

/** What the connections of the program are called in pg_stat_activity, by their pool. */
export const connectionName = (pool: 'site' | 'identity' | 'jobs' | 'bus') =>
  pool === 'site' ? 'loftline' : `loftline ${pool}`;

/**
 * Every pool of a process, by what it is for. `site`: pages and calls. `race`: clocks and live results, so that a bird can
 * come home however many readers ask. `identity`: the bundled identity provider.
 */
export function connectionsOf({ role, pools }: Pick<Config, 'role' | 'pools'>): Record<string, number> {
  return { ...pools, bus: busConnections, ...(role === 'all' || role === 'jobs' ? { jobs: jobConnections } : {}) };
}

/** What a server and its processes tell of connections. */
type Uses = Record<'most' | 'reserved' | 'of_role' | 'running' | 'others' | 'others_of_role', number>;

const sumOf = (pools: Record<string, number>) => Object.values(pools).reduce((sum, most) => sum + most, 0);

/**
 * Compare what the processes of the site may open with what the server, and the role that serves, let them. As many are
 * counted as run now, each by its bus and as large as this one; where the roles are apart, at least one of each.
 * @param ask asks the database as the role that serves.
 * @returns what is wrong and what to do; null when all is well.
 */
export async function checkConnections(
  ask: <Row extends Uses>(text: string, values: unknown[]) => Promise<Row[]>,
  config: Pick<Config, 'role' | 'pools'>,
): Promise<{ what: string; repair: string } | null> {
  // Whoever is no superuser sees only names and roles of other roles' connections.
  const [found] = await ask<Uses>(
    `select current_setting('max_connections')::int as most,
      current_setting('superuser_reserved_connections')::int + current_setting('reserved_connections')::int as reserved,
      (select rolconnlimit from pg_roles where rolname = current_user) as of_role,
      count(*) filter (where is_site and application_name = $1)::int as running,
      count(*) filter (where not is_site)::int as others,
      count(*) filter (where not is_site and is_role)::int as others_of_role
    from (
      select application_name, usename = current_user as is_role,
        usename = current_user and datname = current_database() and application_name like 'loftline%' as is_site
      from pg_stat_activity where datid is not null and usesysid is not null and pid <> pg_backend_pid()) connections`,
    [connectionName('bus')],
  );
  const { most, reserved, of_role, running, others, others_of_role } = found!;
  const own = connectionsOf(config);
  const apart = (['web', 'live', 'jobs'] as const).reduce(
    (sum, role) => sum + sumOf(connectionsOf({ ...config, role })),
    0,
  );
  const processes = Math.max(running, 1);
  const wanted = Math.max(processes * sumOf(own), config.role === 'all' ? 0 : apart);
  const pools = Object.entries(own).map(([name, n]) => `${n} ${name}`);
  const what = `The site may open ${wanted} connections to the database (a process: ${pools.join(', ')}; ${processes} running)`;
  const lower = 'or lower DATABASE_POOL, RACE_POOL or IDENTITY_POOL.';
  if (wanted > most - reserved - others)
    return {
      what: `${what}, and the server has ${most - reserved - others} for it: of max_connections ${most}, ${reserved} are reserved and ${others} in other hands.`,
      repair: `Raise max_connections and restart PostgreSQL, ${lower}`,
    };
  if (of_role >= 0 && wanted > of_role - others_of_role)
    return {
      what: `${what}, and its role has ${of_role - others_of_role} for it, by its CONNECTION LIMIT ${of_role}.`,
      repair: `Raise that by: alter role … connection limit; ${lower}`,
    };
  return null;
}
