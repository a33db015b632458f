/** The actor, time and reason of a change, and the person behind a call. */
import type { Actor, SignedIn } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import type { CallContext } from './route.ts';

/** What every recorded step names beside the step itself. */
export interface Act {
  /** The person; null: the program itself, or a provider. */
  by: number | null;
  now_ms: number;
  reason?: string | null;
}

/** An act in a loft; its days begin and end in the loft's time zone. */
export interface LoftAct extends Act {
  time_zone: string;
}

/** The signed-in person. @throws Refusal `sign_in_first` for an anonymous actor, `forbidden` for a device. */
export function personOf(actor: Actor): SignedIn {
  if (actor.kind !== 'user') throw new Refusal(actor.kind === 'anonymous' ? 'sign_in_first' : 'forbidden');
  return actor;
}

/** The id of the signed-in person; null for an anonymous actor or a device. */
export const userOf = (actor: Actor): number | null => (actor.kind === 'user' ? actor.user_id : null);

/** The act of the person who makes a call. */
export const actOf = ({ actor, now_ms }: CallContext): Act => ({ by: userOf(actor), now_ms });
