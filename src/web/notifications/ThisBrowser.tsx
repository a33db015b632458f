/** Push notifications in this browser: their state, and the button that asks for permission. */
import { useEffect, useState } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './notifications.module.css';
import { isDenied, isSupported, startPush, stopPush, subscriptionHere } from './push.ts';

/** `unknown`: before hydration, or without a script. */
type State = 'unknown' | 'unsupported' | 'denied' | 'off' | 'on' | 'busy' | 'failed';

const sentences = {
  unsupported: 'notifications.unsupported',
  denied: 'notifications.denied',
  on: 'notifications.shown',
  failed: 'notifications.failed',
} as const;

export function ThisBrowser({ push_key }: { push_key: string }) {
  const { t } = useTranslation();
  const [state, setState] = useState<State>('unknown');

  useEffect(() => {
    let gone = false;
    const readState = async (): Promise<State> => {
      if (!isSupported()) return 'unsupported';
      if (isDenied()) return 'denied';
      return (await subscriptionHere()) ? 'on' : 'off';
    };
    readState().then(
      (found) => !gone && setState(found),
      () => !gone && setState('failed'),
    );
    return () => {
      gone = true;
    };
  }, []);

  async function setPush(on: boolean): Promise<void> {
    setState('busy');
    try {
      if (on) setState((await startPush(push_key)) ? 'on' : isDenied() ? 'denied' : 'off');
      else {
        await stopPush();
        setState('off');
      }
    } catch (error) {
      console.error(error);
      setState('failed');
    }
  }

  const sentence = state in sentences ? sentences[state as keyof typeof sentences] : null;
  // Most browsers can ask: while the state is unknown the button keeps its space.
  const canAsk = ['unknown', 'off', 'busy', 'failed'].includes(state);
  return (
    <section
      className={`${panel.panel} ${styles.browser} ${state === 'unknown' ? 'awaited' : ''}`}
      aria-labelledby="this-browser"
    >
      <h2 id="this-browser">{t('identity.here')}</h2>
      <p role="status">
        {sentence && <Icon name={state === 'on' ? 'check' : 'alert'} />}
        {sentence && t(sentence)}
      </p>
      {canAsk && (
        <button type="button" className={panel.button} disabled={state === 'busy'} onClick={() => void setPush(true)}>
          <Icon name="bell" />
          {t('notifications.allow')}
        </button>
      )}
      {state === 'on' && (
        <button type="button" className={panel.button} onClick={() => void setPush(false)}>
          {t('notifications.forbid')}
        </button>
      )}
    </section>
  );
}
