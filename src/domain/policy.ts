/**
 * All rights of all roles. The server enforces this page and the browser uses the same functions to hide what is not
 * allowed. Every route names one of these actions; what its `load` step returns is the second argument here.
 */
import type { Rights } from '#domain/accounts/person.ts';
import type { SeasonStatus } from '#domain/seasons/season.ts';

/** Who is asking: a reader who has not signed in, a clock that showed its key, or a person with their rights. */
export type Actor =
  | { kind: 'anonymous' }
  | { kind: 'device'; device_id: number; loft_id: number }
  | ({ kind: 'user'; user_id: number; session_id: number } & Rights);

export const anonymous: Actor = { kind: 'anonymous' };

export const policy = {
  /** Anybody reads the public pages, the language files, the state of the program (6.1). */
  'site.read': (_actor: Actor, _site: unknown) => true,

  /** Anybody browses lofts (6.1). */
  'loft.read': (_actor: Actor, _loft: { id: number } | readonly { id: number }[]) => true,

  /** Anybody follows flights, but a season in draft is its loft's own business. */
  'flight.read': (_actor: Actor, flight: { season_status: SeasonStatus }) => flight.season_status !== 'draft',

  /** Anybody looks at a season's teams and pigeons; a season in draft is its loft's own business. */
  'season.read': (_actor: Actor, season: { season_status: SeasonStatus | null }) => season.season_status !== 'draft',

  /** A clock records for its own loft only. */
  'reading.record': (actor: Actor, loft: { loft_id: number }) =>
    actor.kind === 'device' && actor.loft_id === loft.loft_id,
} as const;

export type Action = keyof typeof policy;

/** What the predicate of an action wants to know. */
export type SubjectOf<A extends Action> = Parameters<(typeof policy)[A]>[1];

/** Actions that are judged without a look at who is asking; a key shown with them is not even read. */
export const forAnybody: ReadonlySet<Action> = new Set(['site.read', 'loft.read', 'flight.read', 'season.read']);

/** Actions whose refusal would tell that something exists: refused as "not found". */
const existenceIsPrivate: ReadonlySet<Action> = new Set(['flight.read', 'season.read']);

/** Whether `actor` may do `action` to `subject`. */
export function can<A extends Action>(actor: Actor, action: A, subject: SubjectOf<A>): boolean {
  return (policy[action] as (actor: Actor, subject: SubjectOf<A>) => boolean)(actor, subject);
}

/** The code a refused `action` is answered with. */
export function refusalCode(actor: Actor, action: Action): 'sign_in_first' | 'forbidden' | 'not_found' {
  if (existenceIsPrivate.has(action)) return 'not_found';
  return actor.kind === 'anonymous' ? 'sign_in_first' : 'forbidden';
}
