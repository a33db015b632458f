/** The parts of a page as a sticky row of links, beside the controls that belong to all parts. */
import type { ReactNode } from 'react';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { Link } from '#web/ui/Link.tsx';
import styles from './strip.module.css';

export interface Part {
  name: string;
  to: string;
  shown: boolean;
  count?: number | undefined;
}

export function Strip({ label, parts, children }: { label: string; parts: readonly Part[]; children?: ReactNode }) {
  const { locale } = usePage();
  return (
    <div className={styles.strip}>
      <div className={`wrap ${styles.in}`}>
        <nav className={styles.parts} aria-label={label}>
          {parts.map(({ name, to, shown, count }) => (
            <Link key={to} to={to} aria-current={shown ? 'page' : undefined} preventScrollReset>
              {name} {count !== undefined && <bdi className="num">{formatNumber(locale, count)}</bdi>}
            </Link>
          ))}
        </nav>
        {children}
      </div>
    </div>
  );
}
