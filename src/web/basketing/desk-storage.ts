/** What a desk keeps on its device of one flight. Each call is one transaction, on the disk when its promise ends. */
import type { DeskData } from '#domain/basketing/desk-contract.ts';
import type { DeskEvent } from '#domain/basketing/desk-events.ts';
import { openDeskDatabase, rangeOf, read, readAll, write } from '#web/lib/desk-database.ts';
import type { OwnDesk, RefusedEvent } from './desk-view.ts';

/** What is kept of a flight beside its birds and its events. */
export interface Kept {
  /** Made once: the server knows the desk by it. */
  device: string;
  /** Null before the first contact. */
  own: OwnDesk | null;
  /**
   * The last event of the desk's count that this record contains: an event is written by itself, because a scan waits
   * for it, and the record with the next exchange.
   */
  n: number;
  /** The open crate. */
  crate: number | null;
  synced_ms: number | null;
  /** The last event of the server that is here. */
  seq: number;
  /** Of the flight, as the server said last. */
  status: DeskData['flight']['status'] | null;
  /** The last birds that went in, the newest first. */
  before: readonly { pigeon_id: number; crate: number; number: number }[];
}

/** Everything that is kept of a flight. */
export interface Found {
  kept: Kept | undefined;
  /** Undefined before the first contact and after a sign-out. */
  data: DeskData | undefined;
  /** Decided by the server after `data` was read. */
  decided: DeskEvent[];
  waiting: DeskEvent[];
  refused: RefusedEvent[];
}

export interface DeskStorage {
  found(): Promise<Found>;
  keep(kept: Kept): Promise<void>;
  /** An event of this desk that is to be sent. */
  addWaiting(event: DeskEvent): Promise<void>;
  /** The events that wait, counted anew. */
  replaceWaiting(events: readonly DeskEvent[]): Promise<void>;
  /** What the server has answered takes the place of what was sent. */
  take(reply: {
    kept: Kept;
    sent: readonly DeskEvent[];
    decided: readonly DeskEvent[];
    refused: readonly RefusedEvent[];
  }): Promise<void>;
  /** The whole data, read anew: it contains what was decided before. */
  renew(data: DeskData, kept: Kept): Promise<void>;
  settle(refused: RefusedEvent): Promise<void>;
  close(): void;
}

/** Opens what is kept of a flight. */
export async function openStorage(flight_id: number): Promise<DeskStorage> {
  const database = await openDeskDatabase();
  const keyOf = ({ n }: DeskEvent) => [flight_id, n];
  return {
    async found() {
      const [kept, data, decided, waiting, refused] = await Promise.all([
        read<Kept>(database, 'flights', flight_id),
        read<DeskData>(database, 'data', flight_id),
        readAll<DeskEvent>(database, 'decided', flight_id),
        readAll<DeskEvent>(database, 'waiting', flight_id),
        readAll<RefusedEvent>(database, 'refused', flight_id),
      ]);
      return { kept, data, decided, waiting, refused };
    },
    keep: (kept) => write(database, ['flights'], (store) => store('flights').put(kept, flight_id)),
    addWaiting: (event) => write(database, ['waiting'], (store) => store('waiting').put(event, keyOf(event))),
    replaceWaiting: (events) =>
      write(database, ['waiting'], (store) => {
        store('waiting').delete(rangeOf(flight_id));
        for (const event of events) store('waiting').put(event, keyOf(event));
      }),
    take: ({ kept, sent, decided, refused }) =>
      write(database, ['flights', 'decided', 'waiting', 'refused'], (store) => {
        store('flights').put(kept, flight_id);
        for (const [i, event] of decided.entries()) store('decided').put(event, [flight_id, kept.seq, i]);
        for (const event of sent) store('waiting').delete(keyOf(event));
        for (const one of refused) store('refused').put(one, keyOf(one.event));
      }),
    renew: (data, kept) =>
      write(database, ['flights', 'data', 'decided'], (store) => {
        store('flights').put(kept, flight_id);
        store('data').put(data, flight_id);
        store('decided').delete(rangeOf(flight_id));
      }),
    settle: ({ event }) => write(database, ['refused'], (store) => store('refused').delete(keyOf(event))),
    close: () => database.close(),
  };
}
