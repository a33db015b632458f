/** The reader's birds in a ranking: where they stand, and what those in the air would need. */
import type { RankingBird, RankingPage } from '#domain/rankings/contract.ts';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { AceBird, Placed, Value } from './AceList.tsx';
import styles from './aces.module.css';
import { useRankingBirds } from './use-ranking-birds.ts';
import { WhatIf } from './WhatIf.tsx';

export interface AceMineProps {
  loft_id: number;
  page: RankingPage;
  time_zone: string;
  /** Before the list on narrow windows, beside it on wide ones. */
  look: 'narrow' | 'wide';
}

/** More birds that are not ranked are folded, so that the ranking itself is near. */
const mostUnranked = 3;

export function AceMine({ loft_id, page, time_zone, look }: AceMineProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const birds = useRankingBirds(loft_id, page.ranking.id, page.read_at);
  if (!birds || birds.length === 0 || page.ranking.rule.subject.of !== 'pigeon') return null;
  const [ranked, unranked] = [birds.filter(({ why_not }) => !why_not), birds.filter(({ why_not }) => why_not)];
  const own = { loft_id, page, time_zone };
  const inAir = birds.filter(({ in_the_air }) => in_the_air !== null);
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
      {inAir.length > 0 && (
        <>
          <p className={styles.against}>{t('aces.against')}</p>
          {look === 'wide' && <WhatIf loft_id={loft_id} page={page} birds={inAir} time_zone={time_zone} />}
        </>
      )}
    </section>
  );
}

function MineLines({ birds, ...own }: { birds: readonly RankingBird[] } & Omit<AceMineProps, 'look'>) {
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

function MineLine({ loft_id, one, page, time_zone }: { one: RankingBird } & Omit<AceMineProps, 'look'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { bird, line, why_not, in_the_air } = one;
  return (
    <>
      <span className={styles.place}>{line ? <Placed line={line} frozen={page.frozen !== null} /> : '–'}</span>
      <span className={styles.subject}>
        <AceBird loft_id={loft_id} bird={bird} />
      </span>
      <span className={styles.value}>{line && <Value line={line} page={page} />}</span>
      {why_not && <p className={styles.note}>{t(`aces.${why_not}`)}</p>}
      {in_the_air && in_the_air.steps.length > 0 && (
        <ol className={styles.needs}>
          {in_the_air.steps.map(({ place, until, rank }, i) => {
            const values = { place: formatNumber(locale, place) };
            if (until !== null)
              return (
                <li key={place}>
                  {t('aces.keeps_until', { ...values, time: clockTime(Date.parse(until), time_zone).time })}
                </li>
              );
            if (rank !== null)
              return <li key={place}>{t('aces.keeps_rank', { ...values, rank: formatNumber(locale, rank) })}</li>;
            return <li key={place}>{t(i === 0 ? 'aces.keeps_always' : 'aces.then', values)}</li>;
          })}
        </ol>
      )}
    </>
  );
}
