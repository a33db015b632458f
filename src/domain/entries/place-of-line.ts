/** The place of a bird of an imported list: one of an order of its team, or one outside an order with a reason. */
import { orderNumber } from '#domain/orders/order.ts';
import { type OrderToFill, whyNotEnter } from './entry.ts';
import type { LineError } from './import-list.ts';

/** An order of a team, with the number of its places that have a bird. */
export interface OrderOfTeam extends OrderToFill {
  id: number;
  number: number;
  entered: number;
}

/** The facts of a line that decide on its place. */
export interface LineToPlace {
  team: string | null;
  chip: string | null;
  /** Why this bird races outside an order, by its own line. */
  outside: string | null;
}

/** The place of a line, or the missing facts by field. */
export type PlaceOfLine<Order extends OrderOfTeam = OrderOfTeam> =
  | { order: Order; outside: null }
  | { order: null; outside: string }
  | { order: null; outside: null; errors: LineError[] };

/**
 * The first order of the team that takes the bird, by the rule for its owner ({@link whyNotEnter}). A bird with a chip
 * is at the loft and races, so its order must be paid. Without such an order the bird races outside an order, if a
 * reason is given.
 * @param orders those of the team that hold their places, by their numbers; null: the season has no such team
 * @param reason why birds of the list race outside an order, given once for all lines
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
