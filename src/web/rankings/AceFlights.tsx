/** The flights of a ranking as a line: solid for flown, dashed for those in the air and to come. */

import { isBeforeRelease } from '#domain/flights/flight.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { RankedFlightView } from '#domain/rankings/contract.ts';
import { distanceInUnit } from '#domain/units.ts';
import { formatDistance } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import table from '#web/ui/table.module.css';
import styles from './aces.module.css';

/** How a flight stands in the line. */
export const stageOf = ({ status }: Pick<RankedFlightView, 'status'>): 'flown' | 'air' | 'to_come' =>
  isBeforeRelease(status) ? 'to_come' : status === 'released' ? 'air' : 'flown';

export function AceFlights({ flights, loft }: { flights: readonly RankedFlightView[]; loft: Loft }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (flights.length === 0) return null;
  return (
    <ol className={`${styles.flights} ${table.wide}`} aria-label={t('aces.flights_of')}>
      {flights.map((flight) => (
        <li key={flight.id} data-stage={stageOf(flight)}>
          <i aria-hidden="true">
            {flight.status === 'official' && <Icon name="check" size={16} />}
            {stageOf(flight) === 'air' && <Icon name="pigeon" size={16} />}
          </i>
          <Link to={flightPath({ loft_id: loft.id, id: flight.id })}>
            <bdi>{flight.name}</bdi>
          </Link>
          <small>
            {flight.distance_m !== null && (
              <bdi className="num">
                {formatDistance(locale, distanceInUnit(flight.distance_m, loft.unit))} {t(`unit.${loft.unit}`)}
              </bdi>
            )}{' '}
            {t(`status.${flight.status}`)}
          </small>
        </li>
      ))}
    </ol>
  );
}
