/** Until when, or with which place of the flight, a bird in the air keeps the places it can still have. */
import type { NeedsInTheAir } from '#domain/rankings/contract.ts';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './aces.module.css';

export function Needs({ steps, time_zone }: { steps: NeedsInTheAir['steps']; time_zone: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (steps.length === 0) return null;
  return (
    <ol className={styles.needs}>
      {steps.map(({ place, until, rank }, i) => {
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
  );
}
