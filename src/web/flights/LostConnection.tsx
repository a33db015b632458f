/** Says how old the page is when nothing can be heard any more. What is on the board stays: those times are safe. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './flight.module.css';

/** A connection that comes back at once is not worth a word. */
const patience_ms = 3000;

export function LostConnection({ lost_ms }: { lost_ms: number | null }) {
  const { t } = useTranslation();
  const [now_ms, setNow] = useState(0);
  useEffect(() => {
    if (lost_ms === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [lost_ms]);
  const away_ms = lost_ms === null ? 0 : now_ms - lost_ms;
  const seconds = Math.floor(away_ms / 1000);
  return (
    <div role="status" className={styles.lost_place}>
      {away_ms >= patience_ms && (
        <p className={styles.lost}>
          <Icon name="alert" />
          {/* Read aloud once; the seconds are for the eye. */}
          <span aria-hidden="true">
            {seconds < 120
              ? t('live.lost_seconds', { seconds })
              : t('live.lost_minutes', { minutes: Math.floor(seconds / 60) })}
          </span>
          <span className="visually-hidden">{t('live.lost')}</span>
        </p>
      )}
    </div>
  );
}
