/** One pigeon: ring, owner, and every flight it was basketed for. */

import { redirect } from 'react-router';
import { type FlownFlight, readPigeon } from '#domain/arrivals/records.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { listBirdSeasons } from '#domain/pigeons/bird-contract.ts';
import { shows, showsRecords, showsSpeed } from '#domain/seasons/visibility.ts';
import { aboutBird } from '#web/lib/bird-facts.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf } from '#web/lib/head.ts';
import { formatDistance, formatNumber, formatSpeed, skyAt } from '#web/lib/intl.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { answers, idFrom, notFound } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { loftPath, pigeonFilePath, pigeonPath, salePath, teamPath } from '#web/lib/paths.ts';
import { useRefresh } from '#web/lib/refresh.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { pigeonHead } from '#web/share/heads.server.ts';
import { BirdPhoto } from '#web/ui/BirdPhoto.tsx';
import { BirdSeasons } from '#web/ui/BirdSeasons.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { FlightName } from '#web/ui/FlightName.tsx';
import { Link } from '#web/ui/Link.tsx';
import { MarkMine } from '#web/ui/MarkMine.tsx';
import { OwnHead } from '#web/ui/OwnHead.tsx';
import { PlaceLink } from '#web/ui/PlaceLink.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Sex } from '#web/ui/Sex.tsx';
import { ReplayChip } from '#web/ui/StatusChip.tsx';
import { ClockedTime } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/PigeonPage.ts';
import { SpeedChart } from './SpeedChart.tsx';
import { stateOf } from './state.ts';

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const key = { loft_id: idFrom(params.loft_id), pigeon_id: idFrom(params.pigeon_id) };
  const call = context.get(callContext);
  const [view, { seasons }] = await answers(() =>
    Promise.all([call(readPigeon, { params: key }), call(listBirdSeasons, { params: key })]),
  );
  const { pigeon, loft } = view;
  const path = pigeonPath({ ...pigeon, loft_id: loft.id });
  // A bird's address contains its team; the one without redirects to it (2.11).
  if ('team_id' in params && idFrom(params.team_id) !== pigeon.team_id) notFound();
  if (!('team_id' in params) && pigeon.team_id !== null) throw redirect(path + url.search, 301);
  return { ...view, seasons, head: pigeonHead({ locale, public_url, url: request.url }, view) };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function PigeonPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, season, hidden, pigeon, photo, is_for_sale, flights, results, seasons, read_at } = loaderData;
  useLastKnown(loaderData);
  useRefresh(flights.some(({ status }) => status === 'released'));
  const withTime = shows(hidden, 'results.time');
  const withSpeed = showsSpeed(hidden);
  const has_records = showsRecords(hidden);
  const lineOf = (flight: FlownFlight) => results.find(({ flight_id }) => flight_id === flight.id)?.line ?? null;
  const flown = flights.filter(({ status }) => !isBeforeRelease(status) && status !== 'annulled');
  const homes = flown.filter((flight) => lineOf(flight));
  const best = homes.reduce<{ rank: number; of: number } | null>((found, flight) => {
    const { rank } = lineOf(flight)!;
    if (rank === null) return found;
    return found && found.rank <= rank ? found : { rank, of: flight.basketed_count };
  }, null);
  return (
    <>
      <OwnHead
        loft={loft}
        sky={skyAt(Date.parse(read_at), loft.time_zone)}
        trail={[
          { name: t('lofts.title'), to: '/lofts' },
          { name: loft.name, to: loftPath(loft.id) },
          ...(pigeon.team_id === null
            ? []
            : [{ name: pigeon.team!, to: teamPath({ loft_id: loft.id, team_id: pigeon.team_id }) }]),
          { name: pigeon.ring },
        ]}
        title={<Ring ring={pigeon.ring} />}
        picture={photo && <BirdPhoto photo={photo} ring={pigeon.ring} />}
        facts={[
          ...(has_records
            ? [
                {
                  name: t('bird.homes'),
                  value: t('bird.homes_of', { home: formatNumber(locale, homes.length), count: flown.length }),
                },
              ]
            : []),
          ...(best
            ? [
                {
                  name: t('bird.best'),
                  value: formatNumber(locale, best.rank),
                  of: t('bird.of', { total: formatNumber(locale, best.of) }),
                },
              ]
            : []),
          { name: t('bird.season'), value: String(season.year) },
        ]}
        action={
          <>
            {is_for_sale && (
              <Link className={panel.button_primary} to={salePath({ loft_id: loft.id, season_id: season.id })}>
                {t('sale.listed')}
              </Link>
            )}
            <MarkMine loft_id={loft.id} kind="pigeons" id={pigeon.pigeon_id} name={pigeon.ring} />
          </>
        }
      >
        <Sex sex={pigeon.sex} />
        {aboutBird(t, pigeon).map(({ fact, text }) => {
          const value = <bdi key={fact}>{text}</bdi>;
          return fact === 'name' ? <b key={fact}>{value}</b> : value;
        })}
        {pigeon.team_id !== null && (
          <>
            <Flag country={pigeon.country} />
            <Link to={teamPath({ loft_id: loft.id, team_id: pigeon.team_id })}>
              <bdi>{pigeon.team}</bdi>
            </Link>
            {pigeon.fancier && pigeon.fancier !== pigeon.team && <bdi>{pigeon.fancier}</bdi>}
          </>
        )}
      </OwnHead>
      <div className={`wrap ${panel.body}`}>
        <SpeedChart flights={homes.toReversed()} lineOf={(flight) => lineOf(flight)!} />
        <section className={panel.panel} aria-labelledby="flights">
          <div className={panel.head}>
            <h2 id="flights">{t('bird.flights')}</h2>
            <small>{t(has_records ? 'bird.flights_text' : 'bird.not_shown')}</small>
            {flights.length > 0 && (
              <DownloadLinks path={pigeonFilePath({ loft_id: loft.id, pigeon_id: pigeon.pigeon_id })} />
            )}
          </div>
          {!has_records ? null : flights.length === 0 ? (
            <Empty title={t('bird.none')} text={t('bird.none_text')} />
          ) : (
            <table className={table.table}>
              <thead>
                <tr>
                  <th scope="col">{t('bird.flight')}</th>
                  <th scope="col" className={`${table.figure} ${table.spare}`}>
                    {t('bird.distance')}
                  </th>
                  <th scope="col" className={table.figure}>
                    {t('bird.place')}
                  </th>
                  {withTime && (
                    <th scope="col" className={`${table.figure} ${table.spare}`}>
                      {t('bird.time')}
                    </th>
                  )}
                  {withSpeed && (
                    <th scope="col" className={table.figure}>
                      {t('bird.speed')}
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {flights.map((flight) => {
                  const line = lineOf(flight);
                  return (
                    <tr key={flight.id}>
                      <td>
                        <FlightName flight={flight} time_zone={loft.time_zone} />
                        {flight.replay_factor !== null && <ReplayChip />}
                      </td>
                      <td className={`${table.figure} ${table.spare}`}>
                        {flight.distance !== null && (
                          <>
                            <bdi className="num">{formatDistance(locale, flight.distance)}</bdi>{' '}
                            {t(`unit.${loft.unit}`)}
                          </>
                        )}
                      </td>
                      <td className={table.figure}>
                        {line?.rank === null ? (
                          t('bird.home')
                        ) : line ? (
                          <>
                            <PlaceLink flight={flight} pigeon_id={pigeon.pigeon_id} line={line} />
                            <small>{t('bird.of', { total: formatNumber(locale, flight.basketed_count) })}</small>
                          </>
                        ) : (
                          <span className={table.quiet}>{t(`bird.${stateOf(flight)}`)}</span>
                        )}
                      </td>
                      {withTime && (
                        <td className={`${table.figure} ${table.spare}`}>
                          {line?.time && <ClockedTime at_ms={Date.parse(line.time)} time_zone={loft.time_zone} />}
                        </td>
                      )}
                      {withSpeed && (
                        <td className={table.figure}>
                          {line?.speed != null && (
                            <>
                              <bdi className="num">{formatSpeed(locale, line.speed, flight.speed_rule)}</bdi>
                              <small>{t(flight.speed_rule.unit === 'm/min' ? 'unit.m_min' : 'unit.yd_min')}</small>
                            </>
                          )}
                        </td>
                      )}
                    </tr>
                  );
                })}
              </tbody>
            </table>
          )}
        </section>
        {seasons.length > 0 && (
          <section className={panel.panel} aria-labelledby="seasons">
            <div className={panel.head}>
              <h2 id="seasons">{t('bird.seasons')}</h2>
              <small>{t('bird.seasons_text')}</small>
            </div>
            <BirdSeasons seasons={seasons} />
          </section>
        )}
      </div>
    </>
  );
}
