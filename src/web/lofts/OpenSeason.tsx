/** The season of a loft that can be registered for: what it costs, the places and the days left, and one button. */
import type { ReplyOf } from '#domain/contract.ts';
import { placesLeft, saleIn } from '#domain/orders/cart.ts';
import { categoryOf } from '#domain/seasons/due-date.ts';
import { productCategoryOf } from '#domain/seasons/product.ts';
import type { Product, readPackages } from '#domain/seasons/product-contract.ts';
import type { readSeason } from '#domain/seasons/public-contract.ts';
import { formatCalendarDay, formatMoney, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { registerPath, seasonPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import chip from '#web/ui/chip.module.css';
import { DaysLeft } from '#web/ui/DaysLeft.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './open-season.module.css';

export interface OpenSeasonProps {
  view: ReplyOf<typeof readSeason>;
  packages: ReplyOf<typeof readPackages>;
}

export function OpenSeason({ view: { loft, season, due_dates, flights, today }, packages }: OpenSeasonProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const key = { loft_id: loft.id, season_id: season.id };
  const window = due_dates.find(
    (one) => categoryOf(one) === 'registration' && one.starts_at <= today && one.ends_at >= today,
  );
  const final = flights.find(({ kind }) => kind === 'final');
  const { all: left } = placesLeft(season);
  const { max_pigeons: max } = season;
  const entries = packages.products
    .filter((one) => productCategoryOf(one) === 'entry_fee')
    .map((one) => ({ ...one, sale: saleIn(one, season) }))
    .filter(({ sale }) => sale.state === 'open');
  return (
    <section className={`${panel.panel} ${styles.open}`} aria-labelledby="open-season">
      <div className={styles.offer}>
        <h2 id="open-season">
          <Link to={seasonPath(key)}>
            <bdi>{season.name}</bdi>
          </Link>
          {window && (
            <span className={`${chip.chip} ${chip.home}`}>
              <Icon name="hourglass" size={15} />
              <DaysLeft {...window} today={today} />
            </span>
          )}
        </h2>
        <p suppressHydrationWarning>
          {final && (
            <>
              {t('kind.final')}: {formatCalendarDay(locale, final.day, 'named')}
              {'. '}
            </>
          )}
          {window && t('register.open_until', { day: formatCalendarDay(locale, window.ends_at, 'named') })}
        </p>
        <ul>
          {entries.map((product) => (
            <PricedLine key={product.id} product={product} currency={packages.currency} />
          ))}
        </ul>
      </div>
      <div className={styles.places}>
        {max !== null && left !== null && (
          <>
            <p>
              {t('loft.places_left')}{' '}
              <b className="num">
                <bdi>{formatNumber(locale, left)}</bdi>
              </b>
            </p>
            <div className={styles.meter} aria-hidden="true">
              <i style={{ inlineSize: `${max === 0 ? 100 : ((100 * (max - left)) / max).toFixed(1)}%` }} />
            </div>
            <p>{t('register.places_left', { left: formatNumber(locale, left), max: formatNumber(locale, max) })}</p>
          </>
        )}
        <Link className={panel.button_primary} to={registerPath(key)}>
          {t('home.register_pigeons')}
          <span className="visually-hidden"> {season.name}</span>
        </Link>
      </div>
    </section>
  );
}

/** A product with its birds, how many are left, and its price. */
function PricedLine({ product, currency }: { product: Product; currency: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { name, pigeons_active: active, pigeons_reserve: reserve, sale, amount_cents } = product;
  return (
    <li>
      <span>
        <bdi>{name}</bdi>
        {reserve + active > 1 && <small>{t('register.birds', { active, reserve })}</small>}
      </span>
      <small>{sale.remaining !== null && t('product.left', { count: sale.remaining })}</small>
      <bdi className="num">{formatMoney(locale, amount_cents, currency)}</bdi>
    </li>
  );
}
