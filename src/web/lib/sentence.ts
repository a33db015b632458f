/** The sentences of refusals: apart from the forms, because every page can say what was refused. */
import { withStatesNamed } from '#domain/pigeons/status.ts';
import type { FieldError } from '#domain/refusal.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** The sentence for an error, in the reader's language. */
export function useSentence(): (error: FieldError) => string {
  const { t } = useTranslation();
  return ({ code, params }) => {
    const named = withStatesNamed(params, (status) => t(`pigeon_status.${status}`));
    return t(`refusals.${code}` as 'refusals.bad_input', { ...named });
  };
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
