/** The sentence of a refusal at a desk, in the reader's language. */
import type { Refusal } from '#domain/refusal.ts';
import { useTranslation } from '#web/lib/translation.ts';

export function useSentence() {
  const { t } = useTranslation();
  return ({ code, params }: Pick<Refusal, 'code' | 'params'>) =>
    t(`refusals.${code}` as 'refusals.bad_input', { ...params });
}
