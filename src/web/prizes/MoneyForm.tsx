/** The money of a season as it would be published, with the fields of what only its loft can state. */
import { asTyped } from '#domain/money.ts';
import type { SeasonMoney as Money, StatedMoney } from '#domain/prizes/season-money-contract.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field, Wrong } from '#web/ui/Field.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './prizes.module.css';
import { dayAndHour, SeasonMoney } from './SeasonMoney.tsx';

const wordOf = {
  sponsors_cents: 'prizes.sponsors',
  tax_cents: 'prizes.tax',
  fees_cents: 'prizes.fees',
  loft_cents: 'prizes.loft',
} as const satisfies Record<keyof StatedMoney, string>;

/** What a loft states, by the names of its fields. */
export const statedFields = Object.keys(wordOf) as (keyof StatedMoney)[];

interface MoneyFormProps {
  money: Money;
  published_at: string | null;
  /** The journals say something else by now than was published. */
  is_older: boolean;
  time_zone: string;
  answer: RefusedForm | undefined;
}

export function MoneyForm({ money, published_at, is_older, time_zone, answer }: MoneyFormProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const own = answer?.typed.intent === 'publish' ? answer : undefined;
  return (
    <section className={panel.panel} aria-labelledby="money">
      <div className={panel.head}>
        <h2 id="money">{t('prizes.money')}</h2>
        {published_at !== null && (
          <small suppressHydrationWarning>
            {t('prizes.as_of', { day: dayAndHour(locale, published_at, time_zone) })}
          </small>
        )}
      </div>
      {is_older && (
        <p role="status" className={panel.notice}>
          {t('prizes.money_older')}
        </p>
      )}
      <SeasonMoney money={money} />
      <form method="post" className={styles.form} noValidate>
        <p>{t('prizes.publish_lead')}</p>
        <Wrong refused={own?.refused} />
        <input type="hidden" name="intent" value="publish" />
        {statedFields.map((field) => (
          <Field
            key={field}
            label={`${t(wordOf[field])} (${money.currency})`}
            name={field}
            inputMode="decimal"
            required
            defaultValue={own?.typed[field] ?? asTyped(money[field])}
            errors={own?.refused.errors?.[field]}
          />
        ))}
        <button type="submit" className={panel.button_primary}>
          {t('prizes.publish')}
        </button>
      </form>
    </section>
  );
}
