/** Answers to one or many transport requests, by click or by key, and the outcome of each. Works without a script. */
import type { ReactNode } from 'react';
import type { FieldError } from '#domain/refusal.ts';
import type { ListedTransport } from '#domain/transports/agent-contract.ts';
import { type RefusedForm, useSentence } from '#web/lib/form.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { FormResult } from '#web/ui/FormResult.tsx';
import { Outcomes, RejectAction, RowAction } from '#web/ui/RowActions.tsx';
import { Selection } from '#web/ui/Selection.tsx';
import type { Answered } from './answer.ts';

export type Answer = RefusedForm | Answered | undefined;

const done = {
  confirm: 'order_admin.confirmed',
  reject: 'order_admin.rejected',
  pick_up: 'transports.picked_up',
  put_back: 'transports.put_back',
} as const;

/** The outcome: the orders that the answer applied to, and each that was refused. */
export function AnswerNotice({ answer }: { answer: Answer }) {
  const { t } = useTranslation();
  const sentence = useSentence();
  if (!answer) return null;
  if (answer.refused) return <FormResult refused={answer.refused} />;
  const numbers = answer.outcomes.filter(({ refused }) => refused === null).map(({ number }) => number);
  return (
    <Outcomes
      done={numbers.length > 0 ? t(done[answer.intent], { numbers: numbers.join(', ') }) : null}
      unchanged={answer.outcomes
        .filter(({ refused }) => refused !== null)
        .map(({ transport_id, number, status, refused }) => (
          <li key={transport_id}>
            <bdi className="num">{number}</bdi>
            {': '}
            {refused === 'step_not_possible' ? t(`transports.${status}`) : sentence({ code: refused } as FieldError)}
          </li>
        ))}
    />
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
          <RowAction name="confirm" icon="check" hotkey="c">
            {t('order_admin.confirm')}
          </RowAction>
          <RowAction name="pick_up" icon="truck" hotkey="p">
            {t('transports.pick_up')}
          </RowAction>
          <RejectAction refused={refused} />
        </>
      }
    >
      {children}
    </Selection>
  );
}
