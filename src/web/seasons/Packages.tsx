/** The packages of a season for customers: prices in the reader's format, days, and the quantity left. */
import { saleIn, type TakenCapacity } from '#domain/orders/cart.ts';
import { productCategoryCodes, productCategoryOf } from '#domain/seasons/product.ts';
import type { Product } from '#domain/seasons/product-contract.ts';
import { formatCalendarDay, formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { About, AboutNote } from '#web/ui/About.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './packages.module.css';

export interface PackagesProps {
  products: readonly Product[];
  currency: string;
  season: TakenCapacity;
}

export function Packages({ products, currency, season }: PackagesProps) {
  const { t } = useTranslation();
  if (!products.length) return null;
  const groups = productCategoryCodes.flatMap((code) => {
    const own = products.filter((one) => productCategoryOf(one) === code);
    return own.length ? [{ code, own }] : [];
  });
  return (
    <section className={panel.panel} aria-labelledby="packages">
      <div className={panel.head}>
        <h2 id="packages">{t('product.packages')}</h2>
      </div>
      {groups.map(({ code, own }) => (
        <div key={code} className={styles.group}>
          <h3>{t(`product.${code}`)}</h3>
          <ul>
            {own.map((product) => (
              <PackageLine key={product.id} product={product} currency={currency} season={season} />
            ))}
          </ul>
        </div>
      ))}
      <AboutNote currency={currency} />
    </section>
  );
}

/** A package with its birds, its availability and its price. */
function PackageLine({ product, currency, season }: { product: Product } & Omit<PackagesProps, 'products'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { name, description, amount_cents, pigeons_active, pigeons_reserve } = product;
  return (
    <li>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {pigeons_active + pigeons_reserve > 1 && (
          <p>{t('register.birds', { active: pigeons_active, reserve: pigeons_reserve })}</p>
        )}
        {description && (
          <p className={styles.description}>
            <bdi>{description}</bdi>
          </p>
        )}
        <OnSale sale={saleIn(product, season)} />
      </div>
      <p className={styles.price}>
        <bdi className="num">{formatMoney(locale, amount_cents, currency)}</bdi>{' '}
        <About amount_cents={amount_cents} currency={currency} />
      </p>
    </li>
  );
}

/** Whether a product can be bought now, until when, and how many are left. */
function OnSale({ sale: { state, from, to, remaining } }: Pick<Product, 'sale'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const day = (text: string) => formatCalendarDay(locale, text, 'named');
  const left = remaining !== null && (state === 'open' || state === 'ahead') && t('product.left', { count: remaining });
  return (
    <p className={styles.sale} data-open={state === 'open'} suppressHydrationWarning>
      {state === 'open' && to !== null && <span>{t('product.until', { day: day(to) })}</span>}
      {state === 'ahead' && from !== null && to !== null && (
        <span>{t('product.range', { from: day(from), to: day(to) })}</span>
      )}
      {state === 'over' && <span>{t('product.over')}</span>}
      {state === 'sold_out' && <span>{t('product.sold_out')}</span>}
      {state === 'unset' && <span>{t('product.unset')}</span>}
      {left && <span>{left}</span>}
    </p>
  );
}
