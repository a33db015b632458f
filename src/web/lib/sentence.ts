/** The sentences of refusals: apart from the forms, because every page can say what was refused. */
import type { Locale } from '#domain/locales.ts';
import { withStatesNamed } from '#domain/pigeons/status.ts';
import type { FieldError } from '#domain/refusal.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** The sentence for an error, in the reader's language. */
export function useSentence(): (error: FieldError) => string {
  const { t } = useTranslation();
  const { locale } = usePage();
  return ({ code, params }) => {
    const named = withStatesNamed(params, (status) => t(`pigeon_status.${status}`));
    return t(`refusals.${code}` as 'refusals.bad_input', { ...named, ...amountsIn(locale, params) });
  };
}

/** The amounts beside a currency, `67350.00`, as numbers of the reader's language. */
function amountsIn(locale: Locale, params: FieldError['params'] = {}): Record<string, string> {
  if (params.currency === undefined) return {};
  const amounts = Object.entries(params).filter(([, value]) => /^\d+\.\d\d$/.test(String(value)));
  return Object.fromEntries(amounts.map(([name, value]) => [name, formatNumber(locale, Number(value), 2, 2)]));
}

/** The sentence for a refused form: its fields say what is wrong with them, and it stands as it was typed. */
export function useFormSentence(): (refused: FieldError) => string {
  const { t } = useTranslation();
  const sentence = useSentence();
  return (refused) => {
    if (refused.code === 'bad_input') return t('form.check');
    return refused.code === 'sign_in_first' ? t('form.signed_out') : sentence(refused);
  };
}
