/** The number of serving processes on one machine, and their roles. */

/** What a process does: everything, or a part of it. */
export type Role = 'all' | 'web' | 'live' | 'jobs';

/** The sizes of the connection pools, by purpose. */
export interface Pools {
  site: number;
  race: number;
  identity: number;
}

/** One process for two cores: PostgreSQL and the supervisor run on the same machine. */
export const processesFor = (cores: number): number => Math.max(1, Math.floor(cores / 2));

/**
 * The role of each worker. A single one does everything. Of several, a quarter and at least one hold the live sockets,
 * so that rendering a page never delays an arrival for its followers; the others serve pages, and the first of them has
 * the jobs too.
 * @param role the role of the whole program; a configured partial role applies to all.
 */
export function rolesOf(role: Role, processes: number): Role[] {
  if (role !== 'all') return Array.from({ length: processes }, () => role);
  if (processes === 1) return ['all'];
  const lives = Math.max(1, Math.floor(processes / 4));
  return ['all', ...repeated('live', lives), ...repeated('web', processes - lives - 1)];
}

const repeated = (role: Role, count: number): Role[] => Array.from({ length: count }, () => role);

/**
 * The most connections to PostgreSQL of all processes together by default, one more process during a reload included;
 * with those of the jobs, some of its 97 remain for commands and backups.
 */
const connections = 84;
const whole = { site: 8, race: 8, identity: 3 };

/** The pools of one process: full size for up to three processes; beyond that the total is shared. */
export function poolsFor(processes: number): Pools {
  const share = Math.min(1, connections / (processes + 1) / (whole.site + whole.race + whole.identity + 1));
  return {
    site: Math.max(2, Math.floor(whole.site * share)),
    race: Math.max(2, Math.floor(whole.race * share)),
    identity: Math.max(1, Math.floor(whole.identity * share)),
  };
}

/** The name of each process in log and metrics: its role, and a number where several have the same one. */
export function nameOf(roles: readonly Role[], place: number): string {
  const role = roles[place]!;
  const alike = roles.filter((one) => one === role).length;
  return alike === 1 ? role : `${role}-${roles.slice(0, place + 1).filter((one) => one === role).length}`;
}
