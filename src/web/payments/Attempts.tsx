/** The payment attempts of an order: method, payer, reason, and the history of each. */
import { waitsForApproval } from '#domain/payments/by-hand.ts';
import type { Attempt } from '#domain/payments/contract.ts';
import { formatCalendarDay, formatMoney, formatNamedDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { attemptWord, type MoneyWord } from './money-words.ts';
import styles from './payments.module.css';

interface AttemptsProps {
  attempts: readonly Attempt[];
  currency: string;
  time_zone: string;
}

interface StepsProps {
  steps: readonly (Attempt['steps'][number] & { word: MoneyWord })[];
  time_zone: string;
}

/** The history of an attempt: time, author, reason. */
export function Steps({ steps, time_zone }: StepsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <ol className={styles.steps}>
      {steps.map(({ word, at, reason, by }) => (
        <li key={at + word}>
          <time dateTime={at} suppressHydrationWarning>
            {formatNamedDay(locale, Date.parse(at), time_zone)}
          </time>{' '}
          {t(word)}
          {by && (
            <>
              {' · '}
              <bdi>{nameOf(by)}</bdi>
            </>
          )}
          {reason && (
            <>
              {' · '}
              <bdi>{reason}</bdi>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

export function Attempts({ attempts, currency, time_zone }: AttemptsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <ul className={styles.list}>
      {attempts.map(({ id, method, paid_on, status, amount_cents, reason, evidence, by, steps }) => (
        <li key={id}>
          <p>
            <strong>{t(waitsForApproval({ method, status }) ? 'money.to_approve' : attemptWord[status])}</strong> ·{' '}
            {t(`pay.${method}`)}
            {paid_on && (
              <>
                {t('rows.comma')}
                <time dateTime={paid_on}>{formatCalendarDay(locale, paid_on, 'named')}</time>
              </>
            )}{' '}
            · <bdi className="num">{formatMoney(locale, amount_cents, currency)}</bdi> · <bdi>{nameOf(by)}</bdi>
          </p>
          {reason && (
            <p>
              <bdi>{reason}</bdi>
            </p>
          )}
          {evidence && (
            <p>
              <a href={evidence.src}>
                {t('pay.evidence')}: <bdi>{evidence.name}</bdi>
              </a>
            </p>
          )}
          <Steps
            steps={steps.map((step) => ({ ...step, word: attemptWord[step.status as keyof typeof attemptWord] }))}
            time_zone={time_zone}
          />
        </li>
      ))}
    </ul>
  );
}
