/** Shared parts of the provider's pages: the panel, and in a demo the link to the outbox. */
import type { ReactNode } from 'react';
import type { Account } from '#domain/identity/account.ts';
import { leadsToNotifications, leadsToRegistration } from '#domain/identity/onward-purpose.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
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

/** Why somebody was led here: nothing of a registration for a season is lost; notifications need an account. */
export function WhyHere({ onward }: { onward: string }) {
  const { t } = useTranslation();
  const isKept = leadsToRegistration(onward);
  if (!isKept && !leadsToNotifications(onward)) return null;
  return (
    <p className={`${styles.done} ${styles.why}`}>
      <Icon name={isKept ? 'check' : 'bell'} />
      <span>{t(isKept ? 'identity.registration_kept' : 'identity.for_notifications')}</span>
    </p>
  );
}

/** A demo sends nothing: the link to the mails it would have sent. */
export function OutboxHint({ open }: { open: boolean }) {
  const { t } = useTranslation();
  if (!open) return null;
  return (
    <p className={styles.links}>
      <Link to="/id/outbox">{t('identity.open_outbox')}</Link>
    </p>
  );
}

/** The picture of a person, or the initials. */
export function Portrait({ account }: { account: Pick<Account, 'image' | 'first_name' | 'last_name'> }) {
  const { image, first_name, last_name } = account;
  if (image) return <img src={image} alt="" width={72} height={72} />;
  const initials = [first_name, last_name].map((name) => Array.from(name)[0] ?? '').join('');
  return (
    <span className={styles.initials} aria-hidden="true">
      {initials}
    </span>
  );
}
