/** The career of a fancier: every team, season and loft that shows whose the team is, and the best pigeons. */
import { readTeam } from '#domain/arrivals/records.ts';
import { readTeamChampionships } from '#domain/championships/contract.ts';
import { listFancierSeasons } from '#domain/pigeons/career-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { countryName, formatNumber, skyAt } from '#web/lib/intl.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { answers, idFrom, notFound } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { championshipPath, flightPath, loftPath, teamPath } from '#web/lib/paths.ts';
import { rankingName } from '#web/lib/ranking-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BirdName } from '#web/ui/BirdName.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import { OwnHead } from '#web/ui/OwnHead.tsx';
import panel from '#web/ui/panel.module.css';
import { Share } from '#web/ui/Share.tsx';
import { Table } from '#web/ui/Table.tsx';
import type { Route } from './+types/CareerPage.ts';
import { bestOfEach, type Career, careerOf } from './career.ts';
import styles from './record.module.css';
import { recordFacts } from './record-facts.ts';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const call = context.get(callContext);
  const key = { loft_id: idFrom(params.loft_id), team_id: idFrom(params.team_id) };
  const { seasons } = await answers(() => call(listFancierSeasons, { params: key }));
  const own = seasons.find(({ loft, team }) => loft.id === key.loft_id && team.team_id === key.team_id) ?? notFound();
  const teams = await answers(() =>
    Promise.all(
      seasons.map(({ loft, team }) => call(readTeam, { params: { loft_id: loft.id, team_id: team.team_id } })),
    ),
  );
  const championships = await answers(() =>
    Promise.all(
      seasons.map(({ loft, team }) =>
        call(readTeamChampionships, { params: { loft_id: loft.id, team_id: team.team_id } }),
      ),
    ),
  );
  const { loft, read_at } = teams[seasons.indexOf(own)]!;
  const name = own.team.fancier || own.team.team;
  return {
    loft,
    name,
    country: own.team.country,
    /** For the trail. */
    team: own.team,
    career: careerOf(teams),
    championships: bestOfEach(championships.flatMap((one) => one.championships)),
    read_at,
    head: pageHead({ context, params, pattern }, [name, t('career.title')], t('career.description', { name })),
  };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function CareerPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, name, country, career, championships, read_at } = loaderData;
  const { seasons, season_count, lofts, birds } = career;
  useLastKnown(loaderData);
  return (
    <>
      <OwnHead
        loft={loft}
        sky={skyAt(Date.parse(read_at), loft.time_zone)}
        title={<bdi>{name}</bdi>}
        facts={[
          { name: t('career.seasons'), value: formatNumber(locale, season_count) },
          { name: t('lofts.title'), value: formatNumber(locale, lofts) },
          ...recordFacts(t, locale, career),
        ]}
        action={<Share title={name} />}
      >
        <Flag country={country} named />
        {country && <b suppressHydrationWarning>{countryName(locale, country)}</b>}
        <span>{t('career.title')}</span>
      </OwnHead>
      <div className={`wrap ${panel.body} ${styles.main}`}>
        <section className={panel.panel} aria-labelledby="seasons">
          <div className={panel.head}>
            <h2 id="seasons">{t('career.all')}</h2>
          </div>
          <Table caption={t('career.all')} cards>
            <thead>
              <tr>
                <th scope="col">{[t('bird.season'), t('bird.team')].join(t('rows.comma'))}</th>
                <th scope="col">{t('loft.loft')}</th>
                <th scope="col">{t('bird.homes')}</th>
                <th scope="col">{t('bird.best')}</th>
              </tr>
            </thead>
            <tbody>
              {seasons.map(({ loft, season, team, ...counts }) => (
                <tr key={`${loft.id} ${team.team_id}`}>
                  <th scope="row">
                    {/* By its team several of one season are told apart. */}
                    <span>
                      {!season.name.includes(String(season.year)) && <bdi className="num">{season.year} </bdi>}
                      <bdi>{season.name}</bdi>
                      <br />
                      <Link to={teamPath({ loft_id: loft.id, team_id: team.team_id })}>
                        <bdi>{team.team}</bdi>
                      </Link>
                    </span>
                  </th>
                  <td data-label={t('loft.loft')}>
                    <Link to={loftPath(loft.id)}>
                      <bdi>{loft.name}</bdi>
                    </Link>
                  </td>
                  <Counts {...counts} />
                </tr>
              ))}
            </tbody>
          </Table>
        </section>
        {championships.length > 0 && (
          <section className={panel.panel} aria-labelledby="championships">
            <div className={panel.head}>
              <h2 id="championships">{t('championships.title')}</h2>
            </div>
            <Table caption={t('championships.title')} cards>
              <thead>
                <tr>
                  <th scope="col">{t('product.name')}</th>
                  <th scope="col">{t('aces.place')}</th>
                  <th scope="col">{t('championships.country_place')}</th>
                </tr>
              </thead>
              <tbody>
                {championships.map((one) => (
                  <tr key={one.id}>
                    <th scope="row">
                      <span>
                        <Link to={championshipPath(one.id)}>
                          <bdi>{rankingName(locale, one)}</bdi>
                        </Link>{' '}
                        <bdi className="num">{one.year}</bdi>
                      </span>
                    </th>
                    <td data-label={t('aces.place')}>
                      <bdi className="num">{formatNumber(locale, one.place)}</bdi>
                    </td>
                    <td data-label={t('championships.country_place')}>
                      <bdi className="num">
                        {one.country_place === null ? '–' : formatNumber(locale, one.country_place)}
                      </bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </section>
        )}
        <section className={panel.panel} aria-labelledby="birds">
          <div className={panel.head}>
            <h2 id="birds">{t('career.birds')}</h2>
          </div>
          {birds.length === 0 ? (
            <Empty title={t('bird.none')} text={t('team.none_text')} />
          ) : (
            <Table caption={t('career.birds')} cards>
              <thead>
                <tr>
                  <th scope="col">{t('team.pigeon')}</th>
                  <th scope="col">{t('bird.season')}</th>
                  <th scope="col">{t('bird.homes')}</th>
                  <th scope="col">{t('bird.best')}</th>
                </tr>
              </thead>
              <tbody>
                {birds.map(({ loft_id, year, bird, ...counts }) => (
                  <tr key={`${loft_id} ${bird.pigeon_id}`}>
                    <th scope="row">
                      <BirdName loft_id={loft_id} bird={bird} />
                    </th>
                    <td data-label={t('bird.season')}>
                      <bdi className="num">{year}</bdi>
                    </td>
                    <Counts {...counts} />
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </section>
      </div>
    </>
  );
}

/** The cells of how many came home, and of the best place with the flight that it was flown in. */
function Counts({ starts, homes, best }: Pick<Career, 'starts' | 'homes' | 'best'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <>
      <td data-label={t('bird.homes')}>
        {starts > 0 ? t('bird.homes_of', { home: formatNumber(locale, homes), count: starts }) : '–'}
      </td>
      <td data-label={t('bird.best')}>
        {best ? (
          <span>
            <bdi className="num">{formatNumber(locale, best.rank)}</bdi>{' '}
            {t('bird.of', { total: formatNumber(locale, best.of) })}
            {t('rows.comma')}
            <Link to={flightPath(best.flight)}>
              <bdi>{best.flight.name}</bdi>
            </Link>
          </span>
        ) : (
          '–'
        )}
      </td>
    </>
  );
}
