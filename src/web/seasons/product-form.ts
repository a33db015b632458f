/** A product as the fields of a plain form, and back. */
import { asTyped, hundredthsIn } from '#domain/money.ts';
import { parseFields } from '#domain/parse-fields.ts';
import { type FieldError, Refusal } from '#domain/refusal.ts';
import { bringsPigeons, productCategoryOf } from '#domain/seasons/product.ts';
import { type EditedProduct, highestPrice, productFields } from '#domain/seasons/product-contract.ts';
import { textIn } from '#web/lib/form.ts';

/** The values of the form. */
export function typedOf(product: EditedProduct): Record<string, string> {
  return {
    product_category_id: String(product.product_category_id),
    name: product.name,
    description: product.description,
    price: asTyped(product.amount_cents),
    pigeons_active: String(product.pigeons_active),
    pigeons_reserve: String(product.pigeons_reserve),
    max_quantity: product.max_quantity === null ? '' : String(product.max_quantity),
    starts_at: product.starts_at ?? '',
    ends_at: product.ends_at ?? '',
  };
}

/**
 * The product in a form; its price is typed in units of the currency. @throws Refusal `bad_input` for each wrong field.
 */
export function productIn(form: FormData) {
  const price = textIn(form, 'price');
  const amount_cents = hundredthsIn(price);
  const names = Object.keys(productFields.shape).filter((name) => name !== 'amount_cents');
  const category = productCategoryOf({ product_category_id: Number(textIn(form, 'product_category_id')) });
  const body = {
    ...Object.fromEntries(names.map((name) => [name, textIn(form, name)])),
    // Only an entry fee has these fields; without a script they are always in the form.
    ...(!bringsPigeons(category) && { pigeons_active: '0', pigeons_reserve: '0' }),
    amount_cents: amount_cents ?? 0,
  };
  const wrong = wrongPrice(price, amount_cents);
  const { data, errors } = parseFields(productFields, body);
  if (errors || wrong) throw new Refusal('bad_input', {}, { ...errors, ...(wrong && { amount_cents: [wrong] }) });
  return data;
}

/** What is wrong with a typed price, or null. */
export function wrongPrice(price: string, amount_cents: number | null): FieldError | null {
  if (price === '') return { code: 'error_required' };
  if (amount_cents === null)
    return price.startsWith('-') ? { code: 'error_min_value', params: { min: 0 } } : { code: 'error_number' };
  return amount_cents > highestPrice ? { code: 'error_max_value', params: { max: highestPrice / 100 } } : null;
}
