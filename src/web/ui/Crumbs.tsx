/** Breadcrumbs; on very small screens the last two steps (2.25). */
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import styles from './crumbs.module.css';

export function Crumbs({ trail }: { trail: readonly { name: string; to?: string }[] }) {
  const { t } = useTranslation();
  return (
    <nav className={styles.crumbs} aria-label={t('nav.trail')}>
      <ol>
        {trail.map(({ name, to }) => (
          <li key={name}>
            {to ? (
              <Link to={to}>
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <bdi aria-current="page">{name}</bdi>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
