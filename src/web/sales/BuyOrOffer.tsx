/** The reader's actions on a bird for sale: buy it or make an offer, with a confirmation; or its state. */
import { Form } from 'react-router';
import { signInPath } from '#domain/identity/return-path.ts';
import type { OfferedBird } from '#domain/sales/contract.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { orderPath } from '#web/lib/paths.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { useSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field } from '#web/ui/Field.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { ListingChip } from './ListingChip.tsx';
import styles from './sales.module.css';

export interface BuyOrOfferProps {
  one: OfferedBird;
  currency: string;
  /** Path of the sale. */
  at: string;
  is_open: boolean;
  is_signed_in: boolean;
  /** The refusal of an action on this bird. */
  answer: RefusedForm | undefined;
}

export function BuyOrOffer({ one, currency, at, is_open, is_signed_in, answer }: BuyOrOfferProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const sentence = useSentence();
  const settings = useRootData()?.links.settings;
  const { listing_id, status, bird, price_cents, own_order_id } = one;
  if (own_order_id !== null)
    return (
      <Link className={panel.button} to={orderPath(own_order_id)}>
        {t('sale.own_order')}
      </Link>
    );
  if (status !== 'listed' || !is_open) return <ListingChip status={status} />;
  const word = price_cents === null ? t('sale.offer') : t('sale.buy');
  if (!is_signed_in)
    return (
      <a className={panel.button} href={signInPath(`${at}#listing-${listing_id}`)}>
        {word}
      </a>
    );
  const amount = price_cents === null ? '' : formatMoney(locale, price_cents, currency);
  return (
    <details className={styles.wanting} open={answer !== undefined}>
      <summary className={panel.button} aria-label={`${word}: ${bird.ring}`}>
        {word}
      </summary>
      {answer?.refused.errors?.address && settings && (
        <p>
          {sentence({ code: 'address_missing' })}{' '}
          <a href={`${settings}?to=${encodeURIComponent(at)}`}>{t('identity.add_address')}</a>
        </p>
      )}
      <Form method="post" action={at} className={styles.form}>
        <input type="hidden" name="listing_id" value={listing_id} />
        {price_cents === null ? (
          <>
            <Field
              label={t('product.price_in', { currency })}
              hint={t('sale.offer_sure')}
              name="amount"
              inputMode="decimal"
              required
              defaultValue={answer?.typed.amount ?? ''}
              errors={answer?.refused.errors?.amount ?? answer?.refused.errors?.amount_cents}
            />
            <button type="submit" name="intent" value="offer" className={panel.button_primary}>
              {t('sale.offer')}
            </button>
          </>
        ) : (
          <>
            <input type="hidden" name="price_cents" value={price_cents} />
            <p>{t('sale.buy_sure', { ring: bird.ring, amount })}</p>
            <button type="submit" name="intent" value="buy" className={panel.button_primary}>
              {t('sale.order_for', { amount })}
            </button>
          </>
        )}
      </Form>
    </details>
  );
}
