/**
 * Folding notices of birds that are read late: a clock without a network comes back with hundreds of readings, and who
 * follows forty of those birds gets one notice of them all.
 */
import type { FlightKey } from '#domain/keys.ts';
import type { Channel } from '#domain/notifications/notification.ts';
import type { Tx } from '#server/db/database.ts';
import { homeNow } from './fans.ts';
import type { FactsOf } from './notify.ts';

/** A notice that is written so long after the bird came home, ms, is late. */
const late_ms = 10 * 60_000;
/** A late notice waits so long, ms, for the others of its kind: readings of a day come in several calls. */
export const gather_ms = 60_000;

/** A notice that waits to be sent, of a bird that came home. */
export interface HomeNotice {
  id: number;
  user_id: number;
  channel: Channel;
  facts: FactsOf['bird_home'];
}

/** The facts to send, with the other notices that they stand for; null: its arrival counts no more. */
export interface Folded {
  facts: FactsOf['bird_home'] | null;
  others: { told: number[]; withdrawn: number[] };
}

/**
 * The notice of a bird that came home as it is sent now: of one that was read at once its own; of one that was read late
 * that of all which wait for the same person, flight and channel. The notice that was written first is sent for all.
 * @returns the facts; or until when (epoch ms) it waits: for others, or for the first one to be sent
 */
export async function foldLate(
  tx: Tx,
  { id, user_id, channel, facts }: HomeNotice,
  now_ms: number,
): Promise<Folded | { until_ms: number }> {
  const own = await homeNow(tx, user_id, facts.arrival);
  if (!own) return { facts: null, others: { told: [], withdrawn: [] } };
  const waiting = await lateNotices(tx, { user_id, channel, flight: facts.arrival });
  const at = waiting.findIndex((one) => one.id === id);
  if (at < 0) return { facts: own, others: { told: [], withdrawn: [] } };
  const ready_ms = Date.parse(waiting[at]!.created_at) + gather_ms;
  if (now_ms < ready_ms) return { until_ms: ready_ms };
  if (at > 0) return { until_ms: now_ms + gather_ms };
  const others = { told: [] as number[], withdrawn: [] as number[] };
  const homes = [own];
  for (const other of waiting.slice(1)) {
    const home = await homeNow(tx, user_id, other.facts.arrival);
    (home ? others.told : others.withdrawn).push(other.id);
    if (home) homes.push(home);
  }
  const first = homes.reduce((a, b) => (Date.parse(b.time) < Date.parse(a.time) ? b : a));
  return { facts: { ...first, n: homes.length }, others };
}

/** The late notices that wait for a person on a channel about a flight, in the order in which they were written. */
async function lateNotices(
  tx: Tx,
  { user_id, channel, flight: { loft_id, flight_id } }: { user_id: number; channel: Channel; flight: FlightKey },
) {
  const rows = await tx
    .selectFrom('notifications')
    .select(['id', 'created_at', 'facts'])
    .where('user_id', '=', user_id)
    .where('channel', '=', channel)
    .where('event', '=', 'bird_home')
    .where('status', '=', 'pending')
    .where('key', 'like', `flight:${flight_id} %`)
    .orderBy('id')
    .execute();
  return rows
    .map(({ facts, ...row }) => ({ ...row, facts: facts as FactsOf['bird_home'] }))
    .filter(({ created_at, facts }) => {
      const { arrival, time } = facts;
      return arrival.loft_id === loft_id && Date.parse(created_at) - Date.parse(time) > late_ms;
    });
}
