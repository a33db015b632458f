/**
 * Links to the parts of a list, by state or kind, each with its count. A phone shows the part that is chosen and has the
 * others behind it; it opens without a script.
 */
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { Link } from '#web/ui/Link.tsx';
import { Icon } from './Icon.tsx';
import styles from './list-parts.module.css';

export interface ListPart {
  to: string;
  word: string;
  /** Left out: the part is not counted. */
  count?: number;
  isShown: boolean;
}

export interface ListPartsProps {
  /** The label of the links for screen readers, and of the control on a phone. */
  label: string;
  parts: readonly ListPart[];
}

/** So many stand in one line of a phone. */
const fewest = 2;

export function ListParts({ label, parts }: ListPartsProps) {
  const { locale } = usePage();
  const named = ({ word, count }: ListPart) => (
    <>
      {word} {count !== undefined && <bdi className="num">{formatNumber(locale, count)}</bdi>}
    </>
  );
  const links = parts.map((part) => (
    <Link key={part.to} to={part.to} aria-current={part.isShown ? 'true' : undefined} preventScrollReset>
      {named(part)}
    </Link>
  ));
  const shown = parts.find(({ isShown }) => isShown);
  if (parts.length <= fewest || !shown)
    return (
      <nav className={styles.parts} aria-label={label}>
        {links}
      </nav>
    );
  return (
    <nav className={styles.nav} aria-label={label}>
      {/* Keyed: closed again once another part is chosen. */}
      <details key={shown.to} className={styles.fold}>
        <summary>
          <small>{label}</small>
          <span>{named(shown)}</span>
          <Icon name="down" size={20} />
        </summary>
        <div className={styles.parts}>{links}</div>
      </details>
    </nav>
  );
}
