/** What the load is told to do, and what it reports. */
import type { Answered, Shooting } from './clocks.ts';
import type { Times } from './figures.ts';
import type { Ingest } from './ingest-load.ts';
import type { Asking } from './pages-load.ts';

export type Protocol = 'live' | 'ws' | 'socket.io';

export interface Gathering {
  port: number;
  count: number;
  protocol: Protocol;
  /** What a follower of the live hub says first; the seq it has and its stream's epoch are put in. */
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
  | ({ order: 'ask' } & Asking)
  | ({ order: 'tell' } & Ingest)
  | { order: 'end' };

export interface Gathered {
  ms: number;
  live: number;
  /** Rows that were missing or came twice, and followers that have not what others have. */
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
  /** Gaps and rows that came twice to a follower; both have to be nought. */
  lost: number;
  doubled: number;
  reads: number;
  /** From the moment an arrival was sent to each follower's frame. */
  each: Times;
  answers: Answered;
  /** [pigeon, when sent, when the last follower had it], in ms of the machine's monotonic clock. */
  last: [number, number, number][];
}
