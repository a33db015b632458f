/** Who does something, when and why; and the person behind a call. */
import type { Actor } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import type { CallContext } from './route.ts';

/** What every step that is written down says beside the step itself. */
export interface Act {
  /** The person; null: the program itself, or a provider. */
  by: number | null;
  now_ms: number;
  reason?: string | null;
}

/** An act in a loft, whose days begin and end by its time zone. */
export interface LoftAct extends Act {
  time_zone: string;
}

export type Person = Extract<Actor, { kind: 'user' }>;

/** The person who asks. @throws Refusal `sign_in_first` where it is nobody, or a device. */
export function personOf(actor: Actor): Person {
  if (actor.kind !== 'user') throw new Refusal('sign_in_first');
  return actor;
}

/** The number of the person who asks; null for nobody, and for a device. */
export const userOf = (actor: Actor): number | null => (actor.kind === 'user' ? actor.user_id : null);

/** What a call does, as an act of the person who asks. */
export const actOf = ({ actor, now_ms }: CallContext): Act => ({ by: userOf(actor), now_ms });
