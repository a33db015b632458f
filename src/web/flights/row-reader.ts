/**
 * What the rows of a board need to know of the reader, computed once: in hundreds of rows a hook per row is slow, and
 * so is a look-up of the same words.
 */
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import type { CloseMark } from '#domain/arrivals/close-times.ts';
import type { Locale } from '#domain/locales.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useOwnZone } from '#web/ui/Times.tsx';

export interface RowReader {
  t: TFunction;
  locale: Locale;
  /** The reader's own time zone, null until known. */
  own_zone: string | null;
  cock: string;
  hen: string;
  mark: string;
  unmark: string;
  why: string;
  markBird: (ring: string) => string;
  /** What stands at a bird on this rank that the clocks cannot tell apart from others; null for the others. */
  close: (pigeon_id: number, rank: number) => string | null;
}

/** The birds that the clocks cannot tell apart from others. */
export type CloseBirds = ReadonlyMap<number, CloseMark>;

const nobody: CloseBirds = new Map();

export function useRowReader(close: CloseBirds = nobody): RowReader {
  const { t } = useTranslation();
  const { locale } = usePage();
  const own_zone = useOwnZone();
  return useMemo(() => {
    const [before, after] = t('mine.mark_bird', { ring: '|' }).split('|');
    return {
      t,
      locale,
      own_zone,
      cock: t('sex.cock'),
      hen: t('sex.hen'),
      mark: t('mine.mark'),
      unmark: t('mine.unmark'),
      why: t('place.why'),
      markBird: (ring) => `${before}${ring}${after}`,
      close: (pigeon_id, rank) => {
        const mark = close.get(pigeon_id);
        if (!mark) return null;
        const [, above, below] = mark;
        return t('board.close', { from: formatNumber(locale, rank - above), to: formatNumber(locale, rank + below) });
      },
    };
  }, [t, locale, own_zone, close]);
}
