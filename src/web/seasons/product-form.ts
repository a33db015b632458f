/** A product as the fields of a plain form, and back. */
import { asTyped } from '#domain/money.ts';
import { parseFields } from '#domain/parse-fields.ts';
import { Refusal } from '#domain/refusal.ts';
import { bringsPigeons, productCategoryOf } from '#domain/seasons/product.ts';
import { type EditedProduct, highestPrice, productFields } from '#domain/seasons/product-contract.ts';
import { textIn } from '#web/lib/form.ts';
import { readPrice } from '#web/lib/price.ts';

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
  const { cents: amount_cents, wrong } = readPrice(textIn(form, 'price'), highestPrice);
  const names = Object.keys(productFields.shape).filter((name) => name !== 'amount_cents');
  const category = productCategoryOf({ product_category_id: Number(textIn(form, 'product_category_id')) });
  const body = {
    ...Object.fromEntries(names.map((name) => [name, textIn(form, name)])),
    // Only an entry fee has these fields; without a script they are always in the form.
    ...(!bringsPigeons(category) && { pigeons_active: '0', pigeons_reserve: '0' }),
    amount_cents,
  };
  const { data, errors } = parseFields(productFields, body);
  if (errors || wrong) throw new Refusal('bad_input', {}, { ...errors, ...(wrong && { amount_cents: [wrong] }) });
  return data;
}
