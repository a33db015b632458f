/** The messages between the supervisor and its workers. A worker of a newer version may meet an older supervisor. */
import type { IncomingHttpHeaders } from 'node:http';
import type { StripeKeys } from '#server/config.ts';

/** Raised when these messages change: a supervisor accepts only workers with the same number. */
export const protocol = 2;

/** What a worker needs to start. */
export interface Start {
  /** The database, which the supervisor may have started. */
  url: string;
  ownerUrl: string | undefined;
  /** The port of the program, once it is known. */
  port: number | undefined;
  /** Whether live sockets are served by separate processes. */
  sockets_apart: boolean;
  /** Whether this worker prints the messages of the program: what all would print alike is printed once. */
  speaks: boolean;
  /** The card sandbox, where the supervisor runs one. */
  sandbox: StripeKeys | undefined;
}

/** A live socket's handshake, transferred with its connection. */
export interface Handshake {
  /** The reader's network: the sockets of one network are counted in one process. */
  network: string;
  url: string;
  headers: IncomingHttpHeaders;
  /** The bytes after the header, as Base64. */
  head: string;
}

export type ToWorker =
  | { kind: 'start'; start: Start }
  /** A new process has replaced it: it accepts no connections, answers the requests under way, and ends. */
  | { kind: 'retire' }
  /** All connections for a retiring process have been sent. */
  | { kind: 'nothing_more' }
  /** The whole program shuts down. */
  | { kind: 'end' }
  | { kind: 'handshake'; handshake: Handshake }
  /** Requests the metrics of this process; the second message carries those of all. */
  | { kind: 'figures_wanted'; number: number }
  | { kind: 'figures_of_all'; number: number; figures: object[][] };

export type ToSupervisor =
  | { kind: 'hello'; protocol: number }
  | { kind: 'ready'; port: number | undefined }
  /** A heartbeat of the event loop. */
  | { kind: 'beat' }
  /** It has closed its port. */
  | { kind: 'left' }
  | { kind: 'handshake'; handshake: Handshake }
  | { kind: 'figures_asked'; number: number }
  | { kind: 'figures'; number: number; figures: object[] };
