/** What stands in the form of a registration, as plain texts by the names of its fields: typed, carried or kept. */
import type { z } from 'zod';
import type { Offer, registrationFields } from '#domain/orders/registration-contract.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';

export type Choice = Readonly<Record<string, string>>;

/** The field of a product's quantity. */
export const quantityOf = (product_id: number) => `q${product_id}`;

/** So many are chosen of a product; what is no number is none. */
export function chosenOf(choice: Choice, product_id: number): number {
  const text = choice[quantityOf(product_id)] ?? '';
  return /^\d{1,4}$/.test(text) ? Number(text) : 0;
}

/** What an address carries. One more or one less was pressed without a script. */
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

/** The same, to be carried. */
export function asSearch(choice: Choice): string {
  const { request_key: _key, intent: _intent, ...carried } = choice;
  return String(new URLSearchParams(Object.entries(carried).filter(([, value]) => value !== '')));
}

/** The same, to be kept: neither the key that it is sent with nor that the contract was accepted. */
export function toKeep(choice: Choice): Record<string, string> {
  const { request_key: _key, contract_id: _accepted, intent: _intent, ...kept } = choice;
  return kept;
}

type Sent = z.input<typeof registrationFields>;

/** What is sent of it. What is no whole number stands as it was typed, to be refused by the call. */
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

/** A no at a line stands at the quantity of its product. */
export function atFields(error: unknown, { lines }: Pick<Sent, 'lines'>): unknown {
  if (!isRefusal(error) || !error.errors) return error;
  const errors = Object.entries(error.errors).map(([name, wrong]) => {
    const [, line] = /^lines\.(\d+)\./.exec(name) ?? [];
    return [line === undefined ? name : quantityOf(lines[Number(line)]!.product_id), wrong];
  });
  return new Refusal(error.code, error.params, Object.fromEntries(errors));
}

/** What the choice comes to. */
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
