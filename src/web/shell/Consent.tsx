/**
 * Asks for consent before optional data is stored. A site without any asks nothing. Both replies are one click, need no
 * script, and can be changed in the footer of every page.
 */
import { useLocation } from 'react-router';
import { type Consent, consents } from '#domain/consent.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './consent.module.css';

export const consentPath = '/misc/consent';

export function ConsentQuestion() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const asked = useRootData()?.measuring;
  if (!asked || asked.consent) return null;
  const word = { needed: 'consent.needed', all: 'consent.all' } as const satisfies Record<Consent, string>;
  return (
    <section className={styles.question} aria-label={t('consent.title')}>
      <form method="post" action={consentPath} className={`wrap ${styles.in}`}>
        <p>
          {t('consent.text')} <Link to="/privacy">{t('nav.privacy')}</Link>
        </p>
        <input type="hidden" name="to" value={pathname + search} />
        {consents.map((one) => (
          <button key={one} type="submit" name="consent" value={one} className={panel.button}>
            {t(word[one])}
          </button>
        ))}
      </form>
    </section>
  );
}
