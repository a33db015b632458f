/** The packages of a season for customers: prices in the reader's format, days, and the quantity left. */
import { productCategoryCodes, productCategoryOf } from '#domain/seasons/product.ts';
import type { Product } from '#domain/seasons/product-contract.ts';
import { formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import { SaleWords } from './Availability.tsx';
import styles from './products.module.css';

export function Packages({ products, currency }: { products: readonly Product[]; currency: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
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
            {own.map(({ id, name, description, amount_cents, pigeons_active, pigeons_reserve, sale }) => (
              <li key={id}>
                <div>
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>
                  {description && <p>{description}</p>}
                  {pigeons_active + pigeons_reserve > 0 && (
                    <p>
                      {t('product.pigeons')}:{' '}
                      <bdi dir="ltr" className="num">{`${pigeons_active} / ${pigeons_reserve}`}</bdi>
                    </p>
                  )}
                </div>
                <div className={styles.offer}>
                  <bdi className={`num ${styles.price}`}>{formatMoney(locale, amount_cents, currency)}</bdi>
                  <SaleWords sale={sale} />
                </div>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
