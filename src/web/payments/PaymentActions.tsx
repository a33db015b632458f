/** A merchant's actions on the money of an order; each is a plain form that shows its own errors. */
import type { RefundShown } from '#domain/payments/contract.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Choice, Wrong } from '#web/ui/Field.tsx';
import { ownOf, Why } from '#web/ui/MarkPaid.tsx';
import panel from '#web/ui/panel.module.css';
import { Steps } from './Attempts.tsx';
import { refundWord } from './money-words.ts';
import styles from './payments.module.css';

type AnswerProps = { answer: RefusedForm | undefined };

/** Approves or declines the cash that an agent recorded. */
export function Answer({ answer }: AnswerProps) {
  const { t } = useTranslation();
  const own = ownOf(answer, 'approve') ?? ownOf(answer, 'decline');
  return (
    <section className={panel.panel} aria-labelledby="approve">
      <div className={panel.head}>
        <h2 id="approve">{t('overview.cash')}</h2>
      </div>
      <form method="post" className={styles.form}>
        <Wrong refused={own?.refused} />
        <div className={styles.actions}>
          <button type="submit" name="intent" value="approve" className={panel.button_primary}>
            {t('pay.approve')}
          </button>
          <button type="submit" name="intent" value="decline" className={panel.button}>
            {t('pay.decline')}
          </button>
        </div>
      </form>
    </section>
  );
}

/** Revokes a payment that never arrived. */
export function Revoke({ answer }: AnswerProps) {
  const { t } = useTranslation();
  const own = ownOf(answer, 'revoke');
  return (
    <section className={panel.panel} aria-labelledby="revoke">
      <div className={panel.head}>
        <h2 id="revoke">{t('pay.revoke')}</h2>
        <small>{t('pay.revoke_hint')}</small>
      </div>
      <form method="post" className={styles.form} noValidate>
        <Wrong refused={own?.refused} />
        <input type="hidden" name="intent" value="revoke" />
        <Why loft_id={null} answer={own} />
        <div className={styles.actions}>
          <button type="submit" className={panel.button}>
            {t('pay.revoke')}
          </button>
        </div>
      </form>
    </section>
  );
}

interface RefundsProps extends AnswerProps {
  loft_id: number;
  refunds: readonly RefundShown[];
  currency: string;
  time_zone: string;
}

/** Owed a second time: the refund came back. */
const refundStep = (step: RefundShown['steps'][number], index: number) => ({
  ...step,
  word:
    step.status === 'owed' && index > 0
      ? ('money.refund_failed' as const)
      : refundWord[step.status as RefundShown['status']],
});

/** The refunds of an order, each with its history and its form. */
export function Refunds({ loft_id, refunds, currency, time_zone, answer }: RefundsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!refunds.length) return null;
  return (
    <section className={panel.panel} aria-labelledby="refunds">
      <div className={panel.head}>
        <h2 id="refunds">{t('money.owed')}</h2>
      </div>
      <ul className={styles.list}>
        {refunds.map(({ id, status, amount_cents, by_card, steps }) => {
          const own = ownOf(answer, 'give_back', id);
          return (
            <li key={id}>
              <p>
                <strong>{t(refundWord[status])}</strong> ·{' '}
                <bdi className="num">{formatMoney(locale, amount_cents, currency)}</bdi>
              </p>
              {steps.length > 1 && <Steps steps={steps.map(refundStep)} time_zone={time_zone} />}
              {status === 'owed' && (
                <form method="post" className={styles.form} noValidate>
                  <Wrong refused={own?.refused} />
                  <input type="hidden" name="intent" value="give_back" />
                  <input type="hidden" name="refund_id" value={id} />
                  <Choice
                    label={t('pay.how')}
                    name="method"
                    defaultValue={own?.typed.method ?? (by_card ? 'card' : 'transfer')}
                    errors={own?.refused.errors?.method}
                  >
                    {by_card && <option value="card">{t('pay.card')}</option>}
                    <option value="transfer">{t('pay.transfer')}</option>
                    <option value="hand">{t('pay.hand')}</option>
                  </Choice>
                  <Why loft_id={loft_id} answer={own} />
                  <div className={styles.actions}>
                    <button type="submit" className={panel.button_primary}>
                      {t('pay.give_back')}
                    </button>
                  </div>
                </form>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
