/** Two who change the same form: the second one is shown what the first one saved, and nothing that they typed is lost. */
import { useTranslation } from 'react-i18next';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import type { RefusedForm } from '#web/lib/form.ts';

/** After a no that is not about a field the page is read again: what it says may be old. */
export function rereadAfterNo({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate;
}

/** What a field says by now, where somebody else saved first and it is not what was typed. */
export function useMeanwhile<Name extends string>(
  answer: RefusedForm | undefined,
  saved: Readonly<Record<Name, string | number | null>>,
): (name: Name) => string | undefined {
  const { t } = useTranslation();
  if (answer?.refused.code !== 'changed_meanwhile') return () => undefined;
  return (name) => {
    const value = String(saved[name] ?? '');
    return value === (answer.typed[name] ?? '') ? undefined : t('loft_desk.now', { value: value || '–' });
  };
}
