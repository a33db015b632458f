/** Asks for confirmation before a form with unsaved input is left. */
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useTranslation } from '#web/lib/translation.ts';

/** While `unsaved`, another page is opened only after a confirmation; the form's own redirects are not asked about. */
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
