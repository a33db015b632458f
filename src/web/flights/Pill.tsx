/** Above the board at its lower edge: the ways to the new birds, to a rank, and back to where the reader was. */
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './arrivals.module.css';
import type { BoardJump } from './board-jump.ts';
import type { BoardLine } from './board-line.ts';
import { RankJump } from './RankJump.tsx';
import type { RankedList } from './rank-row.ts';

export interface PillProps {
  jump: BoardJump;
  /** The number of birds that came home out of sight. */
  unseen: number;
  onNewest: () => void;
  /** The only bird of a search, which the whole board can be opened at; over several hits it would lie on one of them. */
  found: BoardLine | null;
  /** A long list that the reader is in the middle of, by rank; null: there is no rank to go to. */
  ranks: RankedList | null;
}

export function Pill({ jump, unseen, onNewest, found, ranks }: PillProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { from } = jump;
  const backWords = () => {
    if (from === 'search') return t('board.back_search');
    if (from?.rank == null) return t('board.back_top');
    return t('board.back_to', { rank: formatNumber(locale, from.rank) });
  };
  if (!from && !found && unseen === 0 && !ranks) return null;
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
      {ranks && <RankJump list={ranks} bare={Boolean(from || found || unseen > 0)} onJump={(id) => jump.jumpTo(id)} />}
    </div>
  );
}
