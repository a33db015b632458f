/** A current season: its loft, under the loft's sky, its flown share, its next flight. */
import type { SeasonUnderWay } from '#domain/arrivals/home-page-contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatNumber, skyAt } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath, registerPath, seasonPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Offer } from '#web/seasons/Offer.tsx';
import { Registration } from '#web/seasons/Registration.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Horizon } from '#web/ui/Horizon.tsx';
import { Link } from '#web/ui/Link.tsx';
import card from '#web/ui/loft-card.module.css';
import panel from '#web/ui/panel.module.css';
import sky from '#web/ui/sky.module.css';
import { Day } from '#web/ui/Times.tsx';
import styles from './season-card.module.css';

export function SeasonCard({ season, loft, read_at }: { season: SeasonUnderWay; loft: Loft; read_at: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { flown_count, flight_count } = season;
  const key = { loft_id: loft.id, season_id: season.id };
  return (
    <article className={card.card}>
      <div className={`${sky.sky} ${card.sky}`} data-sky={skyAt(Date.parse(read_at), loft.time_zone)}>
        <Horizon loft_id={loft.id} />
        <h3>
          <Link to={seasonPath(key)}>
            <bdi>{season.name}</bdi>
          </Link>
        </h3>
        <p>
          <Flag country={loft.country} width={20} />
          <bdi>{loft.name}</bdi>
        </p>
      </div>
      <div className={card.body}>
        {season.registration !== 'unset' && <Registration {...season} />}
        {season.offer && <Offer {...season.offer} />}
        {season.coming.length > 0 && (
          <dl className={styles.coming}>
            {season.coming.map((flight) => (
              <div key={flight.id}>
                <dt>{flight.kind === 'final' ? t('kind.final') : t('home.next_flight')}</dt>
                <dd>
                  <Link to={flightPath(flight)}>
                    <bdi>{flight.name}</bdi>
                  </Link>
                  <span>
                    {flight.distance !== null && (
                      <>
                        <bdi className="num">{formatNumber(locale, flight.distance)}</bdi> {t(`unit.${loft.unit}`)}
                      </>
                    )}
                    {flight.distance !== null && flight.release_time && ' · '}
                    {flight.release_time && <Day at_ms={Date.parse(flight.release_time)} time_zone={loft.time_zone} />}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {season.offer ? (
          <Link className={`${panel.button_primary} ${styles.register}`} to={registerPath(key)}>
            {t('home.register_pigeons')}
            <span className="visually-hidden"> {season.name}</span>
          </Link>
        ) : (
          <div className={styles.flown}>
            {flight_count > 0 && (
              <div className={styles.meter} aria-hidden="true">
                <i style={{ inlineSize: `${((100 * flown_count) / flight_count).toFixed(1)}%` }} />
              </div>
            )}
            <p>
              {flight_count > 0 ? t('home.flown', { flown: flown_count, count: flight_count }) : t('lofts.no_flight')}
            </p>
          </div>
        )}
      </div>
    </article>
  );
}
