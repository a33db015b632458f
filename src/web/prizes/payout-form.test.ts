import { expect, test } from 'vitest';
import type { OwnPrize } from '#domain/prizes/contract.ts';
import { chosenIn, chosenPrize } from './payout-form.ts';

const prize = (pigeon_id: number | null, won_cents: number, paid_cents = 0) =>
  ({ fund_id: 7, pigeon_id, team_id: 3, won_cents, paid_cents }) as OwnPrize;

function formOf(chosen: readonly OwnPrize[], amount = ''): FormData {
  const form = new FormData();
  for (const one of chosen) form.append('chosen', chosenPrize(one));
  form.set('amount', amount);
  return form;
}

test('the chosen prizes are paid wholly, or as much of them as was typed', () => {
  const both = [prize(5, 1_000, 400), prize(null, 500)];
  const prizes = [
    { fund_id: 7, pigeon_id: 5, team_id: null },
    { fund_id: 7, pigeon_id: null, team_id: 3 },
  ];
  expect(chosenIn(formOf(both))).toEqual({ prizes, due_cents: 1_100, amount_cents: 1_100 });
  expect(chosenIn(formOf(both, '2.50'))).toEqual({ prizes, due_cents: 1_100, amount_cents: 250 });
});

test('what is given back is typed without a sign', () => {
  expect(chosenIn(formOf([prize(5, 0, 1_000)], '4'))).toMatchObject({ due_cents: -1_000, amount_cents: -400 });
});

test('no prize and no amount are refused at their fields', () => {
  const errorsOf = (form: FormData) => {
    try {
      chosenIn(form);
      return null;
    } catch (error) {
      return (error as { errors: object }).errors;
    }
  };
  expect(errorsOf(formOf([]))).toEqual({ prizes: [{ code: 'error_required' }] });
  expect(errorsOf(formOf([prize(5, 1_000)], 'x'))).toEqual({ amount_cents: [{ code: 'error_number' }] });
});
