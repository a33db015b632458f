/** Which place a bird of a list takes: one of an order of its team, or one outside an order that somebody gives a reason for. */
import { orderNumber } from '#domain/orders/order.ts';
import { type OrderToFill, whyNotEnter } from './entry.ts';
import type { LineError } from './listed.ts';

/** An order that a team has places by, with how many of them have a bird. */
export interface OrderOfTeam extends OrderToFill {
  id: number;
  number: number;
  entered: number;
}

/** A line as it is judged. */
export interface LineToPlace {
  team: string | null;
  chip: string | null;
  /** Why this bird races outside an order, said in its own line. */
  outside: string | null;
}

/** The place that a line takes, or by field what is missing. */
export type PlaceOfLine<Order extends OrderOfTeam = OrderOfTeam> =
  | { order: Order; outside: null }
  | { order: null; outside: string }
  | { order: null; outside: null; errors: LineError[] };

/**
 * The first order of the team that takes the bird as it would from its owner ({@link whyNotEnter}). A bird that comes
 * with its chip is at the loft and races, so its order must be paid. Where there is none, the bird races outside an order
 * if somebody says why.
 * @param orders those of the team that hold their places, by their numbers; null: the season has no such team
 * @param reason why birds of the list race outside an order, said once for all
 */
export function placeOfLine<Order extends OrderOfTeam>(
  { team, chip, outside }: LineToPlace,
  orders: readonly Order[] | null,
  { reason, year }: { reason: string | null; year: number },
): PlaceOfLine<Order> {
  if (outside !== null) return { order: null, outside };
  const open = (orders ?? []).filter((order) => whyNotEnter(order, order.entered) === null);
  const order = open.find(({ status }) => chip === null || status === 'paid');
  if (order) return { order, outside: null };
  if (reason !== null) return { order: null, outside: reason };
  const wrong = (code: LineError['code'], params: LineError['params'] = {}): PlaceOfLine<Order> => ({
    order: null,
    outside: null,
    errors: [{ field: 'team', code, params }],
  });
  if (team === null) return wrong('team_needed');
  if (orders === null) return wrong('no_such_team');
  if (open[0]) return wrong('order_not_paid', { order: orderNumber({ year, number: open[0].number }) });
  const last = orders.at(-1);
  const no = last && whyNotEnter(last, last.entered);
  return no ? wrong(no.code, { ...no.params }) : wrong('team_without_order');
}
