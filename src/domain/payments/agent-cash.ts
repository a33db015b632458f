/** Sums of the cash of agents. */
import type { CashState, TakenCash } from './agent-cash-contract.ts';

export interface CashSum extends Record<CashState, number> {
  currency: string;
  /** What the agent still has, in cents: all that was not handed over. */
  owed: number;
}

/** The sums of an agent's cash in each currency, in cents. */
export function sumsOfCash(taken: readonly Pick<TakenCash, 'amount_cents' | 'currency' | 'state'>[]): CashSum[] {
  return [...Map.groupBy(taken, ({ currency }) => currency)].map(([currency, ofIt]) => {
    const of = (state: CashState) =>
      ofIt.filter((one) => one.state === state).reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    const [waits, accepted, handed_over] = [of('waits'), of('accepted'), of('handed_over')];
    return { currency, waits, accepted, handed_over, owed: waits + accepted };
  });
}
