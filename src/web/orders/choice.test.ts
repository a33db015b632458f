import { expect, it } from 'vitest';
import { isRefusal, refusalAt } from '#domain/refusal.ts';
import { asSearch, atFields, choiceFrom, choiceToSave, chosenOf, sentOf } from './choice.ts';

it('the values survive in a URL, and the steppers count without a script', () => {
  const choice = { q4: '2', team: 'Van Aerde & Zoon', country: 'BE', request_key: 'secret', note: '' };
  expect(choiceFrom(new URLSearchParams(asSearch(choice)))).toEqual({
    q4: '2',
    team: 'Van Aerde & Zoon',
    country: 'BE',
  });
  expect(choiceFrom(new URLSearchParams('q4=2&more=4'))).toEqual({ q4: '3' });
  expect(choiceFrom(new URLSearchParams('more=7'))).toEqual({ q7: '1' });
  expect(choiceFrom(new URLSearchParams('q4=0&less=4'))).toEqual({ q4: '0' });
});

it('an invalid quantity counts as 0, and is sent as it was typed', () => {
  expect(chosenOf({ q4: '-1' }, 4)).toBe(0);
  expect(sentOf({ q4: '-1', q5: '0', q6: '' }).lines).toEqual([{ product_id: 4, quantity: '-1' }]);
});

it('the values are saved without the request key and the acceptance of the contract', () => {
  expect(choiceToSave({ q4: '2', team: '', request_key: 'secret', contract_id: '7', intent: 'keep' })).toEqual({
    q4: '2',
    team: '',
  });
});

it('an existing team needs no name', () => {
  expect(sentOf({ team_id: '9', team: 'Old', country: 'BE' })).toMatchObject({ team_id: 9, team: '', country: '' });
  expect(sentOf({ team_id: '', team: 'New', country: 'NL' })).toMatchObject({
    team_id: null,
    team: 'New',
    country: 'NL',
  });
});

it('an error at an order line is shown at its product', () => {
  const { lines } = sentOf({ q8: '1', q4: '9' });
  const refusal = atFields(refusalAt('lines.1.quantity', 'error_max_value', { max: 2 }), { lines });
  expect(isRefusal(refusal) && Object.keys(refusal.errors ?? {})).toEqual(['q4']);
});
