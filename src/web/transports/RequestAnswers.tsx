/** Answers to one or many transport requests, by click or by key, and the outcome of each. Works without a script. */
import type { ReactNode } from 'react';
import type { FieldError } from '#domain/refusal.ts';
import type { ListedTransport } from '#domain/transports/agent-contract.ts';
import { type RefusedForm, useSentence } from '#web/lib/form.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BulkAction } from '#web/ui/BulkAction.tsx';
import { Area } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { Selection } from '#web/ui/Selection.tsx';
import type { Answered } from './answer.ts';
import styles from './transports.module.css';

export type Answer = RefusedForm | Answered | undefined;

const done = {
  confirm: 'order_admin.confirmed',
  reject: 'order_admin.rejected',
  pick_up: 'transports.picked_up',
} as const;

/** The outcome: the orders that the answer applied to, and each that was refused. */
export function AnswerNotice({ answer }: { answer: Answer }) {
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
  const numbers = answer.outcomes.filter(({ refused }) => refused === null).map(({ number }) => number);
  const left = answer.outcomes.filter(({ refused }) => refused !== null);
  return (
    <div role="status" className={styles.notices}>
      {numbers.length > 0 && (
        <p className={`${panel.notice} ${styles.done}`}>
          <Icon name="check" />
          {t(done[answer.intent], { numbers: numbers.join(', ') })}
        </p>
      )}
      {left.length > 0 && (
        <ul className={`${panel.notice} ${panel.notice_bad}`}>
          {left.map(({ transport_id, number, status, refused }) => (
            <li key={transport_id}>
              <bdi className="num">{number}</bdi>
              {': '}
              {refused === 'step_not_possible' ? t(`transports.${status}`) : sentence({ code: refused } as FieldError)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export interface RequestAnswersProps {
  transports: readonly ListedTransport[];
  answer: Answer;
  /** The rows, each with its checkbox. */
  children: ReactNode;
}

/** The form around lists of requests, with a bar of the actions on the chosen ones. */
export function RequestAnswers({ transports, answer, children }: RequestAnswersProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const refused = answer?.refused ? answer : undefined;
  const outcomes = answer?.refused ? [] : (answer?.outcomes ?? []);
  const sum = (ids: readonly number[]) => {
    const places = transports.filter(({ id }) => ids.includes(id)).reduce((so_far, one) => so_far + one.places, 0);
    return `${t('pigeons.title')}: ${formatNumber(locale, places)}`;
  };
  return (
    <Selection
      // Keyed, so that answered requests are no longer chosen.
      key={outcomes.map(({ transport_id }) => transport_id).join()}
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
          <button
            type="submit"
            name="intent"
            value="pick_up"
            className={`${panel.button} ${styles.action}`}
            data-key="p"
          >
            <Icon name="truck" />
            {t('transports.pick_up')}
            <kbd>P</kbd>
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
