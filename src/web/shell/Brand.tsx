/** The name and the logo, drawn in this place only. */
import { brand } from '#web/lib/head.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import styles from './shell.module.css';

export function Brand() {
  const { t } = useTranslation();
  return (
    <Link className={styles.brand} to="/" aria-label={`${brand}, ${t('nav.home')}`}>
      <svg className={styles.mark} width="30" height="30" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path
          d="M5.5 24C8 11.5 17 7 24.2 15.4"
          fill="none"
          stroke="#FF6A5A"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeDasharray="3.6 4.3"
        />
        <circle cx="24.6" cy="18.6" r="4.1" fill="#fff" />
      </svg>
      <span>{brand}</span>
    </Link>
  );
}
