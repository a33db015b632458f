/** The starred flights: state and number of arrivals. */
import type { ReplyOf } from '#domain/contract.ts';
import type { listFavorites } from '#domain/favorites/contract.ts';
import { isResult } from '#domain/flights/flight.ts';
import { watchPath } from '#web/lib/further-paths.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { loftPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { FlightName } from '#web/ui/FlightName.tsx';
import { Link } from '#web/ui/Link.tsx';
import { MarkMine } from '#web/ui/MarkMine.tsx';
import { ReplayChip, StatusChip } from '#web/ui/StatusChip.tsx';
import table from '#web/ui/table.module.css';
import styles from './favorites.module.css';
import { Starred } from './Starred.tsx';

type Flights = ReplyOf<typeof listFavorites>['flights'];

export function FavoriteFlights({ flights, count }: { flights: Flights; count: number }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const followed = flights
    .map(({ flight }) => flight)
    .filter(({ status }) => !isResult(status) && status !== 'annulled');
  return (
    <Starred
      kind="flights"
      count={count}
      shown={flights.length}
      heads={[
        { word: t('loft.flight') },
        { word: t('loft.loft'), spare: true },
        { word: t('favorites.state'), spare: true },
      ]}
      figure={t('race.home')}
      link={followed.length > 1 && <Link to={watchPath(followed)}>{t('watch.title')}</Link>}
    >
      {flights.map(({ loft, flight }) => (
        <tr key={flight.id}>
          <td>
            <FlightName flight={flight} time_zone={loft.time_zone} />
          </td>
          <td className={table.spare}>
            <Link to={loftPath(loft.id)}>
              <bdi>{loft.name}</bdi>
            </Link>
          </td>
          <td className={table.spare}>
            <span className={styles.chips}>
              <StatusChip status={flight.status} />
              {flight.replay_factor !== null && <ReplayChip />}
            </span>
          </td>
          <td className={table.figure}>
            <bdi className="num">
              <b>{formatNumber(locale, flight.home_count)}</b>
            </bdi>
            <small>{t('race.of_total', { total: flight.basketed_count })}</small>
          </td>
          <td className={table.figure}>
            <MarkMine loft_id={loft.id} kind="flights" id={flight.id} name={flight.name} look="listed" listed />
          </td>
        </tr>
      ))}
    </Starred>
  );
}
