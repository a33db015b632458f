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

export function AceMine({ loft_id, page, time_zone, look }: AceMineProps) {
  const { t } = useTranslation();
  const birds = useRankingBirds(loft_id, page.ranking.id, page.read_at);
  if (!birds || birds.length === 0 || page.ranking.rule.subject.of !== 'pigeon') return null;
  const inAir = birds.filter(({ in_the_air }) => in_the_air !== null);
  return (
    <section className={`${panel.panel} ${styles.mine} ${styles[look]}`} aria-label={t('mine.title')}>
      <h3>
        <Icon name="pin" size={18} /> {t('mine.title')}
      </h3>
      <ul>
        {birds.map((one) => (
          <li key={one.bird.pigeon_id}>
            <MineLine loft_id={loft_id} one={one} page={page} time_zone={time_zone} />
          </li>
        ))}
      </ul>
      {inAir.length > 0 && (
        <>
          <p className={styles.against}>{t('aces.against')}</p>
          {look === 'wide' && <WhatIf loft_id={loft_id} page={page} birds={inAir} time_zone={time_zone} />}
        </>
      )}
    </section>
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
