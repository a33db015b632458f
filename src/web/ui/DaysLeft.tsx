/** The state of a due date today, in the reader's language: begins in 3 days, ends tomorrow, is over. */
import type { Locale } from '#domain/locales.ts';
import { formatDaysAhead } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** The number of days until a day: `today`, `tomorrow`, `in 3 days`. */
export function daysUntil(locale: Locale, day: string, today: string): string {
  const [at_ms, now_ms] = [Date.parse(`${day}T00:00:00Z`), Date.parse(`${today}T00:00:00Z`)];
  return formatDaysAhead(locale, at_ms, now_ms, 'UTC');
}

export function DaysLeft({ starts_at, ends_at, today }: { starts_at: string; ends_at: string; today: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (ends_at < today) return t('due_date.over');
  const ahead = starts_at > today;
  const when = daysUntil(locale, ahead ? starts_at : ends_at, today);
  return <span suppressHydrationWarning>{t(ahead ? 'due_date.begins' : 'due_date.ends', { when })}</span>;
}
