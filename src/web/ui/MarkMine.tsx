/** The yellow pen: marks a bird or a team as the reader's own. Marks are kept by the browser, so it waits for a script. */
import { useTranslation } from 'react-i18next';
import { useHydrated } from '#web/lib/hydrated.ts';
import { type Mine, toggleMine, useMine } from '#web/lib/mine.ts';
import { Icon } from './Icon.tsx';
import styles from './mark-mine.module.css';

export interface MarkMineProps {
  loft_id: number;
  kind: keyof Mine;
  id: number;
  /** The ring or the team's name. */
  name: string;
  /** Only the sign, in rows of a list. */
  small?: boolean;
}

export function MarkMine({ loft_id, kind, id, name, small = false }: MarkMineProps) {
  const { t } = useTranslation();
  const mine = useMine(loft_id);
  if (!useHydrated()) return null;
  const marked = mine[kind].includes(id);
  const label = kind === 'pigeons' ? t('mine.mark_bird', { ring: name }) : t('mine.mark_team', { team: name });
  return (
    <button
      type="button"
      className={`${styles.mark} ${small ? styles.small : ''}`}
      aria-pressed={marked}
      aria-label={small ? label : undefined}
      onClick={() => toggleMine(loft_id, kind, id)}
    >
      <Icon name="marker" size={20} />
      {!small && <span>{t(marked ? 'mine.marked' : 'mine.mark')}</span>}
    </button>
  );
}
