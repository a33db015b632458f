/** One loft: what it flies now and next, the season that can be registered for, its record, results, place and news. */
import type { ReplyOf } from '#domain/contract.ts';
import { readLoft } from '#domain/flights/contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type { Locale } from '#domain/locales.ts';
import { listMedia } from '#domain/media/contract.ts';
import { findRegistration } from '#domain/orders/registration-contract.ts';
import { listCountries } from '#domain/pigeons/contract.ts';
import { readPackages } from '#domain/seasons/product-contract.ts';
import { readSeason } from '#domain/seasons/public-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { type Call, callContext, pageContext } from '#web/lib/context.ts';
import { metaOf } from '#web/lib/head.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { latestNews } from '#web/lib/latest-news.ts';
import { leadersOf } from '#web/lib/leaders.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { registerPath, seasonPath } from '#web/lib/paths.ts';
import { useRefresh } from '#web/lib/refresh.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { countryNamesIn, mapAround, mapOf, placeNamesIn } from '#web/map/land.server.ts';
import { type Place, placeOf } from '#web/map/place.ts';
import { loftHead } from '#web/share/heads.server.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { LatestNews } from '#web/ui/LatestNews.tsx';
import { Link } from '#web/ui/Link.tsx';
import { LoftHead } from '#web/ui/LoftHead.tsx';
import panel from '#web/ui/panel.module.css';
import { RankingLeaders } from '#web/ui/RankingLeaders.tsx';
import type { Route } from './+types/LoftPage.ts';
import { FlightLines } from './FlightLines.tsx';
import { LastResults, resultsOf } from './LastResults.tsx';
import { LiveRaceBar } from './LiveRaceBar.tsx';
import { LoftCountries } from './LoftCountries.tsx';
import { LoftFacts } from './LoftFacts.tsx';
import { LoftMap } from './LoftMap.tsx';
import { LoftPictures } from './LoftPictures.tsx';
import { LoftRecord } from './LoftRecord.tsx';
import { LoftReleases } from './LoftReleases.tsx';
import styles from './lofts.module.css';
import { NextReleaseBar } from './NextReleaseBar.tsx';
import { OpenSeason } from './OpenSeason.tsx';

/** The number of next releases in their list, which begins with the one of the bar. */
const most = 5;
/** The number of rankings: the others are one tap away. */
const mostRankings = 2;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { locale, public_url, site } = context.get(pageContext);
  const loft_id = idFrom(params.loft_id);
  const season = new URL(request.url).searchParams.get('season');
  const query = season ? { season_id: idFrom(season) } : {};
  const call = context.get(callContext);
  const { t } = speaker(locale);
  const [view, { media }, news, { countries }, { open }, leaders] = await answers(() =>
    Promise.all([
      call(readLoft, { params: { loft_id }, query }),
      call(listMedia, { params: { loft_id } }),
      latestNews(call, { loft_id }, locale),
      call(listCountries, { params: { loft_id }, query }),
      call(findRegistration, { params: { loft_id } }),
      leadersOf({ call, t, locale }, { loft_id, ...query }),
    ]),
  );
  const place = placeOf(view.loft);
  return {
    ...view,
    place,
    map: place && (await loftMap(place, view, { locale, style_url: site.map_style_url })),
    media,
    news,
    countries,
    leaders: leaders.slice(0, mostRankings),
    open: open && (await answers(() => openSeason(call, { loft_id, season_id: open.id }))),
    head: loftHead({ locale, public_url, url: request.url }, view),
  };
}

/** A loft with the places where its pigeons are released. */
async function loftMap(
  place: Place,
  { flights, release_points }: Pick<ReplyOf<typeof readLoft>, 'flights' | 'release_points'>,
  { locale, style_url }: { locale: Locale; style_url: string | undefined },
) {
  const around = release_points.length
    ? (await mapAround([place, ...release_points]))!
    : await mapOf(place, { map_style_url: style_url });
  const towns = placeNamesIn(around, release_points);
  // The flights stand the latest first.
  const next =
    flights.find(({ status }) => status === 'released') ?? flights.findLast(({ status }) => isBeforeRelease(status));
  const at = release_points.findIndex(({ name }) => name === next?.release_point);
  return { ...around, style_url, countries: await countryNamesIn(around, locale), towns, way: towns[at] };
}

async function openSeason(call: Call, params: SeasonKey) {
  const [view, packages] = await Promise.all([call(readSeason, { params }), call(readPackages, { params })]);
  return { view, packages };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function LoftPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const {
    loft,
    seasons,
    season_id,
    flights,
    record,
    place,
    map,
    media,
    news,
    countries,
    leaders,
    open,
    read_at,
    head,
  } = loaderData;
  const live = flights.filter(({ status }) => status === 'released');
  const coming = flights.filter(({ status }) => isBeforeRelease(status)).toReversed();
  const timed = coming.filter(({ release_time }) => release_time !== null);
  const results = resultsOf(flights);
  useLastKnown(loaderData);
  useRefresh(live.length > 0);
  return (
    <>
      <LoftHead
        loft={loft}
        read_at={read_at}
        part="flights"
        seasons={seasons}
        season_id={season_id}
        action={
          open && (
            <Link
              className={panel.button_light}
              to={registerPath({ loft_id: loft.id, season_id: open.view.season.id })}
            >
              {t('home.register_pigeons')}
            </Link>
          )
        }
      />
      <div className={`wrap ${styles.page}`}>
        <div className={styles.column}>
          {live.map((flight) => (
            <LiveRaceBar key={flight.id} flight={flight} read_at={read_at} />
          ))}
          {!live.length && timed[0] && <NextReleaseBar flight={timed[0]} loft={loft} read_at={read_at} />}
          {open && <OpenSeason {...open} />}
          <LoftRecord record={record} />
          <LastResults results={results} loft={loft} />
          {flights.length === 0 ? (
            <div className={panel.panel}>
              <Empty title={t('loft.empty')} text={t('loft.empty_text')}>
                {season_id !== null && (
                  <Link className={panel.button} to={seasonPath({ loft_id: loft.id, season_id })}>
                    {t('bird.season')}
                  </Link>
                )}
              </Empty>
            </div>
          ) : (
            <FlightLines flights={flights} loft={loft} read_at={read_at} />
          )}
          <LoftPictures media={media} />
        </div>
        <div className={styles.column}>
          <LoftReleases flights={timed.slice(0, most)} loft={loft} read_at={read_at} url={head.url} />
          <RankingLeaders rankings={leaders} />
          {place && map && <LoftMap loft={loft.name} place={place} map={map} />}
          <LoftFacts loft={loft} flights={flights} />
          <LatestNews loft={loft} news={news} />
        </div>
        <LoftCountries countries={countries} />
      </div>
    </>
  );
}
