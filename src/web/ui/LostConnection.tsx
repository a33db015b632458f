/** The age of the page while the live connection is lost. The board stays: those times are final. */
import { type ReactNode, useEffect, useState } from 'react';
import { useAsOf } from '#web/lib/as-of.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from './Icon.tsx';
import styles from './lost.module.css';

/** A connection that is restored within this time is not reported. */
const timeout_ms = 3000;

/** Whether the connection is lost for longer than a moment. */
export function useLongLost(lost_ms: number | null): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (lost_ms === null) return;
    const timer = setTimeout(() => setLong(true), lost_ms + timeout_ms - Date.now());
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [lost_ms]);
  return long;
}

/** Since when the reader's device reports no network, by its clock; for pages without a socket of their own. */
export function useOffline(): number | null {
  const [since_ms, setSince] = useState<number | null>(null);
  useEffect(() => {
    const look = () => setSince((before_ms) => (navigator.onLine ? null : (before_ms ?? Date.now())));
    look();
    addEventListener('offline', look);
    addEventListener('online', look);
    return () => {
      removeEventListener('offline', look);
      removeEventListener('online', look);
    };
  }, []);
  return since_ms;
}

export interface LostConnectionProps {
  lost_ms: number | null;
  shown: boolean;
  /** Says by `--bars` how high the bars are that stay above it. */
  className?: string | undefined;
  /** What helps meanwhile. */
  children?: ReactNode;
}

export function LostConnection({ lost_ms, shown, className = '', children }: LostConnectionProps) {
  // The line above the whole page already shows the age (shell/AsOf.tsx).
  const isShownElsewhere = useAsOf() !== null;
  return (
    <div role="status" className={`${styles.place} ${className}`}>
      {shown && !isShownElsewhere && lost_ms !== null && <Age lost_ms={lost_ms}>{children}</Age>}
    </div>
  );
}

function Age({ lost_ms, children }: { lost_ms: number; children: ReactNode }) {
  const { t } = useTranslation();
  const [now_ms, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((now_ms - lost_ms) / 1000);
  return (
    <p className={styles.lost}>
      <Icon name="alert" />
      {/* Announced to screen readers once, without the seconds. */}
      <span aria-hidden="true">
        {seconds < 120
          ? t('live.lost_seconds', { seconds })
          : t('live.lost_minutes', { minutes: Math.floor(seconds / 60) })}
      </span>
      <span className="visually-hidden">{t('live.lost')}</span>
      {children}
    </p>
  );
}
