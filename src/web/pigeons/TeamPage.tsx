/** One team: its pigeons, and the place of each in every flight it was basketed for. */
import { readTeam } from '#domain/arrivals/records.ts';
import { showsRecords } from '#domain/seasons/visibility.ts';
import { aboutBird } from '#web/lib/bird-facts.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf } from '#web/lib/head.ts';
import { countryName, formatNumber, skyAt } from '#web/lib/intl.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath, loftPath, teamFilePath } from '#web/lib/paths.ts';
import { isMine, useMine } from '#web/lib/reader-marks.ts';
import { useRefresh } from '#web/lib/refresh.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { teamHead } from '#web/share/heads.server.ts';
import { BirdName } from '#web/ui/BirdName.tsx';
import { BirdThumbnail } from '#web/ui/BirdPhoto.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import { MarkMine } from '#web/ui/MarkMine.tsx';
import { OwnHead } from '#web/ui/OwnHead.tsx';
import { PlaceLink } from '#web/ui/PlaceLink.tsx';
import panel from '#web/ui/panel.module.css';
import { Day } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/TeamPage.ts';
import { stateOf } from './state.ts';

/** Number of flights in the matrix, the latest ones; each bird's own page has all. */
const mostFlights = 8;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const key = { loft_id: idFrom(params.loft_id), team_id: idFrom(params.team_id) };
  const view = await answers(() => context.get(callContext)(readTeam, { params: key }));
  const shown = view.flights.slice(0, mostFlights);
  const ids = new Set(shown.map(({ id }) => id));
  return {
    ...view,
    flights: shown,
    flight_count: view.flights.length,
    results: view.results.filter(({ flight_id }) => ids.has(flight_id)),
    head: teamHead({ locale, public_url, url: request.url }, view),
  };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function TeamPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, season, hidden, team, pigeons, photos, flights, flight_count, results, read_at } = loaderData;
  // A pigeon with a hidden ring may still have a name; pigeons without any visible fact would be empty rows.
  const isNamed = pigeons.some((bird) => bird.ring !== '' || aboutBird(t, bird).length > 0);
  const mine = useMine(loft.id);
  useLastKnown(loaderData);
  useRefresh(flights.some(({ status }) => status === 'released'));
  const photoOf = new Map(photos.map((photo) => [photo.pigeon_id, photo]));
  const found = new Map(results.map((result) => [`${result.flight_id} ${result.pigeon_id}`, result]));
  return (
    <>
      <OwnHead
        loft={loft}
        sky={skyAt(Date.parse(read_at), loft.time_zone)}
        trail={[
          { name: t('lofts.title'), to: '/lofts' },
          { name: loft.name, to: loftPath(loft.id) },
          { name: team.team },
        ]}
        title={<bdi>{team.team}</bdi>}
        facts={[
          ...(team.pigeon_count === null
            ? []
            : [{ name: t('teams.pigeons'), value: formatNumber(locale, team.pigeon_count) }]),
          ...(showsRecords(hidden) ? [{ name: t('loft.flights'), value: formatNumber(locale, flight_count) }] : []),
          { name: t('bird.season'), value: String(season.year) },
        ]}
        action={<MarkMine loft_id={loft.id} kind="teams" id={team.team_id} name={team.team} />}
      >
        <Flag country={team.country} named />
        {team.country && <b suppressHydrationWarning>{countryName(locale, team.country)}</b>}
        {team.fancier && team.fancier !== team.team && <bdi>{team.fancier}</bdi>}
      </OwnHead>
      <div className={`wrap ${panel.body}`}>
        <section className={panel.panel} aria-labelledby="pigeons">
          <div className={panel.head}>
            <h2 id="pigeons">{t('team.pigeons')}</h2>
            {pigeons.length > 0 && !isNamed && <small>{t('team.rings_hidden')}</small>}
            {isNamed && flights.length > 0 && <small>{t('team.pigeons_text')}</small>}
            {flights.length > 0 && <DownloadLinks path={teamFilePath({ loft_id: loft.id, team_id: team.team_id })} />}
          </div>
          {pigeons.length === 0 ? (
            <Empty title={t('pigeons.empty')} text={t('pigeons.empty_text')} />
          ) : !isNamed ? null : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by the keyboard too
            <section className={table.wide} tabIndex={0} aria-label={t('team.places')}>
              <table className={table.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('team.pigeon')}</th>
                    {flights.map((flight) => (
                      <th key={flight.id} scope="col" className={table.figure}>
                        <Link to={flightPath(flight)}>
                          <bdi>{flight.name}</bdi>
                        </Link>
                        {flight.release_time && (
                          <small>
                            <Day at_ms={Date.parse(flight.release_time)} time_zone={loft.time_zone} />
                          </small>
                        )}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {pigeons.map((bird) => {
                    const photo = photoOf.get(bird.pigeon_id);
                    return (
                      <tr key={bird.pigeon_id} className={isMine(mine, bird) ? table.mine : undefined}>
                        <th scope="row">
                          <span className={table.pictured}>
                            {photo && <BirdThumbnail photo={photo} ring={bird.ring} />}
                            <BirdName loft_id={loft.id} bird={bird} />
                          </span>
                        </th>
                        {flights.map((flight) => {
                          const result = found.get(`${flight.id} ${bird.pigeon_id}`);
                          return (
                            <td key={flight.id} className={table.figure}>
                              {result?.line?.rank === null ? (
                                t('bird.home')
                              ) : result?.line ? (
                                <>
                                  <PlaceLink flight={flight} pigeon_id={bird.pigeon_id} line={result.line} />{' '}
                                  <span className={table.quiet}>
                                    (<bdi>{formatNumber(locale, flight.basketed_count)}</bdi>)
                                  </span>
                                </>
                              ) : (
                                <span className={table.quiet}>
                                  {result ? (
                                    t(`bird.${stateOf(flight)}`)
                                  ) : (
                                    <>
                                      <span aria-hidden="true">–</span>
                                      <span className="visually-hidden">{t('team.not_in')}</span>
                                    </>
                                  )}
                                </span>
                              )}
                            </td>
                          );
                        })}
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </section>
          )}
        </section>
      </div>
    </>
  );
}
