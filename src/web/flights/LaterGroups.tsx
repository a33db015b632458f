/** The later groups of a release, with their times. */
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
