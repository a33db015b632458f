/** A link that carries a sign-in: its opener confirms the account before anything is done in its name (4.10). */
import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { startSignIn } from '#web/lib/sign-in.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import styles from './carried.module.css';

/** `name`: the account's; null: the link has expired. */
interface Carried {
  token: string;
  name: string | null;
}

export function LinkSignIn({ token: given }: { token: string }) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const [carried, setCarried] = useState<Carried | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    void readName(given).then((name) => setCarried({ token: given, name }));
  }, [given]);
  useEffect(() => {
    if (carried) dialog.current?.showModal();
  }, [carried]);
  if (!carried) return null;
  const { token, name } = carried;
  const close = () => setCarried(null);

  async function continueSignIn() {
    const answer = await fetch('/login/carried', { method: 'POST', headers: shown(token) }).catch(() => null);
    // All data loaded so far was loaded for another account.
    if (answer?.ok) location.reload();
    else setCarried({ token, name: null });
  }

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="carried" onClose={close}>
      <h2 id="carried">{name === null ? t('sign_in.link_over') : t('sign_in.continue_as', { name })}</h2>
      {name !== null && <p>{t('sign_in.carried')}</p>}
      <form method="dialog" className={styles.actions}>
        {name === null ? (
          <button type="button" className={panel.button_primary} onClick={() => startSignIn(() => void leave())}>
            {t('nav.log_in')}
          </button>
        ) : (
          <button type="button" className={panel.button_primary} onClick={() => void continueSignIn()}>
            {t('sign_in.continue')}
          </button>
        )}
        <button type="submit" className={panel.button}>
          {t('sign_in.stay')}
        </button>
      </form>
    </dialog>
  );

  async function leave() {
    close();
    await revalidate();
  }
}

const shown = (token: string) => ({ authorization: `Bearer ${token}` });

async function readName(token: string): Promise<string | null> {
  const answer = await fetch('/login/carried', { headers: shown(token) }).catch(() => null);
  if (!answer?.ok) return null;
  return ((await answer.json()) as { name: string }).name;
}
