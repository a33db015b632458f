/** Above the board at its lower edge: the way to the new birds, and the way back to where the reader was. */
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './arrivals.module.css';
import type { BoardJump } from './board-jump.ts';
import type { BoardLine } from './board-line.ts';

export interface PillProps {
  jump: BoardJump;
  /** The number of birds that came home out of sight. */
  unseen: number;
  onNewest: () => void;
  /** The first bird of a search, which the whole board can be opened at. */
  found: BoardLine | null;
}

export function Pill({ jump, unseen, onNewest, found }: PillProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { from } = jump;
  const backWords = () => {
    if (from === 'search') return t('board.back_search');
    if (from?.rank == null) return t('board.back_top');
    return t('board.back_to', { rank: formatNumber(locale, from.rank) });
  };
  if (!from && !found && unseen === 0) return null;
  return (
    <div className={styles.pill}>
      {from && (
        <button type="button" onClick={jump.back}>
          <Icon name="undo" />
          {backWords()}
        </button>
      )}
      {found && !from && (
        <button type="button" onClick={() => jump.jumpTo(found.bird.pigeon_id, 'search')}>
          <Icon name="list" />
          {found.rank === null
            ? t('board.in_whole')
            : t('board.in_whole_at', { rank: formatNumber(locale, found.rank) })}
        </button>
      )}
      {unseen > 0 && (
        <button type="button" onClick={onNewest}>
          {!from && !found && <Icon name="pigeon" />}
          {t(from || found ? 'live.waiting' : 'live.new', { count: unseen })}
        </button>
      )}
    </div>
  );
}
