/** The values of the registration form, as plain texts by field name: typed, in the URL, or saved. */
import type { z } from 'zod';
import { saleIn, type TakenCapacity, whyNotPlaces } from '#domain/orders/cart.ts';
import { whyNotRegister } from '#domain/orders/registration.ts';
import type { Offer, registrationFields } from '#domain/orders/registration-contract.ts';
import { type FieldError, type FieldErrors, isRefusal, Refusal, refusalAt } from '#domain/refusal.ts';

export type Choice = Readonly<Record<string, string>>;

/** Name of a product's quantity field. */
export const quantityOf = (product_id: number) => `q${product_id}`;

/** The quantity of a product; 0 where it is not a number. */
export function chosenOf(choice: Choice, product_id: number): number {
  const text = (choice[quantityOf(product_id)] ?? '').trim();
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

/** The values as a query string, without the phone number: addresses are logged. */
export function asSearch(choice: Choice): string {
  const { request_key: _key, intent: _intent, phone: _phone, ...carried } = choice;
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
    phone: choice.phone ?? '',
    contract_id: choice.contract_id ? Number(choice.contract_id) : null,
  };
}

/** Moves errors of an order line to the quantity field of its product, and that there is none to all of them. */
export function atFields(error: unknown, { lines }: Pick<Sent, 'lines'>): unknown {
  if (isRefusal(error) && error.code === 'order_empty') return refusalAt('lines', 'order_empty');
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

/** The capacity of the season of an offer. */
export const capacityOf = ({ all, active, reserve }: Offer['room']): TakenCapacity => ({
  max_pigeons: all.max,
  max_active_pigeons: active.max,
  max_reserve_pigeons: reserve.max,
  taken_active_pigeons: all.taken - reserve.taken,
  activated_reserve_pigeons: active.taken - (all.taken - reserve.taken),
  taken_reserve_pigeons: reserve.taken,
  // Already counted in the taken places; the places left are the same.
  outside_order_pigeons: 0,
});

/** The maximum quantity of one package in an order. */
const mostInOrder = 1000;

/**
 * What is wrong with the quantities, each at its field: no number, more than can be bought (5.3, 8.33); where they do
 * not fit into the season together, at the package whose places are the first too many (8.14–8.16). Null: nothing.
 */
export function wrongQuantities(
  choice: Choice,
  { products, room }: Pick<Offer, 'products' | 'room'>,
): FieldErrors | null {
  const errors: Record<string, FieldError[]> = {};
  for (const product of products) {
    const wrong = wrongQuantity(choice, product, capacityOf(room));
    if (wrong) errors[quantityOf(product.id)] = [wrong];
  }
  if (Object.keys(errors).length) return errors;
  const { lines, active, reserve } = sumOf(choice, products);
  const no = whyNotPlaces({ active, reserve }, capacityOf(room));
  if (!no) return null;
  const places = { active: 0, reserve: 0 };
  const first = lines.find(({ product, quantity }) => {
    places.active += product.pigeons_active * quantity;
    places.reserve += product.pigeons_reserve * quantity;
    return whyNotPlaces(places, capacityOf(room)) !== null;
  })!;
  return { [quantityOf(first.product.id)]: [{ code: no.code, params: no.params }] };
}

/** The total of what can be ordered: a quantity that is refused at its field does not count. */
export function sumToOrder(choice: Choice, offer: Pick<Offer, 'products' | 'room'>) {
  const wrong = wrongQuantities(choice, offer);
  const possible = Object.entries(choice).filter(([name]) => !wrong?.[name]);
  return sumOf(Object.fromEntries(possible), offer.products);
}

function wrongQuantity(choice: Choice, product: Offer['products'][number], season: TakenCapacity): FieldError | null {
  const text = (choice[quantityOf(product.id)] ?? '').trim();
  if (text === '' || Number(text) === 0) return null;
  if (!/^\d+$/.test(text)) return { code: 'error_number' };
  const { state, from, remaining } = saleIn(product, season);
  if (state === 'unset') return { code: 'product_due_date_missing' };
  if (state === 'ahead') return { code: 'product_not_yet', params: { date: from! } };
  if (state === 'over') return { code: 'product_lifetime_reached' };
  const max = Math.min(remaining ?? mostInOrder, mostInOrder);
  return Number(text) > max ? { code: 'error_max_value', params: { max } } : null;
}

/** The errors of a refused form at fields that were not changed since. */
export const stillWrong = (errors: FieldErrors, typed: Choice, choice: Choice): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => (typed[name] ?? '') === (choice[name] ?? '')));

/** The step in which each field stands that a registration can lack, and its label where the step has several fields. */
const fieldsOfSteps = {
  team: { step: 2, names: 'register.team_name' },
  country: { step: 2, names: 'lofts.country' },
  collection_id: { step: 3, names: null },
  phone: { step: 3, names: 'transports.phone' },
  address: { step: 4, names: null },
  contract_id: { step: 4, names: null },
} as const;

/** What a registration lacks. */
export interface Gap {
  step: number;
  /** The label of the field; null: the title of its step says it. */
  names: (typeof fieldsOfSteps)[keyof typeof fieldsOfSteps]['names'];
  /** The step has an answer already. */
  is_begun: boolean;
  errors: FieldErrors;
}

/** The first step that lacks something, with the error at its field, as sending would refuse it; null: complete. */
export function firstGap(
  choice: Choice,
  { season, me, products, contracts, room }: Pick<Offer, 'season' | 'me' | 'products' | 'contracts' | 'room'>,
): Gap | null {
  const wrong = wrongQuantities(choice, { products, room });
  if (wrong) return { step: 1, names: null, is_begun: true, errors: wrong };
  if (!sumOf(choice, products).lines.length)
    return { step: 1, names: null, is_begun: false, errors: { lines: [{ code: 'order_empty' }] } };
  const sent = sentOf(choice);
  const team = (sent.team ?? '').trim();
  const no = whyNotRegister({
    season_status: season.status,
    address: me?.address ?? null,
    contract_ids: contracts.map(({ id }) => id),
    contract_id: sent.contract_id === null ? null : Number(sent.contract_id),
    team_id: sent.team_id === null ? null : Number(sent.team_id),
    team,
    country: sent.country || null,
    transport: sent.transport ?? 'self',
    collection_id: sent.collection_id ? Number(sent.collection_id) : null,
    phone: (sent.phone || me?.phone) ?? '',
  });
  if (!no?.errors) return null;
  const { step, names } = fieldsOfSteps[Object.keys(no.errors)[0] as keyof typeof fieldsOfSteps];
  // Who lacks something of the transport has chosen an agent.
  const is_begun = step === 3 || (step === 2 && (team !== '' || Boolean(sent.country)));
  return { step, names: is_begun ? names : null, is_begun, errors: no.errors };
}
