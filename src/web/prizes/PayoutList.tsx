/** Every payout of a season, with what can be done about it: approved by a second person, or taken back. */
import type { Payout } from '#domain/prizes/contract.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatCalendarDay, formatMoney, formatNamedDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Wrong } from '#web/ui/Field.tsx';
import { Why } from '#web/ui/MarkPaid.tsx';
import panel from '#web/ui/panel.module.css';
import { StateChip } from '#web/ui/StateChip.tsx';
import { payoutLook } from './prize-words.ts';
import styles from './prizes.module.css';

interface PayoutListProps {
  payouts: readonly Payout[];
  season_id: number;
  currency: string;
  limit_cents: number;
  time_zone: string;
  answer: RefusedForm | undefined;
}

export function PayoutList({ payouts, answer, ...of }: PayoutListProps) {
  const { t } = useTranslation();
  return (
    <section className={panel.panel} aria-labelledby="payouts">
      <div className={panel.head}>
        <h2 id="payouts">{t('admin.payouts')}</h2>
      </div>
      <ul className={styles.winners}>
        {payouts.map((payout) => (
          <PayoutEntry
            key={payout.id}
            payout={payout}
            isTakenBack={payouts.some(
              (other) => other.takes_back === payout.id && (other.state === 'waits' || other.state === 'sent'),
            )}
            answer={answer?.typed.payout_id === String(payout.id) ? answer : undefined}
            {...of}
          />
        ))}
      </ul>
    </section>
  );
}

interface PayoutEntryProps extends Omit<PayoutListProps, 'payouts'> {
  payout: Payout;
  /** Somebody wants to take it back, and that waits for a second person or for the provider. */
  isTakenBack: boolean;
}

function PayoutEntry({ payout, isTakenBack, season_id, currency, limit_cents, time_zone, answer }: PayoutEntryProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { id, person, amount_cents, method, paid_on, reason, evidence, state, entered_at, by, takes_back, is_own } =
    payout;
  const { word, look, icon } = payoutLook[state === 'paid' && takes_back !== null ? 'taken_back' : state];
  return (
    <li>
      <h3>
        <bdi>{nameOf(person)}</bdi> <bdi className="num">{formatMoney(locale, amount_cents, currency)}</bdi>
      </h3>
      <StateChip look={look} icon={icon}>
        {t(word)}
      </StateChip>
      <p suppressHydrationWarning>
        {takes_back !== null && `${t('pay.revoke')} · `}
        {t(`pay.${method}`)} · {formatCalendarDay(locale, paid_on, 'named')} · <bdi>{reason}</bdi>
        {evidence && (
          <>
            {' · '}
            <a href={evidence.src} download>
              <bdi>{evidence.name}</bdi>
            </a>
          </>
        )}
      </p>
      <small suppressHydrationWarning>
        <bdi>{nameOf(by)}</bdi>, {formatNamedDay(locale, Date.parse(entered_at), time_zone)}
      </small>
      {state === 'paid' && takes_back === null && amount_cents > 0 && (
        <a href={`${seasonAdminPath(season_id)}/payouts/people/${person.user_id}/${id}/receipt.pdf`}>
          {t('prizes.receipt', { number: id })}
        </a>
      )}
      {state === 'waits' && (
        <form method="post" className={styles.actions}>
          <Wrong refused={answer?.refused} />
          <input type="hidden" name="payout_id" value={id} />
          {is_own ? (
            <p>{t('refusals.second_person')}</p>
          ) : (
            <button type="submit" name="intent" value="approve" className={panel.button_primary}>
              {t(takes_back === null ? 'pay.approve' : 'prizes.take_back_yes')}
            </button>
          )}
          <button type="submit" name="intent" value="refuse" className={panel.button}>
            {t(takes_back === null ? 'pay.decline' : 'prizes.take_back_no')}
          </button>
        </form>
      )}
      {state === 'paid' && takes_back === null && !isTakenBack && (
        <details className={styles.pay} open={answer !== undefined}>
          <summary className={panel.button}>{t('pay.revoke')}</summary>
          <form method="post" className={styles.form} noValidate>
            <Wrong refused={answer?.refused} />
            <input type="hidden" name="payout_id" value={id} />
            <input type="hidden" name="intent" value="take_back" />
            {Math.abs(amount_cents) > limit_cents && (
              <p>{t('prizes.second_hint', { amount: formatMoney(locale, limit_cents, currency) })}</p>
            )}
            <Why loft_id={null} answer={answer} hint={t('prizes.reason_shown')} />
            <button type="submit" className={panel.button}>
              {t('pay.revoke')}
            </button>
          </form>
        </details>
      )}
    </li>
  );
}
