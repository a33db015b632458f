/** The days among the values of a refusal in the reader's words; apart from the forms, which pages without any load too. */
import type { FieldError } from '#domain/refusal.ts';
import { formatCalendarDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';

const calendarDay = /^\d{4}-\d\d-\d\d$/;

/** Names the days of an error, `2027-03-01`, as `Monday, 1 March 2027`. */
export function useDaysInWords(): <E extends Pick<FieldError, 'params'>>(error: E) => E {
  const { locale } = usePage();
  return (error) => {
    const values = Object.entries(error.params ?? {}).map(([name, value]) => {
      const text = String(value);
      return [name, calendarDay.test(text) ? formatCalendarDay(locale, text, 'words') : value] as const;
    });
    return { ...error, params: Object.fromEntries(values) };
  };
}
