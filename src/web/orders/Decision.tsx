/** Decisions on one or many orders, by click or by key, and the outcome of each. Works without a script. */
import type { ReactNode } from 'react';
import type { ListedOrder } from '#domain/orders/admin-contract.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatMoney, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { FormResult } from '#web/ui/FormResult.tsx';
import { Outcomes, RejectAction, RowAction } from '#web/ui/RowActions.tsx';
import { Selection } from '#web/ui/Selection.tsx';
import type { Decided } from './season-orders.ts';

type Answer = RefusedForm | Decided | undefined;

/** The outcome of a decision: the numbers of all orders it applied to, and each order that had changed before. */
export function DecisionNotice({ answer }: { answer: Answer }) {
  const { t } = useTranslation();
  if (!answer) return null;
  if (answer.refused) return <FormResult refused={answer.refused} />;
  const numbers = answer.outcomes.filter(({ refused }) => refused === null).map(({ number }) => number);
  const word = answer.intent === 'reject' ? 'order_admin.rejected' : 'order_admin.confirmed';
  return (
    <Outcomes
      done={numbers.length > 0 ? t(word, { numbers: numbers.join(', ') }) : null}
      unchanged={answer.outcomes
        .filter(({ refused }) => refused !== null)
        .map(({ order_id, number, status }) => (
          <li key={order_id}>{t('order_admin.stays', { number, status: t(`orders.${status}`) })}</li>
        ))}
    />
  );
}

export interface DecisionProps {
  orders: readonly ListedOrder[];
  currency: string;
  answer: Answer;
  /** Address of the form; by default the page itself. */
  to?: string;
  /** The rows, each with its checkbox. */
  children: ReactNode;
}

/** The form around a list of orders, with a bar of the actions on the chosen ones and their total amount. */
export function Decision({ orders, currency, answer, to, children }: DecisionProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const refused = answer?.refused ? answer : undefined;
  const outcomes = answer?.refused ? [] : (answer?.outcomes ?? []);
  const sum = (ids: readonly number[]) => {
    const chosen = orders.filter(({ id }) => ids.includes(id));
    const total = (of: (one: ListedOrder) => number) => chosen.reduce((so_far, one) => so_far + of(one), 0);
    return t('order_admin.sum', {
      active: formatNumber(
        locale,
        total(({ pigeons_active }) => pigeons_active),
      ),
      reserve: formatNumber(
        locale,
        total(({ pigeons_reserve }) => pigeons_reserve),
      ),
      amount: formatMoney(
        locale,
        total(({ amount_cents }) => amount_cents),
        currency,
      ),
    });
  };
  return (
    <Selection
      // Keyed, so that decided orders are no longer chosen.
      key={outcomes.map(({ order_id }) => order_id).join()}
      to={to}
      sum={sum}
      chosen={refused?.chosen}
      actions={
        <>
          <RowAction name="confirm" icon="check" hotkey="c">
            {t('order_admin.confirm')}
          </RowAction>
          <RejectAction refused={refused} />
        </>
      }
    >
      {children}
    </Selection>
  );
}
