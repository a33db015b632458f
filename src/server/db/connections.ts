/** How many connections the processes of the site may open, and whether the server allows as many. */
import type { Config } from '#server/config.ts';
import { rolesOf } from '#server/processes/plan.ts';

/** The connections of the job queue (pg-boss), where jobs run. */
export const jobConnections = 3;
/** The one that listens for notifications of other processes. */
const busConnections = 1;

/**
 * The names of the program's connections in pg_stat_activity, by pool. Each process has one bus connection, by which
 * the processes are counted, those with jobs separately.
 */
export const connectionName = (pool: 'site' | 'identity' | 'jobs' | 'bus' | 'bus of jobs') =>
  pool === 'site' ? 'loftline' : `loftline ${pool}`;

type Role = Config['role'];

const hasJobs = (role: Role): boolean => role === 'all' || role === 'jobs';

/** The name of a process's bus connection. */
export const busName = (role: Role): string => connectionName(hasJobs(role) ? 'bus of jobs' : 'bus');

/**
 * The pools of a process. `site`: pages and calls. `race`: clocks and live results, so that readers never block
 * arrivals. `identity`: the bundled identity provider.
 */
const connectionsOf = (role: Role, pools: Config['pools']): number =>
  pools.site + pools.race + pools.identity + busConnections + (hasJobs(role) ? jobConnections : 0);

/** The connection limits of a server and the running processes. */
type Uses = Record<'most' | 'reserved' | 'of_role' | 'running' | 'with_jobs' | 'others' | 'others_of_role', number>;

/**
 * Compares the connections that the processes of the site may open with the limits of the server and of the serving
 * role: as many processes as run now, each with pools as large as here, but at least those that this program starts,
 * with the additional one of a reload; where the roles are separate, at least one of each.
 * @param ask queries the database as the serving role.
 * @returns the problem and its solution; null when all is well.
 */
export async function checkConnections(
  ask: <Row extends Uses>(text: string, values: unknown[]) => Promise<Row[]>,
  { role, pools, processes }: Pick<Config, 'role' | 'pools' | 'processes'>,
): Promise<{ what: string; repair: string } | null> {
  // A role that is not superuser sees only names and roles of other roles' connections.
  const [found] = await ask<Uses>(
    `select current_setting('max_connections')::int as most,
      current_setting('superuser_reserved_connections')::int + current_setting('reserved_connections')::int as reserved,
      (select rolconnlimit from pg_roles where rolname = current_user) as of_role,
      count(*) filter (where is_site and application_name in ($1, $2))::int as running,
      count(*) filter (where is_site and application_name = $2)::int as with_jobs,
      count(*) filter (where not is_site)::int as others,
      count(*) filter (where not is_site and is_role)::int as others_of_role
    from (
      select application_name, usename = current_user as is_role,
        usename = current_user and datname = current_database() and application_name like 'loftline%' as is_site
      from pg_stat_activity where datid is not null and usesysid is not null and pid <> pg_backend_pid()) connections`,
    [connectionName('bus'), connectionName('bus of jobs')],
  );
  const { most, reserved, of_role, running, with_jobs, others, others_of_role } = found!;
  const sumOf = (roles: readonly Role[]) => roles.reduce((sum, one) => sum + connectionsOf(one, pools), 0);
  const now = running * connectionsOf('web', pools) + with_jobs * jobConnections;
  const planned = sumOf([...rolesOf(role, Math.max(processes, 1)), ...(processes ? [role] : [])]);
  const wanted = Math.max(now, planned, role === 'all' ? 0 : sumOf(['web', 'live', 'jobs']));
  const each = `${pools.site} site, ${pools.race} race, ${pools.identity} identity, ${busConnections} bus`;
  const what = `The site may open ${wanted} connections to the database (a process: ${each}, with jobs ${jobConnections} more; ${running} running, ${with_jobs} of them with jobs)`;
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
