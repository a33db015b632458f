/** A range of days, both ends included. */
import { formatCalendarDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';

export function Span({ starts_at, ends_at, as }: { starts_at: string; ends_at: string; as: 'short' | 'named' }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [from, to] = [starts_at, ends_at].map((day) => formatCalendarDay(locale, day, as));
  return (
    // Month names come from the runtime; a browser may format them slightly differently.
    <span suppressHydrationWarning>{starts_at === ends_at ? from : t('due_date.range', { from, to })}</span>
  );
}
