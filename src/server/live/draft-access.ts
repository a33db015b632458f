/**
 * Flights that are not for everybody, and those who may follow them all the same: the people who prepare a season in
 * draft. They are judged when they come, whenever their rights change, and at every sweep; whoever may no longer see
 * what they follow is hung up on.
 */
import { type Actor, can, type SubjectOf } from '#domain/policy.ts';
import type { Channel, Follower } from './channel.ts';

export interface DraftAccessOptions {
  /** Who came with these cookies, with the rights of this moment. */
  whoAsks(cookie: string): Promise<Actor>;
  findFlight(flight_id: number): Promise<SubjectOf<'flight.read'> | undefined>;
  openChannel(topic: string, loft_id: number): Promise<Channel>;
  /** Hang up on who may no longer see what they follow. */
  dismiss(follower: Follower): void;
}

export interface DraftAccess {
  /** The room of a flight for this follower; null where there is none, or not for them. */
  channelFor(follower: Follower, topic: string): Promise<Channel | null>;
  /** The room of a flight, where one is open. */
  channel(flight_id: number): Promise<Channel> | undefined;
  /** Judge a person's followers again, or all. */
  look(user_id?: number): Promise<void>;
  /** A follower or a room is gone. */
  forget(gone: Follower | Channel): void;
}

export function createDraftAccess({ whoAsks, findFlight, openChannel, dismiss }: DraftAccessOptions): DraftAccess {
  /** Who each one was when they came. */
  const people = new Map<Follower, number>();
  const channels = new Map<number, Promise<Channel>>();

  return {
    async channelFor(follower, topic) {
      const actor = follower.cookie === undefined ? null : await whoAsks(follower.cookie);
      const flight = actor?.kind === 'user' ? await findFlight(idOf(topic)) : undefined;
      if (actor?.kind !== 'user' || !flight || !can(actor, 'flight.read', flight)) return null;
      people.set(follower, actor.user_id);
      const known = channels.get(idOf(topic));
      if (known) return known;
      const opening = openChannel(topic, flight.loft_id);
      channels.set(idOf(topic), opening);
      opening.catch(() => channels.delete(idOf(topic)));
      return opening;
    },
    channel: (flight_id) => channels.get(flight_id),
    async look(user_id) {
      for (const [follower, person] of people) {
        if (user_id !== undefined && person !== user_id) continue;
        if (!(await mayStay(follower))) dismiss(follower);
      }
    },
    forget(gone) {
      if ('socket' in gone) people.delete(gone);
      else
        void channels.get(idOf(gone.topic))?.then((channel) => channel === gone && channels.delete(idOf(gone.topic)));
    },
  };

  async function mayStay(follower: Follower): Promise<boolean> {
    const actor = await whoAsks(follower.cookie!);
    for (const topic of follower.channels.keys()) {
      const flight = await findFlight(idOf(topic));
      if (!flight || !can(actor, 'flight.read', flight)) return false;
    }
    return true;
  }
}

const idOf = (topic: string) => Number(topic.slice('flight:'.length));
