/** What every table for a spreadsheet says of a bird. */
import type { Bird } from '#domain/pigeons/contract.ts';
import { type BirdList, birdSwitches, type Switch, shows } from '#domain/seasons/shown.ts';
import type { Column } from './take.server.ts';
import type { Words } from './words.ts';

/** The columns of the birds of a list, without those that the season hides there (3.15). */
export function birdColumns(t: Words, list: BirdList, hidden: readonly Switch[]): (Column<Bird> | false)[] {
  const by = birdSwitches(list);
  return [
    shows(hidden, by.ring) && [t('sheet.ring'), ({ ring }) => ring],
    shows(hidden, by.pigeon_name) && [t('sheet.name'), ({ pigeon_name }) => pigeon_name],
    shows(hidden, by.sex) && [t('sheet.sex'), ({ sex }) => (sex === 'unknown' ? null : t(`sex.${sex}`))],
    shows(hidden, by.color) && [t('sheet.color'), ({ color }) => color],
    shows(hidden, by.team) && [t('board.team'), ({ team }) => team],
    shows(hidden, by.fancier) && [t('sheet.fancier'), ({ fancier }) => fancier],
    shows(hidden, by.country) && [t('lofts.country'), ({ country }) => country],
  ];
}
