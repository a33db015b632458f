/** Decisions on one or many orders, by click or by key, and the outcome of each. Works without a script. */
import type { ReactNode } from 'react';
import type { ListedOrder } from '#domain/orders/admin-contract.ts';
import { type RefusedForm, useSentence } from '#web/lib/form.ts';
import { formatMoney, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BulkAction } from '#web/ui/BulkAction.tsx';
import { Area } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { Selection } from '#web/ui/Selection.tsx';
import styles from './season-orders.module.css';
import type { Decided } from './season-orders.ts';

type Answer = RefusedForm | Decided | undefined;

/** The outcome of a decision: the numbers of all orders it applied to, and each order that had changed before. */
export function DecisionNotice({ answer }: { answer: Answer }) {
  const { t } = useTranslation();
  const sentence = useSentence();
  if (!answer) return null;
  if (answer.refused)
    return (
      <p role="alert" className={`${panel.notice} ${panel.notice_bad} ${styles.notice}`}>
        <Icon name="alert" />
        {answer.refused.code === 'bad_input' ? t('form.check') : sentence(answer.refused)}
      </p>
    );
  const done = answer.outcomes.filter(({ refused }) => refused === null).map(({ number }) => number);
  const left = answer.outcomes.filter(({ refused }) => refused !== null);
  return (
    <div role="status" className={styles.notices}>
      {done.length > 0 && (
        <p className={`${panel.notice} ${styles.done}`}>
          <Icon name="check" />
          {t(answer.intent === 'reject' ? 'order_admin.rejected' : 'order_admin.confirmed', {
            numbers: done.join(', '),
          })}
        </p>
      )}
      {left.length > 0 && (
        <ul className={`${panel.notice} ${panel.notice_bad}`}>
          {left.map(({ order_id, number, status }) => (
            <li key={order_id}>{t('order_admin.stays', { number, status: t(`orders.${status}`) })}</li>
          ))}
        </ul>
      )}
    </div>
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
          <button
            type="submit"
            name="intent"
            value="confirm"
            className={`${panel.button} ${styles.action}`}
            data-key="c"
          >
            <Icon name="check" />
            {t('order_admin.confirm')}
            <kbd>C</kbd>
          </button>
          <BulkAction
            name="reject"
            title={`${t('order_admin.reject')}…`}
            submit={t('order_admin.reject')}
            hotkey="r"
            isRefused={refused?.typed.intent === 'reject'}
          >
            <Area
              label={t('order_admin.reason')}
              name="reason"
              rows={3}
              maxLength={1000}
              defaultValue={refused?.typed.reason}
              errors={refused?.refused.errors?.reason}
            />
          </BulkAction>
        </>
      }
    >
      {children}
    </Selection>
  );
}
