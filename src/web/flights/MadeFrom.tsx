/** What expected times are made from, in a sentence or two; or that they are not known yet. */
import { leastFlights } from '#domain/arrivals/expected-bird.ts';
import type { Expectation } from '#domain/arrivals/expected-contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { loftSpeed } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';

export function MadeFrom({
  flight: { estimated_average_speed: average },
  loft: { unit },
  expected: { made_from, wind, too_few, earlier_flights, times },
}: {
  flight: Pick<Flight, 'estimated_average_speed'>;
  loft: Pick<Loft, 'unit'>;
  expected: Expectation;
}) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (too_few)
    return t('expected.too_few', {
      n: formatNumber(locale, earlier_flights),
      least: formatNumber(locale, leastFlights),
    });
  if (made_from === null) return t('expected.not_said');
  const from = {
    birds: () => t('expected.from_birds', { n: formatNumber(locale, times?.home ?? 0) }),
    earlier: () => t('expected.from_flights', { n: formatNumber(locale, earlier_flights) }),
    estimate: () => t('expected.from_estimate', loftSpeed(t, locale, average ?? 0, unit)),
  }[made_from]();
  const of_wind = wind && t('expected.with_wind');
  const invented = wind === 'invented' && t('flight_map.invented');
  return [from, of_wind, invented, t('expected.eight_of_ten')].filter(Boolean).join(' ');
}
