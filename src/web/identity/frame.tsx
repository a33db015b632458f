/** What the provider's pages share: their panel, and where a demo shows what it would have sent. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './identity.module.css';

export function Panel({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`wrap ${styles.page}`}>
      <section className={`${styles.panel} ${wide ? styles.wide : ''}`}>
        <h1>{title}</h1>
        {children}
      </section>
    </div>
  );
}

/** In a demo nothing is sent: here is what would have been. */
export function OutboxHint({ open }: { open: boolean }) {
  const { t } = useTranslation();
  if (!open) return null;
  return (
    <p className={styles.links}>
      <Link to="/id/outbox">{t('identity.open_outbox')}</Link>
    </p>
  );
}
