/** The lines of what was published and taken back, each with its reason; nothing where there are none. */
import type { Withdrawn } from '#domain/rankings/withdrawn.ts';
import { formatNamedDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { rankingName } from '#web/lib/ranking-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './withdrawn-lines.module.css';

export function WithdrawnLines({ withdrawn, time_zone }: { withdrawn: readonly Withdrawn[]; time_zone: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (withdrawn.length === 0) return null;
  return (
    <ul className={styles.lines}>
      {withdrawn.map((one) => (
        <li key={one.id} suppressHydrationWarning>
          <s>
            <bdi>{rankingName(locale, one)}</bdi>
          </s>{' '}
          {t('ranking_admin.withdrawn', {
            day: formatNamedDay(locale, Date.parse(one.withdrawn_at), time_zone),
            reason: one.reason,
          })}
        </li>
      ))}
    </ul>
  );
}
