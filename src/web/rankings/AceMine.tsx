/** The reader's birds in a ranking: where they stand, and what those in the air would need. */
import type { RankingBird, RankingPage } from '#domain/rankings/contract.ts';
import { formatList, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { AceBird, Placed, Value } from './AceList.tsx';
import styles from './aces.module.css';
import { Needs } from './Needs.tsx';

export interface AceMineProps {
  loft_id: number;
  page: RankingPage;
  /** The reader's birds; null: none is marked, or they are not read yet. */
  birds: readonly RankingBird[] | null;
  time_zone: string;
  /** Before the list on narrow windows, beside it on wide ones. */
  look: 'narrow' | 'wide';
}

/** More birds that are not ranked are folded, so that the ranking itself is near. */
const mostUnranked = 3;

export function AceMine({ loft_id, page, birds, time_zone, look }: AceMineProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!birds || birds.length === 0 || page.ranking.rule.subject.of !== 'pigeon') return null;
  const [ranked, unranked] = [birds.filter(({ why_not }) => !why_not), birds.filter(({ why_not }) => why_not)];
  const own = { loft_id, page, time_zone };
  const inAir = birds.some(({ in_the_air }) => in_the_air !== null);
  return (
    <section className={`${panel.panel} ${styles.mine} ${styles[look]}`} aria-label={t('mine.title')}>
      <h3>
        <Icon name="pin" size={18} /> {t('mine.title')}
      </h3>
      {ranked.length > 0 && <MineLines birds={ranked} {...own} />}
      {unranked.length > mostUnranked ? (
        <details className={styles.unranked}>
          <summary>{t('aces.unranked', { n: formatNumber(locale, unranked.length) })}</summary>
          <MineLines birds={unranked} {...own} />
        </details>
      ) : (
        unranked.length > 0 && <MineLines birds={unranked} {...own} />
      )}
      {inAir && <p className={styles.against}>{t('aces.against')}</p>}
    </section>
  );
}

function MineLines({ birds, ...own }: Omit<AceMineProps, 'look' | 'birds'> & { birds: readonly RankingBird[] }) {
  return (
    <ul>
      {birds.map((one) => (
        <li key={one.bird.pigeon_id}>
          <MineLine one={one} {...own} />
        </li>
      ))}
    </ul>
  );
}

function MineLine({ loft_id, one, page, time_zone }: { one: RankingBird } & Omit<AceMineProps, 'look' | 'birds'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { bird, line, why_not, missing, in_the_air } = one;
  const missed = page.flights.filter(({ id }) => missing.includes(id)).map(({ name }) => name);
  return (
    <>
      <span className={styles.place}>{line ? <Placed line={line} frozen={page.frozen !== null} /> : '–'}</span>
      <span className={styles.subject}>
        <AceBird loft_id={loft_id} bird={bird} />
      </span>
      <span className={styles.value}>{line && <Value line={line} page={page} />}</span>
      {why_not && (
        <p className={styles.note} suppressHydrationWarning>
          {t(`aces.${why_not}`)}
          {missed.length > 0 && ` ${t('aces.not_home')}: ${formatList(locale, missed)}`}
        </p>
      )}
      {in_the_air && <Needs steps={in_the_air.steps} time_zone={time_zone} />}
    </>
  );
}
