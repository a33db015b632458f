/** A standard season as the fields of a plain form. */
import { parseFields } from '#domain/parse-fields.ts';
import { type FieldErrors, Refusal } from '#domain/refusal.ts';
import { highestPrice } from '#domain/seasons/product-contract.ts';
import { type StandardSeason, standardSeasonFields } from '#domain/seasons/standard.ts';
import { textIn } from '#web/lib/form.ts';
import { readPrice } from '#web/lib/price.ts';

/** The fields of the form that are prices, typed in units of the currency. */
const prices = ['entry_cents', 'reserve_cents', 'final_cents'] as const;

/** The standard season in a form. @throws Refusal `bad_input` for each wrong field. */
export function standardIn(form: FormData): StandardSeason {
  const typed = Object.fromEntries(Object.keys(standardSeasonFields.shape).map((name) => [name, textIn(form, name)]));
  const wrong: Record<string, FieldErrors[string]> = {};
  const cents = prices.map((name) => {
    const text = typed[name]!;
    // Only the entry needs a price.
    if (text === '' && name !== 'entry_cents') return [name, null];
    const price = readPrice(text, highestPrice);
    if (price.wrong) wrong[name] = [price.wrong];
    return [name, price.cents];
  });
  const { data, errors } = parseFields(standardSeasonFields, { ...typed, ...Object.fromEntries(cents) });
  if (errors || Object.keys(wrong).length) throw new Refusal('bad_input', {}, { ...errors, ...wrong });
  return data!;
}
