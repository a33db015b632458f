/** The birds of a later group of a release: its crates, and how many. */

import type { ReleaseGroup } from '#domain/flights/contract.ts';
import { leftToRight } from '#domain/locales.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** Crates as they are read, from left to right in Arabic too: `7–12, 15`. */
export const cratesShown = (crates: string): string => leftToRight(crates.replaceAll('-', '–'));

/** `Crates 7–12, 15 · Birds: 140`; birds that were named have no crates. */
export function GroupBirds({ crates, birds }: Pick<ReleaseGroup, 'crates' | 'birds'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return [
    crates !== null && t('release.group_crates', { crates: cratesShown(crates) }),
    t('release.group_birds', { birds: formatNumber(locale, birds) }),
  ]
    .filter((part) => part !== false)
    .join(' · ');
}
