/** The way of the lorry in words, each with its moment: what somebody noted. */

import type { TFunction } from 'i18next';
import type { WayOfLorry } from '#domain/flights/lorry.ts';

export function lorryWords(t: TFunction, { departed_ms, arrived_ms }: WayOfLorry): { word: string; at_ms: number }[] {
  return [
    ...(departed_ms === null ? [] : [{ word: t('flights.departed'), at_ms: departed_ms }]),
    ...(arrived_ms === null ? [] : [{ word: t('release.arrived'), at_ms: arrived_ms }]),
  ];
}
