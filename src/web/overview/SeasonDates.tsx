/**
 * The due dates and flights of a season on a calendar of its months, with today at the loft and a link to change them.
 */
import { formatCalendarDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Calendar, type CalendarProps } from '#web/seasons/Calendar.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { FoldedPanel } from '#web/ui/FoldedPanel.tsx';
import { Link } from '#web/ui/Link.tsx';
import styles from './overview.module.css';

export interface SeasonDatesProps extends Pick<CalendarProps, 'due_dates' | 'flights' | 'today'> {
  season_id: number;
}

export function SeasonDates({ season_id, due_dates, flights, today }: SeasonDatesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <FoldedPanel
      id="bars"
      title={t('admin.due_dates')}
      about={
        <span className={styles.wide} suppressHydrationWarning>
          {t('due_date.today', { day: formatCalendarDay(locale, today, 'words') })}
        </span>
      }
      link={<Link to={`/admin/seasons/${season_id}/due-dates`}>{t('due_date.change')}</Link>}
    >
      {due_dates.length + flights.length ? (
        <Calendar due_dates={due_dates} flights={flights} today={today} />
      ) : (
        <Empty title={t('due_date.none')} text={t('due_date.none_text')} />
      )}
    </FoldedPanel>
  );
}
