/** Answers to one or many transport requests, by click or by key, and the outcome of each. Works without a script. */
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import type { FieldError } from '#domain/refusal.ts';
import type { ListedTransport } from '#domain/transports/agent-contract.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { FormResult } from '#web/ui/FormResult.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { Outcomes, RejectAction, RowAction } from '#web/ui/RowActions.tsx';
import { Selection } from '#web/ui/Selection.tsx';
import type { Answered } from './answer.ts';

export type Answer = RefusedForm | Answered | undefined;

const done = {
  confirm: 'order_admin.confirmed',
  reject: 'order_admin.rejected',
  close: 'transports.closed',
  reopen: 'transports.reopened',
  pick_up: 'transports.picked_up',
  put_back: 'transports.put_back',
  give_back: 'transports.given_back',
} as const;

/** The outcome: the orders that the answer applied to, and each that was refused. */
export function AnswerNotice({ answer }: { answer: Answer }) {
  const { t } = useTranslation();
  const sentence = useSentence();
  if (!answer) return null;
  if (answer.refused) return <FormResult refused={answer.refused} />;
  const changed = answer.outcomes.filter(({ refused }) => refused === null);
  const numbers = changed.map(({ number }) => number);
  return (
    <Outcomes
      undo={answer.intent === 'close' && changed.length > 0 && <Reopen ids={changed.map((one) => one.transport_id)} />}
      done={numbers.length > 0 ? t(done[answer.intent], { numbers: numbers.join(t('rows.comma')) }) : null}
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

/** Takes back that nothing was handed over. */
export function Reopen({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation();
  return (
    <Form method="post" preventScrollReset>
      {ids.map((id) => (
        <input key={id} type="hidden" name="chosen" value={id} />
      ))}
      <button type="submit" name="intent" value="reopen" className={panel.button}>
        <Icon name="undo" />
        {t('order_admin.undo')}
      </button>
    </Form>
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
