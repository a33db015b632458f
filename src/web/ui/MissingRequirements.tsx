/** The missing requirements of something, each with a link to where it is added. */
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import { Icon } from './Icon.tsx';
import styles from './needs.module.css';

export interface Need {
  name: string;
  met: boolean;
  /** Where it is added; null where the reader has no right to. */
  to: string | null;
}

export function MissingRequirements({ needs }: { needs: readonly Need[] }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.needs}>
      {needs.map(({ name, met, to }) => (
        <li key={name} data-met={met}>
          <Icon name={met ? 'check' : 'alert'} size={20} />
          {to !== null && !met ? <Link to={to}>{name}</Link> : name}
          <small>{t(met ? 'setup.met' : 'setup.not_met')}</small>
        </li>
      ))}
    </ul>
  );
}
