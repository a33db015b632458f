/** Which birds go to a flight. */
import { type Health, races } from '#domain/pigeons/status.ts';
import { Refusal } from '#domain/refusal.ts';

/** Why a bird is not put into a basket, or null: it is ill, hurt, lost, kept back, or the loft has not taken it in. */
export function whyNotBasket({ ring, health }: { ring: string; health: Health }): Refusal | null {
  return races(health) ? null : new Refusal('pigeon_does_not_race', { ring, status: health });
}
