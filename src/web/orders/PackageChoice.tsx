/**
 * The packages of a season with their quantities, and the capacity used. Without a script the steppers reload the page.
 */
import { type Places, placesLeft, saleIn, type TakenCapacity } from '#domain/orders/cart.ts';
import type { Offer } from '#domain/orders/registration-contract.ts';
import type { FieldErrors } from '#domain/refusal.ts';
import { formatCalendarDay, formatMoney, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { About, AboutNote } from '#web/ui/About.tsx';
import { Wrong } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { type Choice, capacityOf, chosenOf, quantityOf, sumToOrder, wrongQuantities } from './choice.ts';
import styles from './register.module.css';

export interface Chosen {
  choice: Choice;
  change(name: string, value: string): void;
  errors: FieldErrors | undefined;
}

export function PackageChoice({ products, currency, room, choice, change, errors }: Offer & Chosen) {
  const { active, reserve } = sumToOrder(choice, { products, room });
  const season = capacityOf(room);
  const wrong = wrongQuantities(choice, { products, room });
  return (
    <>
      {errors?.lines && (
        <div id="no-package" className={styles.missing}>
          <Wrong refused={errors.lines[0]} />
        </div>
      )}
      <ul className={styles.options}>
        {products.map((product) => (
          <Pack
            key={product.id}
            product={product}
            currency={currency}
            choice={choice}
            change={change}
            season={season}
            errors={{ ...errors, ...wrong }}
          />
        ))}
      </ul>
      <AboutNote currency={currency} />
      <Capacity chosen={{ active, reserve }} left={placesLeft(season)} room={room} />
    </>
  );
}

function Pack({
  product,
  currency,
  choice,
  change,
  season,
  errors,
}: { product: Offer['products'][number]; currency: string; season: TakenCapacity } & Chosen) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const sentence = useSentence();
  const { id, name, description, amount_cents, pigeons_active, pigeons_reserve } = product;
  const field = quantityOf(id);
  const quantity = chosenOf(choice, id);
  const sale = saleIn(product, season);
  const words = useSaleWords(sale);
  const most = sale.state === 'open' ? (sale.remaining ?? 1000) : 0;
  const wrong = errors?.[field];
  const isMissing = errors?.lines !== undefined && most > 0;
  const step = (by: 1 | -1, disabled: boolean) => (
    <button
      type="submit"
      formMethod="get"
      name={by === 1 ? 'more' : 'less'}
      value={id}
      disabled={disabled}
      aria-label={t(by === 1 ? 'register.more' : 'register.less', { name })}
      onClick={(event) => {
        event.preventDefault();
        change(field, String(quantity + by));
      }}
    >
      <Icon name={by === 1 ? 'plus' : 'minus'} size={20} />
    </button>
  );
  return (
    <li className={styles.pack} data-on={quantity > 0}>
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        <small suppressHydrationWarning>{words}</small>
        {description && (
          <small>
            <bdi>{description}</bdi>
          </small>
        )}
        <Birds active={pigeons_active} reserve={pigeons_reserve} />
      </div>
      <div className={styles.price}>
        <bdi className="num">{formatMoney(locale, amount_cents, currency)}</bdi>{' '}
        <About amount_cents={amount_cents} currency={currency} />
      </div>
      <div className={styles.quantity}>
        {step(-1, quantity === 0)}
        <input
          name={field}
          className="num"
          inputMode="numeric"
          autoComplete="off"
          value={choice[field] ?? '0'}
          onChange={(event) => change(field, event.target.value)}
          aria-label={name}
          aria-invalid={wrong || isMissing ? true : undefined}
          aria-describedby={wrong ? `${field}-wrong` : isMissing ? 'no-package' : undefined}
        />
        {step(1, quantity >= most)}
      </div>
      {wrong && (
        <p id={`${field}-wrong`} role="status" className={styles.wrong}>
          <Icon name="alert" size={18} />
          <span>{wrong.map(sentence).join(' ')}</span>
        </p>
      )}
    </li>
  );
}

/** The places of a package that are left, or why it cannot be ordered. */
function useSaleWords({ state, from, remaining }: Offer['products'][number]['sale']): string {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (state === 'sold_out') return t('product.sold_out');
  if (state === 'over') return t('refusals.product_lifetime_reached');
  if (state === 'ahead') return t('refusals.product_not_yet', { date: formatCalendarDay(locale, from!, 'words') });
  if (state === 'unset') return t('product.unset');
  return remaining === null ? t('product.unlimited') : t('product.left', { count: remaining });
}

/** The birds of a package as signs; reserves are dashed. */
function Birds({ active, reserve }: Places) {
  const { t } = useTranslation();
  if (active + reserve === 0) return null;
  const signs = Array.from({ length: Math.min(active + reserve, 10) }, (_, n) => ({ n, is_reserve: n >= active }));
  return (
    <>
      <span className={styles.birds} aria-hidden="true">
        {signs.map(({ n, is_reserve }) => (
          <span key={n} data-reserve={is_reserve}>
            <Icon name="pigeon" size={18} />
          </span>
        ))}
      </span>
      <span className="visually-hidden">{t('register.birds', { active, reserve })}</span>
    </>
  );
}

/** The capacity used: active birds, reserves, the whole loft; unlimited ones have no bar. */
function Capacity({
  chosen,
  left,
  room,
}: {
  chosen: Places;
  left: ReturnType<typeof placesLeft>;
  room: Offer['room'];
}) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const bars = [
    { word: 'product.active', chosen: chosen.active, left: left.active, ...room.active },
    { word: 'product.reserve', chosen: chosen.reserve, left: left.reserve, ...room.reserve },
    { word: 'register.in_loft', chosen: chosen.active + chosen.reserve, left: left.all, ...room.all },
  ] as const;
  return (
    <div className={styles.capacity}>
      {bars.map(
        ({ word, chosen: own, left: free, max, taken }) =>
          free !== null &&
          max !== null && (
            <div key={word}>
              <p>
                {t(word)}{' '}
                <span className="num">
                  {t('register.of_left', { chosen: formatNumber(locale, own), left: formatNumber(locale, free) })}
                </span>
              </p>
              <div className={styles.bar} data-full={own > free} aria-hidden="true">
                <i style={{ inlineSize: `${max ? Math.min(100, (taken * 100) / max) : 100}%` }} />
                <b style={{ inlineSize: `${max ? Math.min(100, (own * 100) / max) : 0}%` }} />
              </div>
            </div>
          ),
      )}
    </div>
  );
}
