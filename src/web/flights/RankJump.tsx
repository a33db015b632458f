/** The way to a rank of a long board, from wherever in it the reader is: a button that turns into a field. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './arrivals.module.css';
import { type RankedList, rowOfRank } from './rank-row.ts';

export interface RankJumpProps {
  list: RankedList;
  /** Whether beside others there is no room for its words. */
  bare: boolean;
  onJump: (pigeon_id: number) => void;
}

export function RankJump({ list, bare, onJump }: RankJumpProps) {
  const { t } = useTranslation();
  const [isAsking, ask] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (isAsking) field.current?.focus();
    // Closed by a key: the button that opened it takes the focus again.
    else if (wasAsking.current && document.activeElement === document.body) button.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  if (!isAsking)
    return (
      <button ref={button} type="button" aria-label={t('board.go_to_rank')} onClick={() => ask(true)}>
        <Icon name="list" />
        {!bare && t('board.go_to_rank')}
      </button>
    );
  return (
    <form
      className={styles.to_rank}
      onSubmit={(event) => {
        event.preventDefault();
        const rank = Number.parseInt(field.current?.value ?? '', 10);
        if (!(rank > 0)) return field.current?.focus();
        ask(false);
        onJump(list.idAt(rowOfRank(list, rank)));
      }}
      onKeyDown={({ key }) => key === 'Escape' && ask(false)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) ask(false);
      }}
    >
      <label htmlFor="to-rank">{t('board.go_to_rank')}</label>
      <input ref={field} id="to-rank" className="num" inputMode="numeric" autoComplete="off" maxLength={6} dir="ltr" />
      <button type="submit" aria-label={t('board.go_to_rank')}>
        <Icon name="arrow" />
      </button>
    </form>
  );
}
