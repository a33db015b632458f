/** An order's way as its customer sees it: what was, what is now, what follows (2.5). */
import type { OrderView } from './contract.ts';
import { isPayable, orderMachine, takesPigeons } from './order.ts';

export interface Step {
  step: 'sent' | 'confirmed' | 'pay' | 'enter' | 'arrive' | 'activated' | 'rejected' | 'cancelled';
  state: 'done' | 'now' | 'ahead' | 'bad';
  /** When it was done, and by whom; null: it was not, or by the program. */
  at: string | null;
  by: string | null;
  /** How many of the birds are entered, or at the loft; null where that says nothing yet. */
  birds: number | null;
}

type OrderProgress = Pick<OrderView, 'status' | 'history' | 'activates' | 'pigeons_active' | 'pigeons_reserve'> & {
  pigeons: readonly Pick<OrderView['pigeons'][number], 'location'>[];
};

/** How many birds an order has places for. */
export const placesOfOrder = ({
  pigeons_active,
  pigeons_reserve,
}: Pick<OrderProgress, 'pigeons_active' | 'pigeons_reserve'>) => pigeons_active + pigeons_reserve;

/**
 * The steps of an order, the first one first. One that was rejected or cancelled ends there; one without places for
 * birds is done with when it is paid, and then its birds are activated if it is for that.
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
  const confirmed = history.find((row) => row.status === 'confirmed');
  if (status === 'rejected' || status === 'cancelled') {
    const ended: Step = { ...done(status, last(status)), state: 'bad' };
    return confirmed ? [sent, done('confirmed', confirmed), ended] : [sent, ended];
  }
  return [
    sent,
    confirmed ? done('confirmed', confirmed) : then('confirmed', 'now'),
    status === 'paid' ? done('pay', last('paid')) : then('pay', isPayable(status) ? 'now' : 'ahead'),
    ...(placesOfOrder(order) ? birdSteps(order) : []),
    // The loft has the birds that are activated: what was paid for is done.
    ...(activates.length ? [status === 'paid' ? done('activated', last('paid')) : then('activated', 'ahead')] : []),
  ];
}

/** Birds are entered from the confirmation on, and come when they come; what has to be paid stays first. */
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

/** Which order needs its customer first: the one to be paid soonest, then one to enter birds for, then whatever waits. */
export function byNeed(one: OrderView, other: OrderView): number {
  const rank = (order: OrderView) =>
    order.to_pay ? 0 : wantsPigeons(order) ? 1 : order.status === 'pending' ? 2 : takesPigeons(order.status) ? 3 : 4;
  const until = (order: OrderView) => order.to_pay?.until ?? '';
  return (
    rank(one) - rank(other) || (until(one) < until(other) ? -1 : until(one) > until(other) ? 1 : other.id - one.id)
  );
}

/** Whether its customer has birds to enter yet. */
export const wantsPigeons = (order: Omit<OrderProgress, 'history' | 'activates'>): boolean =>
  takesPigeons(order.status) && order.pigeons.length < placesOfOrder(order);

/** Whether its customer can still cancel it (4.1). */
export const isCancellable = (status: OrderView['status']): boolean => 'cancel' in orderMachine.steps[status];
