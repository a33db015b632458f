/** The crates of a flight in the order of their numbers: those of this desk can be touched. */
import { useEffect, useRef } from 'react';
import { countIn, cratesInBlock, deskName, ownsCrate } from '#domain/basketing/crates.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './desk.module.css';
import type { DeskView } from './desk-view.ts';

export interface DeskCratesProps {
  view: DeskView;
  choose(crate: number): void;
  next(): void;
}

export function DeskCrates({ view, choose, next }: DeskCratesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { slots } = view.state;
  const own = view.own!;
  const size = view.data!.crate_size;
  const used = [...new Set([...slots.keys()].map((key) => Number(key.split('.', 1)[0])))];
  const blocks = own.blocks.flatMap((block) =>
    Array.from({ length: cratesInBlock }, (_, i) => (block - 1) * cratesInBlock + 1 + i),
  );
  const crates = [...new Set([...blocks, ...used])].sort((a, b) => a - b);
  const others = view.others.filter((desk) => used.some((crate) => ownsCrate(desk, crate))).map(({ desk }) => desk);
  const open = view.crate;
  const number = (n: number) => formatNumber(locale, n);
  const list = useRef<HTMLOListElement>(null);
  // The open crate is in sight, however many the other desks have; the page itself stays where it is.
  useEffect(() => {
    const tile = open === null ? null : list.current?.querySelector('[aria-current]');
    if (!list.current || !tile) return;
    const [room, it] = [list.current.getBoundingClientRect(), tile.getBoundingClientRect()];
    const isSeen = it.left >= room.left && it.right <= room.right && it.top >= room.top && it.bottom <= room.bottom;
    if (!isSeen) list.current.scrollBy({ left: it.left - room.left - room.width / 3, top: it.top - room.top - 8 });
  }, [open]);
  return (
    <section className={styles.crates} aria-labelledby="crates">
      <div className={styles.head}>
        <h2 id="crates">
          {open === null
            ? t('basketing_desk.crate')
            : t('basketing_desk.crate_of', { crate: open, n: number(countIn(slots, open, size)), size })}
        </h2>
        <button type="button" onClick={next}>
          {t('basketing_desk.next_crate')}
        </button>
      </div>
      <ol ref={list}>
        {crates.map((crate) => {
          const count = countIn(slots, crate, size);
          const isOwn = ownsCrate(own, crate);
          const other = isOwn ? undefined : view.others.find((desk) => ownsCrate(desk, crate));
          const look = crate === open ? styles.yours : count >= size ? styles.full : count ? styles.part : styles.empty;
          return (
            <li key={crate}>
              <button
                type="button"
                className={`${styles.tile} ${look} ${isOwn ? '' : styles.others}`}
                disabled={!isOwn}
                title={other && t('basketing_desk.desk', { desk: deskName(other.desk) })}
                aria-current={crate === open || undefined}
                onClick={() => choose(crate)}
              >
                <b className="num">{crate}</b>
                <small className="num">{count}</small>
                {other && (
                  <i className={styles.letter}>
                    <span className="visually-hidden">{t('basketing_desk.desk', { desk: '' })}</span>
                    {deskName(other.desk)}
                  </i>
                )}
              </button>
            </li>
          );
        })}
      </ol>
      <p className={styles.legend}>
        <span className={styles.full}>{t('basketing_desk.full')}</span>
        <span className={styles.yours}>{t('basketing_desk.yours')}</span>
        {others.map((desk) => (
          <span key={desk}>
            <i className={styles.sample}>{deskName(desk)}</i> {t('basketing_desk.desk', { desk: deskName(desk) })}
          </span>
        ))}
        <span className={styles.empty}>{t('basketing_desk.empty')}</span>
      </p>
    </section>
  );
}
