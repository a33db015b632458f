/** An entry of a statement: what happened, how the money moved, and on which day it came. */
import type { Account, EntryKind } from '#domain/payments/journal.ts';
import { formatCalendarDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { entryText } from './money-words.ts';

export interface EntryProps {
  kind: EntryKind;
  postings: Partial<Record<Account, number>>;
  paid_on: string | null;
}

export function Entry({ kind, postings, paid_on }: EntryProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <span>
      {entryText(t, { kind, postings })}
      {paid_on && (
        <small>
          <time dateTime={paid_on}>{formatCalendarDay(locale, paid_on, 'named')}</time>
        </small>
      )}
    </span>
  );
}
