/** The steps of an order for its customer: done, present and ahead (2.5). */
import type { OrderView } from './contract.ts';
import { isPayable, orderMachine, takesPigeons } from './order.ts';

export interface Step {
  step: 'sent' | 'confirmed' | 'pay' | 'enter' | 'arrive' | 'activated' | 'rejected' | 'cancelled';
  state: 'done' | 'now' | 'ahead' | 'bad';
  /** When it was done, and the person; null: not done, or done by the program. */
  at: string | null;
  by: string | null;
  /** Number of birds entered, or at the loft; null where there are none yet. */
  birds: number | null;
}

type OrderProgress = Pick<OrderView, 'status' | 'history' | 'activates' | 'pigeons_active' | 'pigeons_reserve'> & {
  pigeons: readonly Pick<OrderView['pigeons'][number], 'location'>[];
};

/** Number of birds that an order has places for. */
export const placesOfOrder = ({
  pigeons_active,
  pigeons_reserve,
}: Pick<OrderProgress, 'pigeons_active' | 'pigeons_reserve'>) => pigeons_active + pigeons_reserve;

/**
 * The steps of an order, the first one first. A rejected or cancelled order ends there; an order without places for
 * birds is complete when it is paid, and an activation then activates its birds.
 */
export function stepsOf(order: OrderProgress): Step[] {
  const { status, history, activates } = order;
  const last = (wanted: string) => history.findLast((row) => row.status === wanted);
  const done = (step: Step['step'], row: OrderProgress['history'][number] | undefined): Step => ({
    step,
    state: 'done',
    at: row?.at ?? null,
    by: row?.by ?? null,
    birds: null,
  });
  const then = (step: Step['step'], state: Step['state']): Step => ({ step, state, at: null, by: null, birds: null });
  const sent = done('sent', history[0]);
  // After a rejection that was taken back, the loft confirms it anew.
  const sentAgain = history.findLastIndex((row) => row.status === 'pending');
  const confirmed = history.slice(sentAgain + 1).find((row) => row.status === 'confirmed');
  if (status === 'rejected' || status === 'cancelled') {
    const ended: Step = { ...done(status, last(status)), state: 'bad' };
    return confirmed ? [sent, done('confirmed', confirmed), ended] : [sent, ended];
  }
  return [
    sent,
    confirmed ? done('confirmed', confirmed) : then('confirmed', 'now'),
    status === 'paid' ? done('pay', last('paid')) : then('pay', isPayable(status) ? 'now' : 'ahead'),
    ...(placesOfOrder(order) ? birdSteps(order) : []),
    // The birds are at the loft already, so the activation is done with the payment.
    ...(activates.length ? [status === 'paid' ? done('activated', last('paid')) : then('activated', 'ahead')] : []),
  ];
}

/**
 * The steps of the birds: they are entered from the confirmation on, but are the present step only after the payment.
 */
function birdSteps(order: OrderProgress): Step[] {
  const { status, pigeons } = order;
  const [places, entered] = [placesOfOrder(order), pigeons.length];
  const arrived = pigeons.filter(({ location }) => location === 'at_loft').length;
  const isNow = takesPigeons(status) && !isPayable(status);
  const state = (count: number, isNext: boolean) => (count >= places ? 'done' : isNow && isNext ? 'now' : 'ahead');
  const none = { at: null, by: null };
  return [
    { ...none, step: 'enter', state: state(entered, true), birds: entered || null },
    { ...none, step: 'arrive', state: state(arrived, entered >= places), birds: arrived || null },
  ];
}

/**
 * Sorts orders by urgency for the customer: the earliest payment first, then orders that lack birds, then those that
 * wait.
 */
export function byUrgency(one: OrderView, other: OrderView): number {
  const rank = (order: OrderView) =>
    order.to_pay ? 0 : lacksPigeons(order) ? 1 : order.status === 'pending' ? 2 : takesPigeons(order.status) ? 3 : 4;
  const until = (order: OrderView) => order.to_pay?.until ?? '';
  return (
    rank(one) - rank(other) || (until(one) < until(other) ? -1 : until(one) > until(other) ? 1 : other.id - one.id)
  );
}

/** Whether its customer has birds to enter. */
export const lacksPigeons = (order: Omit<OrderProgress, 'history' | 'activates'>): boolean =>
  takesPigeons(order.status) && order.pigeons.length < placesOfOrder(order);

/** Whether its customer can still cancel it (4.1). */
export const isCancellable = (status: OrderView['status']): boolean => 'cancel' in orderMachine.steps[status];
