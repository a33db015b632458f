/** Messages at the lower edge of the window, with a button to close them (2.30). */
import { useSyncExternalStore } from 'react';
import { closeNotice, readNotices, subscribeNotices } from '#web/lib/notice.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './snackbar.module.css';

export function Snackbar() {
  const { t } = useTranslation();
  const { now, past } = useSyncExternalStore(subscribeNotices, readNotices, readNotices);
  return (
    <>
      <ol className="visually-hidden" aria-label={t('notice.said')} data-said="">
        {past.map(({ n, text }) => (
          <li key={n}>{text}</li>
        ))}
      </ol>
      {/* Both regions are always in the document: text in a new region is not announced everywhere. */}
      {(['error', 'success'] as const).map((kind) => (
        <div key={kind} className={styles.place} role={kind === 'error' ? 'alert' : 'status'}>
          {now?.kind === kind && (
            <div className={`${styles.notice} ${styles[kind]}`}>
              <Icon name={kind === 'error' ? 'alert' : 'check'} />
              <span>{now.text}</span>
              <button type="button" onClick={closeNotice}>
                {t('notice.close')}
              </button>
            </div>
          )}
        </div>
      ))}
    </>
  );
}
