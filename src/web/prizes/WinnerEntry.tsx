/** A person who has won: their prizes, and the form of the payout of what is due. */
import type { OwnPrize, Winner } from '#domain/prizes/contract.ts';
import { payoutMethods } from '#domain/prizes/prize.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Check, Choice, Field, Wrong } from '#web/ui/Field.tsx';
import { Why } from '#web/ui/MarkPaid.tsx';
import panel from '#web/ui/panel.module.css';
import { StateChip } from '#web/ui/StateChip.tsx';
import { keyOfPrize, MovedPrizes, PaidPart, PayBy, PrizeWinner, WonIn } from './PrizeWinner.tsx';
import { chosenPrize } from './payout-form.ts';
import { fundName, prizeLook } from './prize-words.ts';
import styles from './prizes.module.css';

interface WinnerEntryProps {
  winner: Winner;
  season_id: number;
  loft_id: number;
  currency: string;
  today: string;
  time_zone: string;
  limit_cents: number;
  /** The site can have the payment provider transfer. */
  by_provider: boolean;
  answer: RefusedForm | undefined;
}

export function WinnerEntry({ winner, season_id, currency, time_zone, answer, ...form }: WinnerEntryProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { person, won_cents, paid_cents, held_cents, due_cents, waits, prizes, moved } = winner;
  const own = answer?.typed.user_id === String(person.user_id) ? answer : undefined;
  const amount = (cents: number) => formatMoney(locale, cents, currency);
  const open = prizes.filter(({ state }) => state === 'due' || state === 'to_give_back');
  const figures = [
    ['won', t('prizes.won'), won_cents],
    ['paid', t('money.paid'), paid_cents],
    ['held', t('prizes.held'), held_cents],
    ['due', t(due_cents < 0 ? 'prizes.to_give_back' : 'prizes.due'), Math.abs(due_cents)],
  ] as const;
  return (
    <li>
      <h3>
        <bdi>{nameOf(person)}</bdi>
      </h3>
      <dl className={styles.figures}>
        {figures.map(([figure, name, cents]) => (
          <div key={figure}>
            <dt>{name}</dt>
            <dd>
              <bdi className="num">{amount(cents)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <ul className={styles.birds}>
        {prizes.map((prize) => {
          const { word, look, icon } = prizeLook(prize);
          return (
            <li key={keyOfPrize(prize)}>
              <span>
                <PrizeWinner {...prize} />
                <WonIn {...prize} />
                <PaidPart {...prize} />
                <PayBy {...prize} />
              </span>
              <bdi className="num">{amount(prize.won_cents)}</bdi>
              <StateChip look={look} icon={icon}>
                {t(word)}
              </StateChip>
            </li>
          );
        })}
        <MovedPrizes moved={moved} time_zone={time_zone} />
      </ul>
      <a href={`${seasonAdminPath(season_id)}/payouts/people/${person.user_id}/statement.pdf`}>
        {t('prizes.statement')}
      </a>
      {open.length > 0 && !waits && (
        <details className={styles.pay} open={own !== undefined}>
          <summary className={panel.button}>
            {t(due_cents < 0 ? 'prizes.enter_given_back' : 'prizes.enter', { amount: amount(Math.abs(due_cents)) })}
          </summary>
          <PayForm
            user_id={person.user_id}
            has_account={winner.has_account}
            prizes={open}
            due_cents={due_cents}
            currency={currency}
            answer={own}
            {...form}
          />
        </details>
      )}
    </li>
  );
}

interface PayFormProps extends Omit<WinnerEntryProps, 'winner' | 'season_id' | 'time_zone'> {
  user_id: number;
  has_account: boolean;
  /** Those of which something is to be paid or given back. */
  prizes: readonly OwnPrize[];
  due_cents: number;
}

function PayForm({ user_id, has_account, prizes, due_cents, by_provider, ...props }: PayFormProps) {
  const { loft_id, currency, today, limit_cents, answer } = props;
  const { t } = useTranslation();
  const { locale } = usePage();
  const errors = answer?.refused.errors;
  const isByProvider = by_provider && has_account && due_cents > 0;
  const methods = payoutMethods.filter((method) => method !== 'stripe' || isByProvider);
  return (
    <form method="post" className={styles.form} noValidate>
      <Wrong refused={answer?.refused} />
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="user_id" value={user_id} />
      <fieldset className={styles.chosen}>
        <legend>{t('prizes.choose')}</legend>
        {prizes.map((prize) => {
          const value = chosenPrize(prize);
          const isChosen = answer === undefined || answer.chosen.includes(value);
          const left = formatMoney(locale, prize.won_cents - prize.paid_cents, currency);
          const label = [prize.ring ?? prize.team, fundName(locale, prize), left].join(' · ');
          return <Check key={value} label={label} name="chosen" value={value} defaultChecked={isChosen} />;
        })}
      </fieldset>
      <Field
        label={`${t('pay.amount')} (${currency})`}
        hint={t('prizes.amount_hint')}
        name="amount"
        inputMode="decimal"
        defaultValue={answer?.typed.amount ?? ''}
        errors={errors?.amount_cents ?? errors?.prizes}
      />
      {Math.abs(due_cents) > limit_cents && (
        <p>{t('prizes.second_hint', { amount: formatMoney(locale, limit_cents, currency) })}</p>
      )}
      <Choice
        label={t('pay.how')}
        name="method"
        defaultValue={answer?.typed.method ?? payoutMethods[0]}
        errors={errors?.method}
      >
        {methods.map((method) => (
          <option key={method} value={method}>
            {t(`pay.${method}`)}
          </option>
        ))}
      </Choice>
      <Field
        label={t('sheet.date')}
        name="paid_on"
        type="date"
        max={today}
        required
        defaultValue={answer?.typed.paid_on ?? today}
        errors={errors?.paid_on}
      />
      <Why loft_id={loft_id} answer={answer} hint={t('pay.mark_hint')} />
      <button type="submit" className={panel.button_primary}>
        {t('identity.save')}
      </button>
    </form>
  );
}
