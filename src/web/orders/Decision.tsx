/** Decisions on one or many orders, by click or by key, and the outcome of each. Works without a script. */
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import type { ListedOrder } from '#domain/orders/admin-contract.ts';
import type { RefusalCode } from '#domain/refusal.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { clockTime, formatMoney, formatNumber } from '#web/lib/intl.ts';
import { orderStates } from '#web/lib/order-words.ts';
import { usePage } from '#web/lib/page.ts';
import { useSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { FormResult } from '#web/ui/FormResult.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { Outcomes, RejectAction, RowAction } from '#web/ui/RowActions.tsx';
import { Selection } from '#web/ui/Selection.tsx';
import { type Decided, seenOf } from './season-orders.ts';

type Answer = RefusedForm | Decided | undefined;

const doneWord = {
  confirm: 'order_admin.confirmed',
  reject: 'order_admin.rejected',
  reopen: 'order_admin.reopened',
} as const satisfies Record<Decided['intent'], string>;

/** Takes a rejection back at once, for who has pressed the wrong button. */
function UndoRejection({ outcomes }: { outcomes: Decided['outcomes'] }) {
  const { t } = useTranslation();
  return (
    <Form method="post" preventScrollReset>
      {outcomes.map(({ order_id }) => (
        <input key={order_id} type="hidden" name="chosen" value={order_id} />
      ))}
      <input type="hidden" name="reason" value={t('order_admin.by_mistake')} />
      <button type="submit" name="intent" value="reopen" className={panel.button}>
        <Icon name="undo" />
        {t('order_admin.undo')}
      </button>
    </Form>
  );
}

/** The outcome of a decision: the numbers of all orders it applied to, and each order that had changed before. */
export function DecisionNotice({ answer, time_zone }: { answer: Answer; time_zone: string }) {
  const { t } = useTranslation();
  const sentence = useSentence();
  if (!answer) return null;
  if (answer.refused) return <FormResult refused={answer.refused} />;
  const done = answer.outcomes.filter(({ refused }) => refused === null);
  return (
    <Outcomes
      done={
        done.length > 0
          ? t(doneWord[answer.intent], { numbers: done.map(({ number }) => number).join(t('rows.comma')) })
          : null
      }
      undo={answer.intent === 'reject' && done.length > 0 && <UndoRejection outcomes={done} />}
      unchanged={answer.outcomes
        .filter(({ refused }) => refused !== null)
        .map(({ order_id, number, status, moved, refused }) => (
          <li key={order_id}>
            {moved
              ? t('order_admin.moved', {
                  number,
                  status: t(orderStates[status]),
                  time: clockTime(Date.parse(moved.at), time_zone).time.slice(0, 5),
                  by: moved.by ?? t('rights.program'),
                })
              : t('order_admin.stays', { number, status: t(orderStates[status]) })}
            {answer.intent === 'reopen' && !moved && ` ${sentence({ code: refused as RefusalCode })}`}
          </li>
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

/** Of more chosen orders the first are named. */
const mostNamed = 5;

/** The form around a list of orders, with a bar of the actions on the chosen ones and their total amount. */
export function Decision({ orders, currency, answer, to, children }: DecisionProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const refused = answer?.refused ? answer : undefined;
  const outcomes = answer?.refused ? [] : (answer?.outcomes ?? []);
  const sum = (ids: readonly number[]) => {
    const chosen = orders.filter(({ id }) => ids.includes(id));
    // The rows may be out of sight while the reason is written.
    const numbers = chosen.slice(0, mostNamed).map(({ number }) => number);
    if (chosen.length > mostNamed) numbers.push('…');
    const total = (of: (one: ListedOrder) => number) => chosen.reduce((so_far, one) => so_far + of(one), 0);
    const figures = t('order_admin.sum', {
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
    return `${figures} · ${numbers.join(t('rows.comma'))}`;
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
      {orders.map((order) => (
        <input key={order.id} type="hidden" {...seenOf(order)} />
      ))}
      {children}
    </Selection>
  );
}
