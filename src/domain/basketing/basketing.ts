/** The rule for which birds go to a flight. */
import { type Health, races } from '#domain/pigeons/status.ts';
import { Refusal } from '#domain/refusal.ts';

/** Why a bird cannot be basketed, or null: it is ill, hurt, lost, held back, or not yet at the loft. */
export function whyNotBasket({ ring, health }: { ring: string; health: Health }): Refusal | null {
  return races(health) ? null : new Refusal('pigeon_does_not_race', { ring, status: health });
}
