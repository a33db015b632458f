/** What both tables of a flight say of a bird, and what their files are called. */
import type { Cell } from '#domain/csv.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { isoDay } from '#web/lib/intl.ts';
import type { Words } from '#web/lib/words.ts';

export const birdColumns = (t: Words): string[] => [
  t('sheet.ring'),
  t('sheet.name'),
  t('sheet.sex'),
  t('sheet.color'),
  t('board.team'),
  t('sheet.fancier'),
  t('lofts.country'),
];

export const birdCells = (bird: Bird, t: Words): Cell[] => [
  bird.ring,
  bird.pigeon_name,
  bird.sex === 'unknown' ? null : t(`sex.${bird.sex}`),
  bird.color,
  bird.team,
  bird.fancier,
  bird.country,
];

/** By flight, day and list: `Serra Alta Final 2026-09-12 Arrivals`. */
export function fileName({ name, release_time }: Flight, { time_zone }: Loft, list: string): string {
  const day = release_time === null ? [] : isoDay(Date.parse(release_time), time_zone);
  return [name, ...[day].flat(), list].join(' ');
}
