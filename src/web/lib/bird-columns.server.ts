/** The columns of a bird in every spreadsheet table. */
import type { Bird } from '#domain/pigeons/contract.ts';
import { birdFacts, type Fact, facts, inLists } from '#domain/pigeons/facts.ts';
import { type BirdList, birdSwitches, type Switch, shows } from '#domain/seasons/visibility.ts';
import { type BirdView, factText } from './bird-facts.ts';
import type { Words } from './catalogue.ts';
import type { Column } from './table-file.server.ts';

/** The columns of the facts of a bird. */
export const factColumns = (t: Words, isShown: (fact: Fact) => boolean = () => true): Column<BirdView>[] =>
  facts.filter(isShown).map((fact) => [t(birdFacts[fact].label), (bird) => factText(t, fact, bird)]);

/** The columns of the birds of a list, without those that the season hides there (3.15). */
export function birdColumns(t: Words, list: BirdList, hidden: readonly Switch[]): (Column<Bird> | false)[] {
  const by = birdSwitches(list);
  return [
    ...factColumns(t, (fact) => shows(hidden, by[inLists(fact)])),
    shows(hidden, by.team) && [t('board.team'), ({ team }) => team],
    shows(hidden, by.fancier) && [t('sheet.fancier'), ({ fancier }) => fancier],
    shows(hidden, by.country) && [t('lofts.country'), ({ country }) => country],
  ];
}
