/** The orders to the load process, and its reports. */
import type { Answered, Shooting } from './clocks.ts';
import type { Times } from './figures.ts';
import type { Ingest } from './ingest-load.ts';
import type { PageRequests } from './pages-load.ts';

export type Protocol = 'live' | 'ws' | 'socket.io';

export interface Gathering {
  port: number;
  count: number;
  protocol: Protocol;
  /** The subscription of a follower of the live hub, to which seq and epoch are added. */
  topic: string;
  epoch: number;
  after: number;
  /** Handshakes in flight. */
  together: number;
}

export type Order =
  | ({ order: 'gather' } & Gathering)
  | { order: 'return' }
  | { order: 'scatter' }
  | ({ order: 'shoot' } & Shooting)
  | ({ order: 'ask' } & PageRequests)
  | ({ order: 'ingest' } & Ingest)
  | { order: 'end' };

export interface Gathered {
  ms: number;
  live: number;
  /** Rows missing or received twice, and followers that are behind the others. */
  lost: number;
  doubled: number;
  behind: number;
}

export interface Shot {
  /** Arrivals sent, and those that reached every follower. */
  arrivals: number;
  complete: number;
  seconds: number;
  deliveries: number;
  /** Rows missing at a follower or received twice; both have to be 0. */
  lost: number;
  doubled: number;
  reads: number;
  /** From sending an arrival to the frame of each follower. */
  each: Times;
  answers: Answered;
  /** `[pigeon, sent, received by the last follower]`, in ms of the machine's monotonic clock. */
  last: [number, number, number][];
}
