/** Birds for sale as rows: the price to edit, the open offer, the buyer. Cards on a phone. */
import { asTyped } from '#domain/money.ts';
import type { Listing } from '#domain/sales/contract.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatMoney, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ListedBird, ListedTeam } from '#web/ui/BirdName.tsx';
import form from '#web/ui/form.module.css';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { ChooseAll, ChooseRow } from '#web/ui/Selection.tsx';
import { SortHead } from '#web/ui/SortHead.tsx';
import { Table } from '#web/ui/Table.tsx';
import { ListingChip } from './ListingChip.tsx';
import styles from './sales.module.css';

export interface ListingRowsProps {
  listings: readonly Listing[];
  currency: string;
  sort: string;
  /** Path of the season's admin pages. */
  adminPath: string;
  answer: RefusedForm | undefined;
}

export function ListingRows({ listings, currency, sort, adminPath, answer }: ListingRowsProps) {
  const { t } = useTranslation();
  return (
    <Table caption={t('admin.sale')} cards>
      <thead>
        <tr>
          <ChooseAll />
          <SortHead by="ring" order={sort}>
            {t('sheet.ring')}
          </SortHead>
          <SortHead by="team" order={sort}>
            {t('teams.team')}
          </SortHead>
          <SortHead by="state" order={sort}>
            {t('admin.state')}
          </SortHead>
          <SortHead by="price" order={sort} largest>
            {t('product.price_in', { currency })}
          </SortHead>
          <th scope="col">{t('sale.buyer')}</th>
        </tr>
      </thead>
      <tbody>
        {listings.map((one) => (
          <tr key={one.listing_id}>
            <ChooseRow id={one.listing_id} name={one.bird.ring} />
            <td>
              <ListedBird to={`${adminPath}/pigeons/${one.bird.pigeon_id}`} bird={one.bird} />
            </td>
            <td data-label={t('teams.team')}>
              <ListedTeam country={one.bird.country} team={one.bird.team} />
            </td>
            <td data-label={t('admin.state')}>
              <ListingChip status={one.status} />
            </td>
            <td data-label={t('product.price')}>
              <Price listing={one} currency={currency} answer={answer} />
            </td>
            <td data-label={t('sale.buyer')}>
              {one.order ? (
                <span>
                  <bdi>{nameOf(one.order.by) ?? t('rights.unnamed')}</bdi>
                  <small>
                    <Link to={`${adminPath}/orders/${one.order.order_id}`}>
                      <bdi dir="ltr" className="num">
                        {one.order.number}
                      </bdi>
                    </Link>
                  </small>
                </span>
              ) : (
                '–'
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface PriceProps {
  listing: Listing;
  currency: string;
  answer: RefusedForm | undefined;
}

/** The price to edit, the offer that can be accepted, or the final price. */
function Price({
  listing: { listing_id, status, bird, price_cents, offers, best, order },
  currency,
  answer,
}: PriceProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const sentence = useSentence();
  const money = (cents: number) => <bdi className="num">{formatMoney(locale, cents, currency)}</bdi>;
  if (order) return money(order.amount_cents);
  if (price_cents === null)
    return (
      <div className={styles.price}>
        <span>
          {best ? t('sale.best', { amount: formatMoney(locale, best.amount_cents, currency) }) : t('sale.for_offers')}
          <small>
            {t('sale.offers', { n: formatNumber(locale, offers) })}
            {best && (
              <>
                {' · '}
                <bdi>{nameOf(best.by) ?? t('rights.unnamed')}</bdi>
              </>
            )}
          </small>
        </span>
        {best && status === 'listed' && (
          <button type="submit" name="intent" value={`accept:${listing_id}:${best.n}`} className={panel.button}>
            {t('sale.accept')}
          </button>
        )}
      </div>
    );
  if (status !== 'listed') return money(price_cents);
  const name = `price-${listing_id}`;
  const wrong = answer?.refused.errors?.[name];
  return (
    <div className={styles.price}>
      <input
        name={name}
        inputMode="decimal"
        defaultValue={answer?.typed[name] ?? asTyped(price_cents)}
        aria-label={`${t('product.price')}, ${bird.ring}`}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong && `${name}-wrong`}
        onKeyDown={(event) => {
          // By default Enter presses the first button of the form, which takes birds off the sale.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          event.currentTarget.parentElement?.querySelector('button')?.click();
        }}
      />
      <button type="submit" name="intent" value={`price:${listing_id}`} className={panel.button}>
        {t('rights.save')}
      </button>
      {wrong && (
        <p id={`${name}-wrong`} className={form.wrong}>
          {wrong.map(sentence).join(' ')}
        </p>
      )}
    </div>
  );
}
