/** Distances and speeds with their units; the figure runs from left to right in every language. */

import type { Loft } from '#domain/lofts/contract.ts';
import type { SpeedRule } from '#domain/seasons/rules.ts';
import { formatDistance, formatSpeed } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';

export function Distance({ distance, unit }: { distance: number; unit: Loft['unit'] }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <span className="measure">
      <bdi dir="ltr" className="num">
        {formatDistance(locale, distance)}
      </bdi>{' '}
      {t(`unit.${unit}`)}
    </span>
  );
}

export function Speed({ speed, rule }: { speed: number; rule: SpeedRule }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <span className="measure">
      <bdi dir="ltr" className="num">
        {formatSpeed(locale, speed, rule)}
      </bdi>{' '}
      {t(speedUnit(rule))}
    </span>
  );
}
