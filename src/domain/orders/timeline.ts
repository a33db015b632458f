/** An order's way as its customer sees it: what was, what is now, what follows (2.5). */
import type { ToldOrder } from './contract.ts';
import { isPayable, orderMachine, takesPigeons } from './order.ts';

export interface Step {
  step: 'sent' | 'confirmed' | 'pay' | 'enter' | 'arrive' | 'rejected' | 'cancelled';
  state: 'done' | 'now' | 'ahead' | 'bad';
  /** When it was done, and by whom; null: it was not, or by the program. */
  at: string | null;
  by: string | null;
}

type Way = Pick<ToldOrder, 'status' | 'history'>;

/** The steps of an order, the first one first. One that was rejected or cancelled ends there. */
export function stepsOf({ status, history }: Way): Step[] {
  const last = (wanted: string) => history.findLast((row) => row.status === wanted);
  const done = (step: Step['step'], row: Way['history'][number] | undefined): Step => ({
    step,
    state: 'done',
    at: row?.at ?? null,
    by: row?.by ?? null,
  });
  const then = (step: Step['step'], state: Step['state']): Step => ({ step, state, at: null, by: null });
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
    then('enter', takesPigeons(status) && !isPayable(status) ? 'now' : 'ahead'),
    then('arrive', 'ahead'),
  ];
}

/** Which order needs its customer first: the one to be paid soonest, then one to enter birds for, then whatever waits. */
export function byNeed(one: ToldOrder, other: ToldOrder): number {
  const rank = ({ status, to_pay }: ToldOrder) =>
    to_pay ? 0 : takesPigeons(status) ? 1 : status === 'pending' ? 2 : 3;
  const until = (order: ToldOrder) => order.to_pay?.until ?? '';
  return (
    rank(one) - rank(other) || (until(one) < until(other) ? -1 : until(one) > until(other) ? 1 : other.id - one.id)
  );
}

/** Whether its customer can still cancel it (4.1). */
export const isCancellable = (status: ToldOrder['status']): boolean => 'cancel' in orderMachine.steps[status];
