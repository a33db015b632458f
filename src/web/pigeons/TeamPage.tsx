/** One team: how it did in a few figures, its results flight by flight, its pigeons, and what it flies next. */

import { readTeam } from '#domain/arrivals/records.ts';
import { listFancierSeasons } from '#domain/pigeons/career-contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { showsRecords } from '#domain/seasons/visibility.ts';
import { aboutBird } from '#web/lib/bird-facts.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { careerPath, claimPath } from '#web/lib/further-paths.ts';
import { metaOf } from '#web/lib/head.ts';
import { linesInRankings } from '#web/lib/in-rankings.ts';
import { countryName, formatNumber, formatSpeed, skyAt } from '#web/lib/intl.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { teamFilePath } from '#web/lib/paths.ts';
import { isMine, useMine } from '#web/lib/reader-marks.ts';
import { useRefresh } from '#web/lib/refresh.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { teamHead } from '#web/share/heads.server.ts';
import { BirdName } from '#web/ui/BirdName.tsx';
import { BirdThumbnail } from '#web/ui/BirdPhoto.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { FlightName } from '#web/ui/FlightName.tsx';
import { InRankings } from '#web/ui/InRankings.tsx';
import { Link } from '#web/ui/Link.tsx';
import { MarkMine } from '#web/ui/MarkMine.tsx';
import { NotificationsLink } from '#web/ui/NotificationsLink.tsx';
import { OwnHead } from '#web/ui/OwnHead.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Share } from '#web/ui/Share.tsx';
import { StatusChip } from '#web/ui/StatusChip.tsx';
import share from '#web/ui/share.module.css';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/TeamPage.ts';
import { FlightResultRows } from './FlightResultRows.tsx';
import styles from './record.module.css';
import { type RecordSummary, summaryOf } from './record.ts';
import { recordFacts } from './record-facts.ts';

