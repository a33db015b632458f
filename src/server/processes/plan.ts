/** How many processes serve on one machine, and what each of them does. */
import type { Config } from '#server/config.ts';

type Role = Config['role'];

/** One process for two cores: PostgreSQL works on the same machine, and so does the supervisor. */
export const processesFor = (cores: number): number => Math.max(1, Math.floor(cores / 2));

/**
 * What each worker does. Alone it does everything. Of several, a quarter and at least one hold the live sockets, so that
 * no page stands between a bird and its followers; the others make pages, and the first of them has the jobs too.
 * @param role what the whole program does; where an operator has named a part, all do that.
 */
export function rolesOf(role: Role, processes: number): Role[] {
  if (role !== 'all') return Array.from({ length: processes }, () => role);
  if (processes === 1) return ['all'];
  const lives = Math.max(1, Math.floor(processes / 4));
  return ['all', ...repeated('live', lives), ...repeated('web', processes - lives - 1)];
}

const repeated = (role: Role, count: number): Role[] => Array.from({ length: count }, () => role);

/**
 * The connections to PostgreSQL that all processes together may open by default, one more of them during a reload; with
 * the jobs' own these leave some of its 97 to commands and backups.
 */
const connections = 84;
const whole = { site: 8, race: 8, identity: 3 };

/** The pools of one process: whole for up to three processes; beyond that what there is is shared. */
export function poolsFor(processes: number): Config['pools'] {
  const share = Math.min(1, connections / (processes + 1) / (whole.site + whole.race + whole.identity + 1));
  return {
    site: Math.max(2, Math.floor(whole.site * share)),
    race: Math.max(2, Math.floor(whole.race * share)),
    identity: Math.max(1, Math.floor(whole.identity * share)),
  };
}

/** What the log and the figures call each: by its role, and by number where there are several of one. */
export function nameOf(roles: readonly Role[], place: number): string {
  const role = roles[place]!;
  const alike = roles.filter((one) => one === role).length;
  return alike === 1 ? role : `${role}-${roles.slice(0, place + 1).filter((one) => one === role).length}`;
}
