/**
 * Beside the bar of a person who is seen: a form that would change something stays as it was filled in, and a sentence
 * says why it is not sent. Without a script the server says it.
 */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { endPath } from './seen-as.ts';

export function SeenAsRefusal() {
  const { t } = useTranslation();
  const [refused, setRefused] = useState(0);
  const notice = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    // Before the page's own handlers, which would send it.
    const stop = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement;
      const { method, action } = readSubmit(form, event.submitter);
      if (method !== 'post' || new URL(action, location.href).pathname === endPath) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setRefused((times) => times + 1);
    };
    addEventListener('submit', stop, true);
    return () => removeEventListener('submit', stop, true);
  }, []);

  useEffect(() => {
    if (refused) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [refused]);

  if (refused === 0) return null;
  return (
    // Keyed: a second try is announced again.
    <p key={refused} ref={notice} role="alert">
      <b>{t('refusals.only_seen')}</b>
    </p>
  );
}

/** How and where a form is sent: a button of it may say otherwise. A field called `action` hides the property. */
function readSubmit(form: HTMLFormElement, button: HTMLElement | null) {
  const read = (name: string) => button?.getAttribute(`form${name}`) ?? form.getAttribute(name);
  return { method: (read('method') ?? 'get').toLowerCase(), action: read('action') ?? location.href };
}
