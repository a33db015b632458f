/** The state of a season (4.7): the checklist until it can open, the next step, the history. */
import { Form } from 'react-router';
import type { RefusalCode } from '#domain/refusal.ts';
import type { seasonStatuses } from '#domain/seasons/contract.ts';
import type { OpeningNeed } from '#domain/seasons/setup.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { useSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { MissingRequirements } from '#web/ui/MissingRequirements.tsx';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import styles from './seasons.module.css';

type Status = (typeof seasonStatuses)[number];

export interface StatesProps {
  status: Status;
  next: { status: Status; why_not: { code: string; params: Record<string, string | number> } | null } | null;
  checklist: readonly { need: OpeningNeed; met: boolean }[];
  /** The page where each need is met; null where the reader has no right to it. */
  fixPaths: Record<OpeningNeed, string | null>;
  history: readonly { n: number; status: Status; at: string; reason: string | null; by: string | null }[];
  time_zone: string;
  answer: RefusedForm | undefined;
}

const needWords = {
  place: 'setup.place',
  contract: 'contracts.one',
  registration: 'due_date.registration',
  payment: 'due_date.payment',
  shipping: 'due_date.pigeon_shipping',
  entry_fee: 'product.entry_fee',
} as const satisfies Record<OpeningNeed, string>;

export function States({ status, next, checklist, fixPaths, history, time_zone, answer }: StatesProps) {
  const { t } = useTranslation();
  const sentence = useSentence();
  return (
    <section className={panel.panel} aria-labelledby="state">
      <div className={panel.head}>
        <h2 id="state">{t('admin.state')}</h2>
        <small>{t(`season.${status}`)}</small>
      </div>
      {status === 'draft' && (
        <>
          <h3 className={styles.sub}>{t('setup.missing')}</h3>
          <MissingRequirements
            needs={checklist.map(({ need, met }) => ({ name: t(needWords[need]), met, to: fixPaths[need] }))}
          />
        </>
      )}
      {next && (
        <Form method="post" className={`${forms.form} ${styles.form}`} preventScrollReset>
          <Wrong refused={answer?.refused} />
          {next.why_not ? (
            <p className={panel.notice}>
              <Icon name="alert" />
              {sentence({ code: next.why_not.code as RefusalCode, params: next.why_not.params })}
            </p>
          ) : (
            <>
              <Area name="reason" label={t('setup.reason')} rows={2} maxLength={500} />
              <button
                type="submit"
                name="status"
                value={next.status}
                // Opening is the goal of a draft, so its button is the primary one; ending a season is not.
                className={status === 'draft' ? panel.button_primary : panel.button}
              >
                {t(`setup.go_${next.status}` as 'setup.go_over')}
              </button>
            </>
          )}
        </Form>
      )}
      <h3 className={styles.sub}>{t('setup.history')}</h3>
      <ol className={styles.history}>
        {history.map(({ n, status: was, at, reason, by }) => (
          <li key={n}>
            <b>{t(`season.${was}`)}</b>
            <span>
              <Moment at_ms={Date.parse(at)} time_zone={time_zone} short /> · <bdi>{by ?? t('rights.program')}</bdi>
            </span>
            {reason && (
              <span>
                <bdi>{reason}</bdi>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
