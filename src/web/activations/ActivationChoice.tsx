/** The choice of the product that activates birds, with price and days; a choice only where there are several. */
import type { Product } from '#domain/seasons/product-contract.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { DaysLeft } from '#web/ui/DaysLeft.tsx';
import { Choice } from '#web/ui/Field.tsx';

export interface ActivationChoiceProps {
  products: readonly Product[];
  currency: string;
  answer: RefusedForm | undefined;
}

export function ActivationChoice({ products, currency, answer }: ActivationChoiceProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [only] = products;
  if (!only) return null;
  if (products.length === 1) return <input type="hidden" name="product_id" value={only.id} />;
  return (
    <Choice
      label={t('admin.products')}
      name="product_id"
      defaultValue={answer?.typed.product_id ?? only.id}
      errors={answer?.refused.errors?.product_id}
    >
      {products.map(({ id, name, amount_cents }) => (
        <option key={id} value={id} suppressHydrationWarning>
          {`${name} · ${formatMoney(locale, amount_cents, currency)}`}
        </option>
      ))}
    </Choice>
  );
}

/** The days and prices of the products that activate birds; nothing where the season sells none. */
export function OnSale({ products, currency, today }: Omit<ActivationChoiceProps, 'answer'> & { today: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return products.map(({ id, name, amount_cents, sale: { state, from, to } }) => (
    <p key={id}>
      <bdi>{name}</bdi>
      {': '}
      <bdi className="num">{formatMoney(locale, amount_cents, currency)}</bdi>
      {' · '}
      {state === 'unset' || state === 'sold_out' ? (
        t(`product.${state}`)
      ) : (
        <DaysLeft starts_at={from!} ends_at={to!} today={today} />
      )}
    </p>
  ));
}
