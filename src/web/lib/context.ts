/**
 * The contexts that the server passes to the loaders with each request. Keys are compared by identity, so the server
 * imports them from the built bundle (entry.server.tsx re-exports them).
 */
import { createContext } from 'react-router';
import type { Person } from '#domain/accounts/contract.ts';
import type { ReaderKind } from '#domain/accounts/person.ts';
import type { Consent } from '#domain/consent.ts';
import type { CallOf, Contract, ReplyOf } from '#domain/contract.ts';
import type { Identity } from '#domain/identity/account.ts';
import type { Locale } from '#domain/locales.ts';
import type { Site, Theme } from '#domain/site.ts';

/** Makes a call in-process with the request's actor; a refusal is thrown as a Refusal. */
export type Call = <C extends Contract>(contract: C, input: CallOf<C>) => Promise<ReplyOf<C>>;

/** The facts of a request that every page may use. */
export interface PageFacts {
  locale: Locale;
  /** Undefined on a shared page of the public cache. */
  nonce: string | undefined;
  version: string;
  /** The origin of live sockets, when not that of the page. */
  live_url: string | undefined;
  public_url: string;
  /** The reader's colour scheme; undefined: the system's. */
  theme: Theme | undefined;
  /** The optional cookies and scripts that the reader has allowed. */
  consent: Consent | undefined;
  site: Site;
  /**
   * The signed-in person; null: nobody. Undefined on a page that is shared by readers of one kind, or while the
   * identity cannot be read.
   */
  me: Person | null | undefined;
  /** The kind of the signed-in reader; null: nobody. */
  reader: ReaderKind | null;
  /** Runs React's rendering of the page within the limit of concurrent renderings. */
  rendering<T>(work: () => Promise<T>): Promise<T>;
  /** Receives the page's HTML. It bypasses the Response, whose streams would copy it four times. */
  written(pieces: readonly (string | Uint8Array)[]): void;
  /** Receives the pattern of the route: `lofts/:loft_id`. */
  matched(pattern: string): void;
  /** Writes an error of a page to the program's log. */
  note(error: unknown): void;
}

export const callContext = createContext<Call>();
/** The bundled identity provider, for its own pages. */
export const identityContext = createContext<() => Promise<Identity>>();
export const pageContext = createContext<PageFacts>();
