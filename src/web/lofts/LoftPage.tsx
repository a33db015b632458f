/** One loft: its flights by season, those in the air, those to come, those flown. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type FlightSummary, readLoft } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, titled } from '#web/lib/head.ts';
import { countryName, formatDistance, formatNumber, skyAt } from '#web/lib/intl.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useRefresh } from '#web/lib/refresh.ts';
import band from '#web/ui/band.module.css';
import { Crumbs } from '#web/ui/Crumbs.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Horizon } from '#web/ui/Horizon.tsx';
import panel from '#web/ui/panel.module.css';
import { ReplayChip, StatusChip } from '#web/ui/StatusChip.tsx';
import sky from '#web/ui/sky.module.css';
import { Day } from '#web/ui/Times.tsx';
import type { Route } from './+types/LoftPage.ts';
import styles from './lofts.module.css';
import { NowBar } from './NowBar.tsx';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const loft_id = idFrom(params.loft_id);
  const { loft, flights, read_at } = await answers(() => context.get(callContext)(readLoft, { params: { loft_id } }));
  return {
    loft,
    flights,
    read_at,
    head: {
      title: titled(loft.name),
      description: t('loft.description', { loft: loft.name, count: flights.length }),
      url: `${public_url}/lofts/${loft_id}`,
    },
  };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function LoftPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, flights, read_at } = loaderData;
  const live = flights.filter((flight) => flight.status === 'released');
  useLastKnown(loaderData);
  useRefresh(live.length > 0);
  return (
    <>
      <section
        className={`${sky.sky} ${styles.loft_head}`}
        data-sky={skyAt(Date.parse(read_at), loft.time_zone)}
        aria-labelledby="loft"
      >
        <Horizon loft_id={loft.id} />
        <div className="wrap">
          <Crumbs way={[{ name: t('lofts.title'), to: '/lofts' }, { name: loft.name }]} />
          <h1 id="loft">
            <bdi>{loft.name}</bdi>
          </h1>
          <p className={band.sub}>
            <Flag country={loft.country} named />
            {loft.country && <b suppressHydrationWarning>{countryName(locale, loft.country)}</b>}
            <span>{t('loft.zone', { zone: loft.time_zone })}</span>
            <span>{t('loft.distances', { unit: t(`unit.${loft.unit}`) })}</span>
          </p>
        </div>
      </section>
      <div className={`wrap ${styles.seasons}`}>
        {live.map((flight) => (
          <NowBar key={flight.id} flight={flight} read_at={read_at} />
        ))}
        {flights.length === 0 && (
          <div className={panel.panel}>
            <Empty title={t('loft.empty')} text={t('loft.empty_text')} />
          </div>
        )}
        {seasonsOf(flights).map((season) => (
          <section key={season.id} className={panel.panel} aria-labelledby={`season-${season.id}`}>
            <div className={panel.head}>
              <h2 id={`season-${season.id}`}>
                <bdi>{season.name}</bdi>
              </h2>
              <small>{t('lofts.flights', { count: season.flights.length })}</small>
            </div>
            {(['live', 'next', 'over'] as const).map((stage) => {
              const staged = season.flights.filter((flight) => stageOf(flight) === stage);
              return staged.length ? (
                <div key={stage} className={styles.stage}>
                  <h3>{t(`loft.${stage}`)}</h3>
                  <ul>
                    {staged.map((flight) => (
                      <FlightLine key={flight.id} flight={flight} loft={loft} longest={season.longest} />
                    ))}
                  </ul>
                </div>
              ) : null;
            })}
          </section>
        ))}
      </div>
    </>
  );
}

/** One flight of a season: its way home as a line as long as the distance, dashed until it is flown. */
function FlightLine({ flight, loft, longest }: { flight: FlightSummary; loft: Loft; longest: number }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const stage = stageOf(flight);
  const share = longest > 0 ? ((flight.distance_m ?? 0) / longest) * 62 : 0;
  return (
    <li className={styles.line}>
      <div>
        <Link to={`/lofts/${loft.id}/flights/${flight.id}`}>
          <bdi>{flight.name}</bdi>
        </Link>
        <small>
          {t(`kind.${flight.kind}`)}
          {flight.release_time && (
            <>
              {' · '}
              <Day at_ms={Date.parse(flight.release_time)} time_zone={loft.time_zone} />
            </>
          )}
        </small>
      </div>
      <div className={styles.way} data-stage={stage}>
        <i style={{ inlineSize: `${share.toFixed(1)}%` }} />
        <span>
          {flight.distance !== null && (
            <>
              <bdi className="num">{formatDistance(locale, flight.distance)}</bdi> {t(`unit.${loft.unit}`)}
            </>
          )}{' '}
          {flight.release_point && <bdi>{flight.release_point}</bdi>}
        </span>
      </div>
      <p className={styles.home}>
        {stage !== 'next' && (
          <>
            {t('race.home')} <bdi className="num">{formatNumber(locale, flight.home_count)}</bdi>{' '}
            {t('race.of_total', { total: flight.basketed_count })}
          </>
        )}
        {stage === 'next' && flight.basketed_count > 0 && t('loft.basketed', { count: flight.basketed_count })}
      </p>
      <p className={styles.status}>
        <StatusChip status={flight.status} />
        {flight.replay_factor !== null && <ReplayChip />}
      </p>
    </li>
  );
}

function stageOf({ status }: FlightSummary): 'live' | 'next' | 'over' {
  if (status === 'released') return 'live';
  return status === 'planned' || status === 'basketing' ? 'next' : 'over';
}

interface SeasonOfFlights {
  id: number;
  name: string;
  longest: number;
  flights: FlightSummary[];
}

/** The seasons in the order of their latest flights, which is the order the flights come in. */
function seasonsOf(flights: readonly FlightSummary[]): SeasonOfFlights[] {
  const seasons = new Map<number, SeasonOfFlights>();
  for (const flight of flights) {
    const season = seasons.get(flight.season_id) ?? {
      id: flight.season_id,
      name: flight.season_name,
      longest: 0,
      flights: [],
    };
    season.flights.push(flight);
    season.longest = Math.max(season.longest, flight.distance_m ?? 0);
    seasons.set(season.id, season);
  }
  return [...seasons.values()];
}
