import { expect, test } from 'vitest';
import { defaultRulebook, type Rulebook } from '#domain/seasons/rulebook.ts';
import { chosenIn, rulebookIn, typedOf } from './rulebook-form.ts';

const book: Rulebook = {
  ...defaultRulebook('km'),
  aces: [{ method: 'points', kinds: ['hot_spot', 'final'], best: null }],
  prizes: { final: { basis: 'amount', steps: [{ from: 1, to: 3, value: 50_050 }] } },
};
/** The form of a rulebook, with some values typed into it. */
function formOf(typed: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...typedOf(book), ...typed })) form.set(name, value);
  return form;
}

test('a rulebook survives its form unchanged', () => {
  expect(rulebookIn(formOf())).toEqual(book);
});

test('the rule of division survives its form', () => {
  const division = {
    odd_cent: 'loft',
    undistributed: 'clocked',
    first_drop: { most_birds: 20, at_tie: 'before_it' },
  } as const;
  const form = new FormData();
  for (const [name, value] of Object.entries(typedOf({ ...book, division }))) form.set(name, value);
  expect(rulebookIn(form).division).toEqual(division);
  expect(chosenIn(form, book).division).toEqual(division);
  // Not a number yet: the example keeps what was valid.
  form.set('drop_most', 'x');
  expect(chosenIn(form, book).division).toEqual(book.division);
});

test('special prizes survive their form, and one that is half typed is for the call to refuse', () => {
  const special = {
    final: [
      { to: 'first_hen' as const, every: null, amount_cents: 10_000, in_kind: null },
      { to: 'every_nth' as const, every: 10, amount_cents: null, in_kind: 'A clock' },
    ],
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(typedOf({ ...book, special }))) form.set(name, value);
  expect(rulebookIn(form).special).toEqual(special);
  form.set('special_final_0_amount', 'much');
  expect(rulebookIn(form).special?.final?.[0]).toMatchObject({ amount_cents: 'much' });
});

test('a guarantee is typed as money, and left empty there is none', () => {
  const { prizes } = rulebookIn(formOf({ basis_final: 'percent', at_least_final: '1000.50' }));
  expect(prizes.final).toMatchObject({ basis: 'percent', at_least_cents: 100_050 });
  expect(rulebookIn(formOf()).prizes.final).not.toHaveProperty('at_least_cents');
});

test('a typed value reaches the examples once it is valid, and nothing else changes', () => {
  expect(chosenIn(formOf(), book)).toEqual(book);
  const { prizes, rules } = chosenIn(formOf({ prizes_final: '1: 700\n2-3: 50', precision: '1000' }), book);
  expect(prizes.final?.steps.map(({ value }) => value)).toEqual([70_000, 5000]);
  expect(rules.precision_ms).toBe(1000);
  // Half a line of prizes, an invalid hour, an ace of the best 0 flights.
  const half = chosenIn(formOf({ prizes_final: '1: 700\n2-', precision: '1000' }), book);
  expect([half.prizes, half.rules.precision_ms]).toEqual([book.prizes, 1000]);
  expect(chosenIn(formOf({ night: 'hours', closes: '', ace_0_best: '0', ties: 'consecutive' }), book)).toEqual(book);
});
