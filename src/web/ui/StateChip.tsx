/** Where something that somebody decides stands: dashed while nobody has, solid afterwards. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import styles from './state-chip.module.css';

interface StateChipProps {
  /** `open`: nobody has decided; `done`: it counts; `over`: it does not, or no longer. */
  look: 'open' | 'done' | 'over';
  icon: IconName;
  children: ReactNode;
}

export function StateChip({ look, icon, children }: StateChipProps) {
  return (
    <span className={styles.state} data-look={look}>
      <Icon name={icon} size={18} />
      <span>{children}</span>
    </span>
  );
}
