/** Concurrent edits of one form: the second editor is shown the saved values, and typed ones are not lost. */
import { fieldsIn } from '#web/lib/fields-in.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** The fields of such a form; after a concurrent save each shows the saved value where another was typed. */
export function useOwnFields<Name extends string>(
  answer: RefusedForm | undefined,
  saved: Readonly<Record<Name, string | number | null>>,
) {
  const { t } = useTranslation();
  const field = fieldsIn(answer, saved);
  const isOld = answer?.refused.code === 'changed_meanwhile';
  return (name: Name, hint?: string) => {
    const value = String(saved[name] ?? '');
    const isOther = isOld && value !== (answer.typed[name] ?? '');
    return { ...field(name), hint: isOther ? t('loft_admin.now', { value: value || '–' }) : hint };
  };
}
