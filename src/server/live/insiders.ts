/**
 * Flights that are not for everybody, and those who may follow them all the same: the people who prepare a season in
 * draft. They are judged when they come, whenever their rights change, and at every sweep; whoever may no longer see
 * what they follow is hung up on.
 */
import { type Actor, can, type SubjectOf } from '#domain/policy.ts';
import type { Follower, Room } from './room.ts';

export interface InsidersOptions {
  /** Who came with these cookies, with the rights of this moment. */
  whoAsks(cookie: string): Promise<Actor>;
  findFlight(flight_id: number): Promise<SubjectOf<'flight.read'> | undefined>;
  openRoom(topic: string, loft_id: number): Promise<Room>;
  /** Hang up on who may no longer see what they follow. */
  dismiss(follower: Follower): void;
}

export interface Insiders {
  /** The room of a flight for this follower; null where there is none, or not for them. */
  roomFor(follower: Follower, topic: string): Promise<Room | null>;
  /** The room of a flight, where one is open. */
  room(flight_id: number): Promise<Room> | undefined;
  /** Judge a person's followers again, or all. */
  look(user_id?: number): Promise<void>;
  /** A follower or a room is gone. */
  forget(gone: Follower | Room): void;
}

export function createInsiders({ whoAsks, findFlight, openRoom, dismiss }: InsidersOptions): Insiders {
  /** Who each one was when they came. */
  const people = new Map<Follower, number>();
  const rooms = new Map<number, Promise<Room>>();

  return {
    async roomFor(follower, topic) {
      const actor = follower.cookie === undefined ? null : await whoAsks(follower.cookie);
      const flight = actor?.kind === 'user' ? await findFlight(idOf(topic)) : undefined;
      if (actor?.kind !== 'user' || !flight || !can(actor, 'flight.read', flight)) return null;
      people.set(follower, actor.user_id);
      const known = rooms.get(idOf(topic));
      if (known) return known;
      const opening = openRoom(topic, flight.loft_id);
      rooms.set(idOf(topic), opening);
      opening.catch(() => rooms.delete(idOf(topic)));
      return opening;
    },
    room: (flight_id) => rooms.get(flight_id),
    async look(user_id) {
      for (const [follower, person] of people) {
        if (user_id !== undefined && person !== user_id) continue;
        if (!(await mayStay(follower))) dismiss(follower);
      }
    },
    forget(gone) {
      if ('socket' in gone) people.delete(gone);
      else void rooms.get(idOf(gone.topic))?.then((room) => room === gone && rooms.delete(idOf(gone.topic)));
    },
  };

  async function mayStay(follower: Follower): Promise<boolean> {
    const actor = await whoAsks(follower.cookie!);
    for (const topic of follower.rooms.keys()) {
      const flight = await findFlight(idOf(topic));
      if (!flight || !can(actor, 'flight.read', flight)) return false;
    }
    return true;
  }
}

const idOf = (topic: string) => Number(topic.slice('flight:'.length));
