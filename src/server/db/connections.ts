/** How many connections a process may open, and whether the server has as many left. */
import pg from 'pg';
import type { Config } from '#server/config.ts';

/** The job queue's own (pg-boss), where jobs are worked off. */
export const jobConnections = 3;
/** The one that listens to what other processes commit. */
const busConnections = 1;

/**
 * Every pool of a process, by what it is for. `site`: pages and calls. `race`: clocks and live results, so that a bird can
 * come home however many readers ask. `identity`: the bundled identity provider.
 */
export function connectionsOf({ role, pools }: Pick<Config, 'role' | 'pools'>): Record<string, number> {
  return { ...pools, bus: busConnections, ...(role === 'all' || role === 'jobs' ? { jobs: jobConnections } : {}) };
}

/**
 * Compare what this process may open with what the server has left.
 * @returns a sentence for the operator when it is less; undefined when all is well.
 */
export async function checkConnections(
  url: string,
  config: Pick<Config, 'role' | 'pools'>,
): Promise<string | undefined> {
  const wanted = connectionsOf(config);
  const sum = Object.values(wanted).reduce((total, n) => total + n, 0);
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the query that was running tells it
  await client.connect();
  try {
    const { rows } = await client.query<{
      most: number;
      reserved: number;
      used: number;
      of_role: number;
      by_role: number;
    }>(
      `select current_setting('max_connections')::int as most,
        current_setting('superuser_reserved_connections')::int + current_setting('reserved_connections')::int as reserved,
        (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as used,
        (select rolconnlimit from pg_roles where rolname = current_user) as of_role,
        (select count(*)::int from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()) as by_role`,
    );
    const { most, reserved, used, of_role, by_role } = rows[0]!;
    const said = Object.entries(wanted)
      .map(([name, n]) => `${n} ${name}`)
      .join(', ');
    if (sum > most - reserved - used)
      return `This process may open ${sum} connections to the database (${said}), and the server has ${most - reserved - used} left: of max_connections ${most}, ${reserved} are reserved and ${used} in use. Raise max_connections, or lower DATABASE_POOL, RACE_POOL or IDENTITY_POOL.`;
    if (of_role >= 0 && sum > of_role - by_role)
      return `This process may open ${sum} connections to the database (${said}), and its role has ${of_role - by_role} left of ${of_role}: raise the role's CONNECTION LIMIT, or lower DATABASE_POOL, RACE_POOL or IDENTITY_POOL.`;
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}
