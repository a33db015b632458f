/**
 * What the server hands to the pages' loaders with each request. The keys go by identity, so the server takes them from
 * the built bundle (entry.server.tsx passes them on).
 */
import { createContext } from 'react-router';
import type { Person } from '#domain/accounts/contract.ts';
import type { ReaderKind } from '#domain/accounts/person.ts';
import type { Consent } from '#domain/consent.ts';
import type { CallOf, Contract, ReplyOf } from '#domain/contract.ts';
import type { Identity } from '#domain/identity/account.ts';
import type { Locale } from '#domain/locales.ts';
import type { Site, Theme } from '#domain/site.ts';

/** Makes a call in-process with the request's actor; a rule's no comes as a thrown Refusal. */
export type Call = <C extends Contract>(contract: C, input: CallOf<C>) => Promise<ReplyOf<C>>;

/** The facts of a request that every page may use. */
export interface PageFacts {
  locale: Locale;
  /** Undefined on a page that is made once for everybody. */
  nonce: string | undefined;
  version: string;
  /** Where browsers open live sockets, when not where the page came from. */
  live_url: string | undefined;
  public_url: string;
  /** How light the reader wants it; undefined for the system's way. */
  theme: Theme | undefined;
  /** What the reader has allowed beyond what is needed. */
  consent: Consent | undefined;
  site: Site;
  /** Who is signed in; null: nobody. Undefined on a page that is shared by readers of one kind, or where nobody could be asked. */
  me: Person | null | undefined;
  /** What kind of reader is signed in; null: nobody. */
  reader: ReaderKind | null;
  /** Runs React's rendering of the page when it may: so many are rendered at once. */
  rendering<T>(work: () => Promise<T>): Promise<T>;
  /** The page's HTML. It goes past the Response, in whose streams it would be copied four times. */
  written(pieces: readonly (string | Uint8Array)[]): void;
  /** Which page it is, as its route is written: `lofts/:loft_id`. */
  matched(pattern: string): void;
  /** Writes what broke a page into the program's log. */
  note(error: unknown): void;
}

export const callContext = createContext<Call>();
/** The bundled identity provider, for its own pages. */
export const identityContext = createContext<() => Promise<Identity>>();
export const pageContext = createContext<PageFacts>();
