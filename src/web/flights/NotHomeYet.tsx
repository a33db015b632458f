/** What it usually means that a pigeon is not home yet, for those who wait for one. */
import { comeByOfTen, outLevels } from '#domain/arrivals/expected-bird.ts';
import type { Expectation } from '#domain/arrivals/expected-contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** By then most of those that come are home. */
const most = outLevels.indexOf(0.9);
const rounded_ms = 5 * 60_000;

/** Of ten birds that are out, those that come soon; and that others may come later. */
export function NotHomeYet({ expected, loft }: { expected: Expectation | null; loft: Loft }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { home = 0, out } = expected?.times ?? {};
  if (!out || home === 0) return null;
  const at_ms = Math.ceil(out.times_ms[most]! / rounded_ms) * rounded_ms;
  const come = comeByOfTen(out, at_ms);
  const time = clockTime(at_ms, loft.time_zone).time.slice(0, 5);
  return (
    <>
      {come > 0 && `${t('expected.of_ten', { time, n: formatNumber(locale, come) })} `}
      {t('expected.days_later')}
    </>
  );
}
