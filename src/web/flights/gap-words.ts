/** What is said of missing readings. */
import type { GivenUp } from '#domain/flights/gaps-contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** `East: readings 26 to 27 are missing.`, and of one: `East: reading 21 is given up.` */
export function useGapWords() {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (what: 'owed' | 'given_up', { clock, from, to }: GivenUp['gaps'][number]) =>
    t(from === to ? `official.${what}_single` : `official.${what}`, {
      clock,
      from: formatNumber(locale, from),
      to: formatNumber(locale, to),
    });
}
