/** Whether a season accepts registrations, with the days left; else its state. */
import type { SeasonOfLoft } from '#domain/seasons/contract.ts';
import type { registrationStates } from '#domain/seasons/due-dates-contract.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { daysUntil } from '#web/ui/DaysLeft.tsx';
import styles from './seasons.module.css';

export interface RegistrationProps {
  status: SeasonOfLoft['status'];
  registration: (typeof registrationStates)[number];
  starts_at: string | null;
  ends_at: string | null;
  today: string;
}

export function Registration({ status, registration, starts_at, ends_at, today }: RegistrationProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (registration === 'unset') return <p className={styles.state}>{t(`season.${status}`)}</p>;
  const day = registration === 'open' ? ends_at : registration === 'ahead' ? starts_at : null;
  return (
    <p className={styles.state} data-open={registration === 'open'}>
      <b>{day ? t('due_date.registration') : t(`registration.${registration}`)}</b>
      {day && (
        <span suppressHydrationWarning>
          {t(registration === 'open' ? 'due_date.ends' : 'due_date.begins', { when: daysUntil(locale, day, today) })}
        </span>
      )}
    </p>
  );
}
