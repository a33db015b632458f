/** Asks before somebody leaves a form with what they typed in it. */
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useTranslation } from '#web/lib/translation.ts';

/** While `unsaved` another page is opened only after a question; the form's own answers are not asked about. */
export function useUnsaved(unsaved: boolean): void {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(t('form.unsaved'))) blocker.proceed();
    else blocker.reset();
  }, [blocker, t]);
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
}
