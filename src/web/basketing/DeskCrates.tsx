/** The crates of a flight in the order of their numbers: those of this desk can be touched. */
import { countIn, cratesInBlock, deskName, ownsCrate } from '#domain/basketing/crates.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './desk.module.css';
import type { DeskView } from './device-desk.ts';

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
  const open = view.crate;
  const number = (n: number) => formatNumber(locale, n);
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
      <ol>
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
        {view.others.slice(0, 3).map(({ desk }) => (
          <span key={desk} className={styles.others}>
            {t('basketing_desk.desk', { desk: deskName(desk) })}
          </span>
        ))}
        <span className={styles.empty}>{t('basketing_desk.empty')}</span>
      </p>
    </section>
  );
}
