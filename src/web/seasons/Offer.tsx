/** What a season with open registration offers. */
import type { SeasonOffer } from '#domain/seasons/public-contract.ts';
import { formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { About } from '#web/ui/About.tsx';
import styles from './offer.module.css';

/** The price of the least expensive entry, and the places left as a bar of those taken. */
export function Offer({ currency, entry, places, places_left }: SeasonOffer) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <div className={styles.offer}>
      {entry && (
        <p className={styles.price}>
          <bdi className="num">{formatMoney(locale, entry.amount_cents, currency)}</bdi>{' '}
          <About amount_cents={entry.amount_cents} currency={currency} dated />{' '}
          <span>
            {entry.pigeons_active === 1 && entry.pigeons_reserve === 0
              ? t('home.a_pigeon')
              : t('register.birds', { active: entry.pigeons_active, reserve: entry.pigeons_reserve })}
          </span>
        </p>
      )}
      {places !== null && places_left !== null && (
        <>
          <div className={styles.places} aria-hidden="true">
            <i style={{ inlineSize: `${((100 * (places - places_left)) / places).toFixed(1)}%` }} />
          </div>
          <p>{t('register.places_left', { left: places_left, max: places })}</p>
        </>
      )}
    </div>
  );
}
