/** The prizes that are chosen in the form of a payout, and its amount. */
import type { InputOf } from '#domain/contract.ts';
import type { OwnPrize, payPrizes } from '#domain/prizes/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { textIn } from '#web/lib/form.ts';
import { idFrom, notFound } from '#web/lib/loader.ts';
import { readPrice } from '#web/lib/price.ts';

type Chosen = Pick<InputOf<typeof payPrizes>['body'], 'prizes' | 'due_cents' | 'amount_cents'>;

/** A prize as the value of its box: the fund, what has won, and what was seen to be due of it, cents. */
export const chosenPrize = ({ fund_id, pigeon_id, team_id, won_cents, paid_cents }: OwnPrize): string =>
  `${fund_id}:${pigeon_id === null ? `t${team_id}` : `p${pigeon_id}`}:${won_cents - paid_cents}`;

/**
 * What a form chooses and pays: all of the chosen prizes, or the amount that was typed.
 * @throws Refusal `bad_input` at `prizes` for none, at `amount_cents` for what is no amount
 */
export function chosenIn(form: FormData): Chosen {
  const chosen = form.getAll('chosen').map((value) => {
    const [, fund, what, won, due] =
      /^(\d+):([pt])(\d+):(-?\d+)$/.exec(typeof value === 'string' ? value : '') ?? notFound();
    const id = idFrom(won!);
    const prize = { fund_id: idFrom(fund!), pigeon_id: what === 'p' ? id : null, team_id: what === 't' ? id : null };
    return { prize, due_cents: Number(due) };
  });
  if (chosen.length === 0) throw new Refusal('bad_input', {}, { prizes: [{ code: 'error_required' }] });
  const due_cents = chosen.reduce((sum, one) => sum + one.due_cents, 0);
  const prizes = chosen.map(({ prize }) => prize);
  if (textIn(form, 'amount') === '') return { prizes, due_cents, amount_cents: due_cents };
  const { cents, wrong } = readPrice(textIn(form, 'amount'), 1_000_000_000_000);
  if (wrong) throw new Refusal('bad_input', {}, { amount_cents: [wrong] });
  return { prizes, due_cents, amount_cents: due_cents < 0 ? 0 - cents : cents };
}
