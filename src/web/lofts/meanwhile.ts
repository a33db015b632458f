/** Two who change the same form: the second one is shown what the first one saved, and nothing that they typed is lost. */
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { fieldsIn, type RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** After a no that is not about a field the page is read again: what it says may be old. */
export function rereadAfterNo({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate;
}

/** The fields of such a form; where somebody else saved first, each says what it is by now if that was not typed. */
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
