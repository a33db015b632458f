/** What every table for a spreadsheet says of a bird. */
import type { Cell } from '#domain/csv.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import type { Words } from './words.ts';

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
  bird.ring || null,
  bird.pigeon_name,
  bird.sex === 'unknown' ? null : t(`sex.${bird.sex}`),
  bird.color,
  bird.team,
  bird.fancier,
  bird.country,
];
