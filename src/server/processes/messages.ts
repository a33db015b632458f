/** What the supervisor and its workers say to each other. A worker of a newer version may meet an older supervisor. */
import type { IncomingHttpHeaders } from 'node:http';
import type { StripeKeys } from '#server/config.ts';

/** Raised when these messages change: a supervisor takes in no worker that speaks another one. */
export const protocol = 2;

/** What a worker needs to begin. */
export interface Start {
  /** The database, which the supervisor may have started. */
  url: string;
  ownerUrl: string | undefined;
  /** Where the program listens, once that is known. */
  port: number | undefined;
  /** Whether other processes hold the live sockets. */
  sockets_apart: boolean;
  /** Whether this one speaks for the whole program: what all would say alike is said once. */
  speaks: boolean;
  /** The sandbox for cards, where the supervisor runs one. */
  sandbox: StripeKeys | undefined;
}

/** A live socket's handshake, handed over with its connection. */
export interface Handshake {
  /** The reader's network: one network's sockets are counted in one process. */
  network: string;
  headers: IncomingHttpHeaders;
  /** What came behind the head, as Base64. */
  head: string;
}

export type ToWorker =
  | { kind: 'start'; start: Start }
  /** Another one has taken its place: it takes nothing new, answers what is under way, and ends. */
  | { kind: 'retire' }
  /** All that was meant for a process that leaves is on its way to it. */
  | { kind: 'nothing_more' }
  /** The whole program ends. */
  | { kind: 'end' }
  | { kind: 'handshake'; handshake: Handshake }
  /** The figures of every process are wanted, and those of all. */
  | { kind: 'figures_wanted'; number: number }
  | { kind: 'figures_of_all'; number: number; figures: object[][] };

export type ToSupervisor =
  | { kind: 'hello'; protocol: number }
  | { kind: 'ready'; port: number | undefined }
  /** Its event loop turns. */
  | { kind: 'beat' }
  /** It has closed its port. */
  | { kind: 'left' }
  | { kind: 'handshake'; handshake: Handshake }
  | { kind: 'figures_asked'; number: number }
  | { kind: 'figures'; number: number; figures: object[] };
