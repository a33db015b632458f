/** Signing in with a passkey, where the browser has them: by a button, and as a suggestion in the e-mail field. */
import { useCallback, useEffect, useRef } from 'react';
import { useSubmit } from 'react-router';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import styles from './identity.module.css';
import { offersPasskeys, showPasskey, usePasskeys } from './passkey.ts';

export function PasskeySignIn() {
  const { t } = useTranslation();
  const submit = useSubmit();
  const has = usePasskeys();
  const waiting = useRef<AbortController>(undefined);

  const show = useCallback(
    async (conditional: boolean) => {
      waiting.current?.abort();
      waiting.current = new AbortController();
      const { signal } = waiting.current;
      const passkey = await showPasskey(signal, conditional).catch(() => null);
      if (passkey && !signal.aborted) await submit({ passkey }, { method: 'post' });
    },
    [submit],
  );

  useEffect(() => {
    let here = true;
    void offersPasskeys().then((offers) => {
      if (offers && here) void show(true);
    });
    return () => {
      here = false;
      waiting.current?.abort();
    };
  }, [show]);

  return (
    <button
      type="button"
      className={`${panel.button} ${styles.full} ${has ? '' : 'awaited'}`}
      onClick={() => void show(false)}
    >
      {t('identity.passkey_sign_in')}
    </button>
  );
}