/** Lines of the birds of a team in one ranking: its best. */
const mostLines = 3;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const key = { loft_id: idFrom(params.loft_id), team_id: idFrom(params.team_id) };
  const call = context.get(callContext);
  const [view, { seasons, has_account }] = await answers(() =>
    Promise.all([call(readTeam, { params: key }), call(listFancierSeasons, { params: key })]),
  );
  const in_rankings = await answers(() =>
    linesInRankings(
      { call, t: speaker(locale).t, locale },
      { loft_id: key.loft_id, season_id: view.season.id, teams: String(key.team_id) },
      mostLines,
    ),
  );
  return {
    ...view,
    in_rankings,
    has_career: seasons.length > 1,
    has_account,
    head: teamHead({ locale, public_url, url: request.url }, view),
  };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function TeamPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, season, hidden, team, pigeons, photos, flights, results, has_career, has_account, read_at } =
    loaderData;
  // A pigeon with a hidden ring may still have a name; pigeons without any visible fact would be empty rows.
  const isNamed = pigeons.some((bird) => bird.ring !== '' || aboutBird(t, bird).length > 0);
  const mine = useMine(loft.id);
  useLastKnown(loaderData);
  useRefresh(flights.some(({ status }) => status === 'released'));
  const photoOf = new Map(photos.map((photo) => [photo.pigeon_id, photo]));
  const birds = new Map(pigeons.map((bird) => [bird.pigeon_id, bird]));
  const { flown, coming, starts, homes, best, average_speed } = summaryOf(flights, results);
  const rule = flown[0]?.flight.speed_rule;
  const ofBird = Map.groupBy(results, ({ pigeon_id }) => pigeon_id);
  const byPlace = pigeons
    .map((bird) => ({ bird, summary: summaryOf(flights, ofBird.get(bird.pigeon_id) ?? []) }))
    .sort((a, b) => placeOf(a.summary) - placeOf(b.summary));
  const has_records = showsRecords(hidden);
  return (
    <>
      <OwnHead
        loft={loft}
        sky={skyAt(Date.parse(read_at), loft.time_zone)}
        title={<bdi>{team.team}</bdi>}
        facts={[
          ...(team.pigeon_count === null
            ? []
            : [{ name: t('teams.pigeons'), value: formatNumber(locale, team.pigeon_count) }]),
          ...recordFacts(t, locale, {
            starts: has_records ? starts : 0,
            homes,
            best: best && { rank: best.rank, of: best.flight.basketed_count },
          }),
          ...(average_speed !== null && rule
            ? [
                {
                  name: t('team.average_speed'),
                  value: formatSpeed(locale, average_speed, rule),
                  of: t(speedUnit(rule)),
                },
              ]
            : []),
          { name: t('bird.season'), value: String(season.year) },
        ]}
        action={
          <>
            <MarkMine loft_id={loft.id} kind="teams" id={team.team_id} name={team.team} />
            <NotificationsLink />
            <Share title={`${team.team}, ${loft.name}`} />
            {has_career && (
              <Link className={share.button} to={careerPath({ loft_id: loft.id, team_id: team.team_id })}>
                {t('career.title')}
              </Link>
            )}
            {!has_account && (
              <Link className={share.button} to={claimPath({ loft_id: loft.id, team_id: team.team_id })}>
                {t('claims.ask')}
              </Link>
            )}
          </>
        }
      >
        <Flag country={team.country} named />
        {team.country && <b suppressHydrationWarning>{countryName(locale, team.country)}</b>}
        {team.fancier && team.fancier !== team.team && <bdi>{team.fancier}</bdi>}
      </OwnHead>
      <div className={`wrap ${panel.body} ${styles.page}`}>
        <section className={panel.panel} aria-labelledby="results">
          <div className={panel.head}>
            <h2 id="results">{t('team.results')}</h2>
            {flights.length > 0 && <DownloadLinks path={teamFilePath({ loft_id: loft.id, team_id: team.team_id })} />}
          </div>
          {!has_records ? (
            <p className={styles.quiet}>{t('team.rings_hidden')}</p>
          ) : flown.length === 0 ? (
            <Empty title={t('bird.none')} text={t('team.none_text')} />
          ) : (
            <ol className={styles.flights}>
              {flown.map((one) => (
                <FlightResultRows key={one.flight.id} results={one} birds={birds} loft={loft} />
              ))}
            </ol>
          )}
        </section>
        <div className={styles.side}>
          <section className={panel.panel} aria-labelledby="pigeons">
            <div className={panel.head}>
              <h2 id="pigeons">{t('team.pigeons')}</h2>
              {pigeons.length > 0 && !isNamed && <small>{t('team.rings_hidden')}</small>}
            </div>
            {pigeons.length === 0 ? (
              <Empty title={t('pigeons.empty')} text={t('pigeons.empty_text')} />
            ) : !isNamed ? null : (
              <table className={table.table}>
                <thead className="visually-hidden">
                  <tr>
                    <th scope="col">{t('team.pigeon')}</th>
                    <th scope="col">{t('bird.homes')}</th>
                  </tr>
                </thead>
                <tbody>
                  {byPlace.map(({ bird, summary }) => {
                    const photo = photoOf.get(bird.pigeon_id);
                    return (
                      <tr key={bird.pigeon_id} className={isMine(mine, bird) ? table.mine : undefined}>
                        <th scope="row">
                          <span className={table.pictured}>
                            {photo && <BirdThumbnail photo={photo} ring={bird.ring} />}
                            <span>
                              <BirdName loft_id={loft.id} bird={bird} />
                            </span>
                          </span>
                        </th>
                        <td className={table.figure}>
                          <Homes {...summary} />
                        </td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            )}
          </section>
          <InRankings loft_id={loft.id} season_id={season.id} lines={loaderData.in_rankings} named />
          {coming.length > 0 && (
            <section className={panel.panel} aria-labelledby="coming">
              <div className={panel.head}>
                <h2 id="coming">{t('team.coming')}</h2>
              </div>
              <ol className={styles.coming}>
                {coming.map(({ flight, away }) => (
                  <li key={flight.id}>
                    <div>
                      <FlightName flight={flight} time_zone={loft.time_zone} />
                    </div>
                    <StatusChip status={flight.status} />
                    <p>
                      <Rings ids={away.map(({ pigeon_id }) => pigeon_id)} birds={birds} />
                    </p>
                  </li>
                ))}
              </ol>
            </section>
          )}
        </div>
      </div>
    </>
  );
}

/** A bird without a place comes after all others. */
const placeOf = ({ best }: RecordSummary) => best?.rank ?? Number.MAX_SAFE_INTEGER;

/** From how many of its flights a bird came home, and its best place. */
function Homes({ starts, homes, best }: RecordSummary) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (starts === 0) return null;
  return (
    <>
      <span>
        {t('bird.homes')} {t('bird.homes_of', { home: formatNumber(locale, homes), count: starts })}
      </span>
      {best && (
        <small>
          {t('bird.best')}: {formatNumber(locale, best.rank)}
        </small>
      )}
    </>
  );
}

function Rings({ ids, birds }: { ids: readonly number[]; birds: ReadonlyMap<number, Bird> }) {
  return ids.map((id) => (
    <span key={id}>
      <Ring ring={birds.get(id)?.ring ?? ''} />{' '}
    </span>
  ));
}
