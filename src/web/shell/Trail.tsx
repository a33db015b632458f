/** The trail of the page (2.25); on very small screens its last two steps. */
import { useLocation, useMatches } from 'react-router';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import styles from './trail.module.css';
import { trailOf } from './trail.ts';

interface TrailProps {
  className?: string;
  /** Whether a phone shows it too. */
  onPhones?: boolean;
}

export function Trail({ className = '', onPhones = true }: TrailProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const matches = useMatches();
  const known = Object.assign({}, ...matches.map(({ loaderData }) => loaderData));
  const trail = trailOf(pathname, matches.at(-1)?.params ?? {}, known, t);
  if (trail.length === 1) return null;
  return (
    <nav className={`${className} ${styles.trail} ${onPhones ? '' : styles.wide}`} aria-label={t('nav.trail')}>
      <ol>
        {trail.map(({ name, to, is_id }, at) => (
          <li key={to ?? name} data-name={is_id || undefined}>
            {to ? (
              <Link to={to}>
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <bdi aria-current={at === trail.length - 1 ? 'page' : undefined}>{name}</bdi>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
