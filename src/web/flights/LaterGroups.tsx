/** The later groups of a release, with their times, crates and birds. */
import type { ReleaseGroup } from '#domain/flights/contract.ts';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** `Group 2 07:23:00`, each beside the first release. */
export function LaterGroups({ groups, time_zone }: { groups: readonly ReleaseGroup[]; time_zone: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return groups.map(({ group, release_time }) => (
    <span key={group}>
      {t('release.group', { group: formatNumber(locale, group) })}{' '}
      <bdi dir="ltr" className="num">
        {clockTime(Date.parse(release_time), time_zone).time}
      </bdi>
    </span>
  ));
}

/** Crates as they are read, from left to right in Arabic too: `7–12, 15`. */
export const cratesShown = (crates: string): string => `\u2066${crates.replaceAll('-', '–')}\u2069`;

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
