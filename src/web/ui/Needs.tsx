/** What something still needs, each with the way to it where it is missing. */
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import { Icon } from './Icon.tsx';
import styles from './needs.module.css';

export interface Need {
  name: string;
  met: boolean;
  /** Where it is mended; null where the reader may not. */
  to: string | null;
}

export function Needs({ needs }: { needs: readonly Need[] }) {
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
