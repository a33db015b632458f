/**
 * Live channels of seasons in draft, open only to the people who prepare them. Their rights are checked when they
 * subscribe, whenever they change, and at every sweep; a follower without the right is disconnected.
 */
import { type Actor, can, type SubjectOf } from '#domain/policy.ts';
import type { Channel, Follower } from './channel.ts';
import { flightIn } from './protocol.ts';
import { isScreen } from './screens.ts';

export interface DraftAccessOptions {
  /** The actor of these cookies, with its current rights. */
  identify(cookie: string): Promise<Actor>;
  findFlight(flight_id: number): Promise<SubjectOf<'flight.read'> | undefined>;
  openChannel(topic: string, loft_id: number): Promise<Channel>;
  /** Disconnect a follower who may no longer see what it follows. */
  dismiss(follower: Follower): void;
}

export interface DraftAccess {
  /** The channel of a flight for this follower; null where there is none, or no right. */
  channelFor(follower: Follower, topic: string): Promise<Channel | null>;
  /** The channel of a flight, if one is open. */
  channel(flight_id: number): Promise<Channel> | undefined;
  /** Check the rights of a person's followers again, or of all. */
  look(user_id?: number): Promise<void>;
  /** A follower or a channel is gone. */
  forget(gone: Follower | Channel): void;
}

export function createDraftAccess({ identify, findFlight, openChannel, dismiss }: DraftAccessOptions): DraftAccess {
  /** The person of each follower. */
  const people = new Map<Follower, number>();
  const channels = new Map<number, Promise<Channel>>();

  return {
    async channelFor(follower, topic) {
      const actor = follower.cookie === undefined ? null : await identify(follower.cookie);
      const flight = actor?.kind === 'user' ? await findFlight(flightIn(topic)) : undefined;
      if (actor?.kind !== 'user' || !flight || !can(actor, 'flight.read', flight)) return null;
      people.set(follower, actor.user_id);
      const known = channels.get(flightIn(topic));
      if (known) return known;
      const opening = openChannel(topic, flight.loft_id);
      channels.set(flightIn(topic), opening);
      opening.catch(() => channels.delete(flightIn(topic)));
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
        void channels
          .get(flightIn(gone.topic))
          ?.then((channel) => channel === gone && channels.delete(flightIn(gone.topic)));
    },
  };

  async function mayStay(follower: Follower): Promise<boolean> {
    const actor = await identify(follower.cookie!);
    for (const topic of follower.channels.keys()) {
      if (isScreen(topic)) continue;
      const flight = await findFlight(flightIn(topic));
      if (!flight || !can(actor, 'flight.read', flight)) return false;
    }
    return true;
  }
}
