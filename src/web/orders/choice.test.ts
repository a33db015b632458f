import { describe, expect, it } from 'vitest';
import { isRefusal, Refusal, refusalAt } from '#domain/refusal.ts';
import {
  asSearch,
  atFields,
  choiceFrom,
  choiceToSave,
  chosenOf,
  firstGap,
  sentOf,
  stillWrong,
  sumToOrder,
  wrongQuantities,
} from './choice.ts';

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

it('a registration without a package is refused at the packages', () => {
  const refusal = atFields(new Refusal('order_empty'), { lines: [] });
  expect(isRefusal(refusal) && refusal.errors).toMatchObject({ lines: [{ code: 'order_empty' }] });
});

describe('the first step that lacks something', () => {
  const sale = { state: 'open', from: null, to: null, remaining: null };
  const product = { id: 4, product_category_id: 1, amount_cents: 100, pigeons_active: 3, pigeons_reserve: 0, sale };
  const unlimited = { max: null, taken: 0 };
  const offer = (street: string | null = 'Kerkstraat 4') =>
    ({
      season: { status: 'in_progress' },
      products: [product],
      room: { all: { max: 128, taken: 4 }, active: unlimited, reserve: unlimited },
      contracts: [{ id: 7 }],
      me: { address: { street, zipcode: '9300', city: 'Aalst' } },
    }) as unknown as Parameters<typeof firstGap>[1];
  const whole = { q4: '1', team: 'Van Aerde', country: 'BE', contract_id: '7' };

  it.each<[string, Record<string, string>, number, string]>([
    ['no package', { q4: '0' }, 1, 'lines'],
    ['a quantity that is no number', { q4: 'many' }, 1, 'q4'],
    ['more pigeons than the season has places for (8.14)', { q4: '999', team: '' }, 1, 'q4'],
    ['a team of blanks', { team: ' ' }, 2, 'team'],
    ['a team without a country', { country: '' }, 2, 'country'],
    ['no agent chosen', { transport: 'agent' }, 3, 'collection_id'],
    ['no number for the agent', { transport: 'agent', collection_id: '8' }, 3, 'phone'],
    ['the contract not accepted', { contract_id: '' }, 4, 'contract_id'],
  ])('is with %s found, with its field', (_, given, step, field) => {
    const gap = firstGap({ ...whole, ...given }, offer());
    expect([gap?.step, Object.keys(gap?.errors ?? {})]).toEqual([step, [field]]);
  });

  it.each<[string, Record<string, string>, string | null]>([
    ['an untouched step by its title', { team: '', country: '' }, null],
    ['a begun team by its country', { country: '' }, 'lofts.country'],
    ['a begun team by its name', { team: '' }, 'register.team_name'],
    ['an agent to be chosen by the step', { transport: 'agent' }, null],
    ['the number for the agent', { transport: 'agent', collection_id: '8' }, 'transports.phone'],
  ])('names %s', (_, given, names) => {
    expect(firstGap({ ...whole, ...given }, offer())?.names).toBe(names);
  });

  it('is told at once in a step that was begun', () => {
    const isBegun = (given: Record<string, string>) => firstGap({ ...whole, ...given }, offer())?.is_begun;
    expect(isBegun({ transport: 'agent', collection_id: '8' })).toBe(true);
    expect(isBegun({ country: '' })).toBe(true);
    expect(isBegun({ team: '', country: '' })).toBe(false);
    expect(isBegun({ contract_id: '' })).toBe(false);
  });

  it('is the account without an address (5.9), and none where all is there', () => {
    expect(firstGap(whole, offer(null))).toMatchObject({ step: 4, errors: { address: [{ code: 'address_missing' }] } });
    expect(firstGap(whole, offer())).toBeNull();
    expect(firstGap(whole, { ...offer(), me: null })).toBeNull();
  });
});

describe('the quantities of the packages', () => {
  const package_ = (id: number, pigeons_active: number, sale: object = {}) => ({
    id,
    product_category_id: 1,
    pigeons_active,
    pigeons_reserve: 0,
    sale: { state: 'open', from: null, to: null, remaining: null, ...sale },
  });
  const offer = {
    products: [package_(1, 1), package_(5, 5, { remaining: 26 }), package_(9, 1, { state: 'over' })],
    room: { all: { max: 500, taken: 376 }, active: { max: null, taken: 0 }, reserve: { max: null, taken: 0 } },
  } as unknown as Parameters<typeof wrongQuantities>[1];
  const max = (most: number) => [{ code: 'error_max_value', params: { max: most } }];

  it.each<[string, Record<string, string>, unknown]>([
    ['as many as there are places are right', { q1: '124' }, null],
    ['none is right', { q1: '0', q5: '' }, null],
    ['more than there are places (5.3)', { q1: '999' }, { q1: max(124) }],
    ['more than four digits', { q1: '12345' }, { q1: max(124) }],
    ['less of a package than are left of it, but more than have places', { q5: '25' }, { q5: max(24) }],
    ['each of them by itself', { q1: 'x', q5: '25' }, { q1: [{ code: 'error_number' }], q5: max(24) }],
    [
      'too many together, at the package that is the first too many (8.14)',
      { q1: '5', q5: '24' },
      { q5: [{ code: 'spots_left', params: { spots: 124, pigeonCountFromThisOrder: 125 } }] },
    ],
    ['a package that is over (8.33)', { q9: '1' }, { q9: [{ code: 'product_lifetime_reached' }] }],
  ])('%s', (_, choice, wrong) => {
    expect(wrongQuantities(choice, offer)).toEqual(wrong);
  });

  it('count in the total as far as they can be ordered', () => {
    const names = (choice: Record<string, string>) => sumToOrder(choice, offer).lines.map(({ product }) => product.id);
    expect(names({ q1: '1', q5: '24' })).toEqual([1, 5]);
    expect(names({ q1: '9999', q5: '24' })).toEqual([5]);
    expect(names({ q1: '9999', q5: 'x' })).toEqual([]);
  });

  it('are wrong until they are changed', () => {
    const errors = { q1: max(124), lines: [{ code: 'order_empty' as const }] } as Parameters<typeof stillWrong>[0];
    expect(Object.keys(stillWrong(errors, { q1: '999' }, { q1: '999' }))).toEqual(['q1', 'lines']);
    expect(Object.keys(stillWrong(errors, { q1: '999' }, { q1: '9' }))).toEqual(['lines']);
  });
});
