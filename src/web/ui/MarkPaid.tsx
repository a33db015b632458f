/**
 * Records a payment of an order in cash or by transfer: how and when the money came, the reason and the evidence. A plain
 * form, which shows its errors.
 */
import { useState } from 'react';
import type { FileShown } from '#domain/files/contract.ts';
import { enteredMethods } from '#domain/payments/payment.ts';
import { type RefusedForm, textIn } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area, Choice, Field, Wrong } from './Field.tsx';
import styles from './mark-paid.module.css';
import panel from './panel.module.css';
import { Upload } from './Upload.tsx';

type AnswerProps = { answer: RefusedForm | undefined };

/** The reply, when it was this form that was sent. */
export const ownOf = (answer: RefusedForm | undefined, intent: string, refund_id?: number) =>
  answer?.typed.intent === intent && (refund_id === undefined || answer.typed.refund_id === String(refund_id))
    ? answer
    : undefined;

interface WhyProps extends AnswerProps {
  loft_id: number | null;
  /** The word for the text, “Reason” by default, and an example of it. */
  label?: string;
  hint?: string;
}

/** The reason for a change of money, and its evidence. */
export function Why({ loft_id, answer, label, hint }: WhyProps) {
  const { t } = useTranslation();
  const [file, setFile] = useState<Pick<FileShown, 'id' | 'name'> | null>(null);
  return (
    <>
      <Area
        label={label ?? t('pay.reason')}
        hint={hint}
        name="reason"
        rows={2}
        required
        maxLength={1000}
        dir="auto"
        defaultValue={answer?.typed.reason ?? ''}
        errors={answer?.refused.errors?.reason}
      />
      {loft_id !== null && (
        <fieldset>
          <legend>{t('pay.evidence')}</legend>
          <input type="hidden" name="file_id" value={file?.id ?? answer?.typed.file_id ?? ''} />
          {file && (
            <p>
              <bdi>{file.name}</bdi>
            </p>
          )}
          <Upload loft_id={loft_id} as="document" onStored={setFile} />
        </fieldset>
      )}
    </>
  );
}

interface MarkPaidProps extends AnswerProps {
  loft_id: number;
  /** The day at the loft; without it the form is for cash that an agent takes now. */
  today?: string;
}

/** The fields of {@link MarkPaid} that say how and when the money came, as the call takes them. */
export const cameFrom = (form: FormData) => ({
  ...(form.get('method') === 'transfer' && { method: 'transfer' as const }),
  paid_on: form.has('paid_on') ? textIn(form, 'paid_on') : null,
});

/** Records a payment. */
export function MarkPaid({ loft_id, today, answer }: MarkPaidProps) {
  const { t } = useTranslation();
  const own = ownOf(answer, 'mark');
  return (
    <section className={panel.panel} aria-labelledby="mark">
      <div className={panel.head}>
        <h2 id="mark">{t('pay.mark')}</h2>
      </div>
      <form method="post" className={styles.form} noValidate>
        <Wrong refused={own?.refused} />
        <input type="hidden" name="intent" value="mark" />
        {today && (
          <>
            <Choice
              label={t('pay.how')}
              name="method"
              defaultValue={own?.typed.method ?? 'transfer'}
              errors={own?.refused.errors?.method}
            >
              {enteredMethods.toReversed().map((method) => (
                <option key={method} value={method}>
                  {t(`pay.${method}`)}
                </option>
              ))}
            </Choice>
            <Field
              label={t('pay.paid_on')}
              name="paid_on"
              type="date"
              max={today}
              required
              defaultValue={own?.typed.paid_on ?? today}
              errors={own?.refused.errors?.paid_on}
            />
          </>
        )}
        <Why loft_id={loft_id} answer={own} hint={t('pay.mark_hint')} />
        <div className={styles.actions}>
          <button type="submit" className={panel.button_primary}>
            {t('pay.mark')}
          </button>
        </div>
      </form>
    </section>
  );
}
