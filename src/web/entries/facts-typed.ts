/** The facts of a bird as typed into {@link EntryFields}. */
import type { EntryTyped } from '#domain/entries/contract.ts';
import { facts } from '#domain/pigeons/facts.ts';
import { textIn } from '#web/lib/form.ts';

export const factsTyped = (fields: FormData) =>
  Object.fromEntries(facts.map((fact) => [fact, textIn(fields, fact)])) as Omit<EntryTyped, 'team_id'>;
