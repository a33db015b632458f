/** The switch at the lower edge of phones and tablets: the board, the last birds home, the reader's pigeons. */
import { memo } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import styles from './dock.module.css';

export const docked = ['board', 'just_in', 'mine'] as const;
export type Docked = (typeof docked)[number];

const icons: Readonly<Record<Docked, IconName>> = { board: 'list', just_in: 'bell', mine: 'pin' };

/** A published result has no last arrivals: who is home from where is in their place. */
const resultWords = { board: 'dock.result', just_in: 'dock.figures', mine: 'dock.mine' } as const;
const resultIcons: Readonly<Record<Docked, IconName>> = { ...icons, board: 'trophy', just_in: 'globe' };

export interface DockProps {
  isResult: boolean;
  shown: Docked;
  onShow: (part: Docked) => void;
  my_home: number;
  my_total: number;
}

export const Dock = memo(function Dock({ isResult, shown, onShow, my_home, my_total }: DockProps) {
  const { t } = useTranslation();
  return (
    <nav className={styles.dock} aria-label={t('dock.label')}>
      {docked.map((part) => (
        <button
          key={part}
          type="button"
          aria-current={part === shown ? 'true' : undefined}
          onClick={() => onShow(part)}
        >
          <Icon name={(isResult ? resultIcons : icons)[part]} size={23} />
          {t(isResult ? resultWords[part] : `dock.${part}`)}
          {part === 'mine' && my_total > 0 && (
            <>
              <span className={styles.badge} aria-hidden="true">
                {my_home}/{my_total}
              </span>
              <span className="visually-hidden">{t('mine.home', { home: my_home, count: my_total })}</span>
            </>
          )}
        </button>
      ))}
    </nav>
  );
});
