/** A link carried a sign-in: whoever opened it says whether that is them, before anything is done in their name (4.10). */
import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { carriedToken, startSignIn } from '#web/lib/sign-in.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import styles from './carried.module.css';

/** Whose sign-in it is; null where the link is over. */
interface Carried {
  token: string;
  name: string | null;
}

export function CarriedSignIn() {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const [carried, setCarried] = useState<Carried | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const token = carriedToken();
    if (token) void askWho(token).then((name) => setCarried({ token, name }));
  }, []);
  useEffect(() => {
    if (carried) dialog.current?.showModal();
  }, [carried]);
  if (!carried) return null;
  const { token, name } = carried;
  const close = () => setCarried(null);

  async function goOn() {
    const answer = await fetch('/login/carried', { method: 'POST', headers: shown(token) }).catch(() => null);
    // What every page told before was told to somebody else.
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
            {t('sign_in.start')}
          </button>
        ) : (
          <button type="button" className={panel.button_primary} onClick={() => void goOn()}>
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

async function askWho(token: string): Promise<string | null> {
  const answer = await fetch('/login/carried', { headers: shown(token) }).catch(() => null);
  if (!answer?.ok) return null;
  return ((await answer.json()) as { name: string }).name;
}
