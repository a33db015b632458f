/** The figures of a record at the head of its page: how many came home, and the best place. */
import type { Locale } from '#domain/locales.ts';
import type { Words } from '#web/lib/catalogue.ts';
import { formatNumber } from '#web/lib/intl.ts';

export interface RecordFigures {
  starts: number;
  homes: number;
  best: { rank: number; of: number } | null;
}

export function recordFacts(t: Words, locale: Locale, { starts, homes, best }: RecordFigures) {
  const facts: { name: string; value: string; of?: string }[] = [];
  if (starts > 0)
    facts.push({
      name: t('bird.homes'),
      value: t('bird.homes_of', { home: formatNumber(locale, homes), count: starts }),
    });
  if (best)
    facts.push({
      name: t('bird.best'),
      value: formatNumber(locale, best.rank),
      of: t('bird.of', { total: formatNumber(locale, best.of) }),
    });
  return facts;
}
