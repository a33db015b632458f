/** A price in the reader's currency, about, beside the price itself (1.7); nothing where that is its currency. */
import type { Locale } from '#domain/locales.ts';
import { about, type RatesInto } from '#domain/seasons/rates.ts';
import { formatAbout, formatNamedDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useRates } from '#web/lib/rates.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './about.module.css';

interface AboutProps {
  amount_cents: number;
  currency: string;
  /** Where no note beside it names the day of the rate. */
  dated?: boolean;
}

export function About({ amount_cents, currency, dated = false }: AboutProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const rates = useRates();
  const cents = about(amount_cents, currency, rates);
  if (!rates || cents === null) return null;
  return (
    <span className={styles.about}>
      <span className={styles.amount}>{formatAbout(locale, cents, rates.currency)}</span>
      {dated && ` ${t('money.rate_of', { day: dayOf(locale, rates) })}`}
    </span>
  );
}

/** What the amounts with ≈ are, once for a list of prices in one currency. */
export function AboutNote({ currency }: { currency: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const rates = useRates();
  if (rates?.per_unit[currency] === undefined) return null;
  const blanks = { about: rates.currency, own: currency, day: dayOf(locale, rates) };
  return <p className={styles.note}>{t('money.about_note', blanks)}</p>;
}

const dayOf = (locale: Locale, { day }: RatesInto) => formatNamedDay(locale, Date.parse(day), 'UTC');
