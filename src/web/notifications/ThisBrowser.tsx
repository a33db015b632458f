/** Whether this browser shows notifications, and the button that has it ask its reader. */
import { useEffect, useState } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './notifications.module.css';
import { isDenied, isSupported, startPush, stopPush, subscriptionHere } from './push.ts';

/** `unknown`: the page has just come, or the browser runs no script. */
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
    const look = async (): Promise<State> => {
      if (!isSupported()) return 'unsupported';
      if (isDenied()) return 'denied';
      return (await subscriptionHere()) ? 'on' : 'off';
    };
    look().then(
      (found) => !gone && setState(found),
      () => !gone && setState('failed'),
    );
    return () => {
      gone = true;
    };
  }, []);

  async function turn(on: boolean): Promise<void> {
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

  const said = state in sentences ? sentences[state as keyof typeof sentences] : null;
  // Most browsers can ask: where nothing is known yet, the button has its room.
  const canAsk = ['unknown', 'off', 'busy', 'failed'].includes(state);
  return (
    <section
      className={`${panel.panel} ${styles.browser} ${state === 'unknown' ? 'awaited' : ''}`}
      aria-labelledby="this-browser"
    >
      <h2 id="this-browser">{t('identity.here')}</h2>
      <p role="status">
        {said && <Icon name={state === 'on' ? 'check' : 'alert'} />}
        {said && t(said)}
      </p>
      {canAsk && (
        <button type="button" className={panel.button} disabled={state === 'busy'} onClick={() => void turn(true)}>
          <Icon name="bell" />
          {t('notifications.allow')}
        </button>
      )}
      {state === 'on' && (
        <button type="button" className={panel.button} onClick={() => void turn(false)}>
          {t('notifications.forbid')}
        </button>
      )}
    </section>
  );
}
