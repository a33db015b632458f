/** Links to the parts of a list, by state or kind, each with its count. */
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { Link } from '#web/ui/Link.tsx';
import styles from './list-parts.module.css';

export interface ListPart {
  to: string;
  word: string;
  /** Left out: the part is not counted. */
  count?: number;
  isShown: boolean;
}

export interface ListPartsProps {
  /** The label of the links for screen readers. */
  label: string;
  parts: readonly ListPart[];
}

export function ListParts({ label, parts }: ListPartsProps) {
  const { locale } = usePage();
  return (
    <nav className={styles.parts} aria-label={label}>
      {parts.map(({ to, word, count, isShown }) => (
        <Link key={to} to={to} aria-current={isShown ? 'true' : undefined} preventScrollReset>
          {word} {count !== undefined && <bdi className="num">{formatNumber(locale, count)}</bdi>}
        </Link>
      ))}
    </nav>
  );
}
