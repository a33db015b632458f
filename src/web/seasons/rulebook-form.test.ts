import { expect, test } from 'vitest';
import { defaultRulebook, type Rulebook } from '#domain/seasons/rulebook.ts';
import { chosenIn, rulebookIn, typedOf } from './rulebook-form.ts';

const book: Rulebook = {
  ...defaultRulebook('km'),
  aces: [{ method: 'points', kinds: ['hot_spot', 'final'], best: null }],
  prizes: { final: { basis: 'amount', steps: [{ from: 1, to: 3, value: 50_050 }] } },
};
/** The form as it comes, with what somebody typed into it. */
function formOf(typed: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...typedOf(book), ...typed })) form.set(name, value);
  return form;
}

test('a rulebook stands in its form as it is', () => {
  expect(rulebookIn(formOf())).toEqual(book);
});

test('what is typed shows in the examples as soon as it makes sense, and nothing else changes meanwhile', () => {
  expect(chosenIn(formOf(), book)).toEqual(book);
  const { prizes, rules } = chosenIn(formOf({ prizes_final: '1: 700\n2-3: 50', precision: '1000' }), book);
  expect(prizes.final?.steps.map(({ value }) => value)).toEqual([70_000, 5000]);
  expect(rules.precision_ms).toBe(1000);
  // Half a line of prizes, an hour that is none, an ace of the best none.
  const half = chosenIn(formOf({ prizes_final: '1: 700\n2-', precision: '1000' }), book);
  expect([half.prizes, half.rules.precision_ms]).toEqual([book.prizes, 1000]);
  expect(chosenIn(formOf({ night: 'hours', closes: '', ace_0_best: '0', ties: 'consecutive' }), book)).toEqual(book);
});
