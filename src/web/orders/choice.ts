/** The values of the registration form, as plain texts by field name: typed, in the URL, or saved. */
import type { z } from 'zod';
import type { Offer, registrationFields } from '#domain/orders/registration-contract.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';

export type Choice = Readonly<Record<string, string>>;

/** Name of a product's quantity field. */
export const quantityOf = (product_id: number) => `q${product_id}`;

/** The quantity of a product; 0 where it is not a number. */
export function chosenOf(choice: Choice, product_id: number): number {
  const text = choice[quantityOf(product_id)] ?? '';
  return /^\d{1,4}$/.test(text) ? Number(text) : 0;
}

/** The values in a URL; `more` and `less` are the steppers pressed without a script. */
export function choiceFrom(search: URLSearchParams): Choice {
  const choice = Object.fromEntries([...search].filter(([name]) => !['more', 'less'].includes(name)));
  for (const [name, by] of [
    ['more', 1],
    ['less', -1],
  ] as const) {
    const product_id = Number(search.get(name));
    if (product_id) choice[quantityOf(product_id)] = String(Math.max(0, chosenOf(choice, product_id) + by));
  }
  return choice;
}

/** The values as a query string. */
export function asSearch(choice: Choice): string {
  const { request_key: _key, intent: _intent, ...carried } = choice;
  return String(new URLSearchParams(Object.entries(carried).filter(([, value]) => value !== '')));
}

/** The values to save: without the request key and the acceptance of the contract. */
export function choiceToSave(choice: Choice): Record<string, string> {
  const { request_key: _key, contract_id: _accepted, intent: _intent, ...saved } = choice;
  return saved;
}

type Sent = z.input<typeof registrationFields>;

/** The values as the body of the call; an invalid quantity is passed on for the call to refuse. */
export function sentOf(choice: Choice): Sent {
  const lines = Object.entries(choice).flatMap(([name, typed]) => {
    const [, id] = /^q(\d+)$/.exec(name) ?? [];
    return id === undefined || typed === '' || typed === '0' ? [] : [{ product_id: Number(id), quantity: typed }];
  });
  const is_new = (choice.team_id ?? '') === '';
  return {
    request_key: choice.request_key ?? '',
    lines,
    team_id: is_new ? null : Number(choice.team_id),
    team: is_new ? (choice.team ?? '') : '',
    country: is_new ? (choice.country ?? '') : '',
    transport: choice.transport === 'agent' ? 'agent' : 'self',
    collection_id: choice.collection_id || null,
    contract_id: choice.contract_id ? Number(choice.contract_id) : null,
  };
}

/** Moves errors of an order line to the quantity field of its product. */
export function atFields(error: unknown, { lines }: Pick<Sent, 'lines'>): unknown {
  if (!isRefusal(error) || !error.errors) return error;
  const errors = Object.entries(error.errors).map(([name, wrong]) => {
    const [, line] = /^lines\.(\d+)\./.exec(name) ?? [];
    return [line === undefined ? name : quantityOf(lines[Number(line)]!.product_id), wrong];
  });
  return new Refusal(error.code, error.params, Object.fromEntries(errors));
}

/** The total of the chosen quantities. */
export function sumOf(choice: Choice, products: Offer['products']) {
  const lines = products.flatMap((product) => {
    const quantity = chosenOf(choice, product.id);
    return quantity ? [{ product, quantity }] : [];
  });
  const total = (of: (product: Offer['products'][number]) => number) =>
    lines.reduce((sum, { product, quantity }) => sum + of(product) * quantity, 0);
  return {
    lines,
    amount_cents: total(({ amount_cents }) => amount_cents),
    active: total(({ pigeons_active }) => pigeons_active),
    reserve: total(({ pigeons_reserve }) => pigeons_reserve),
  };
}
