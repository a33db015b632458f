/** One pigeon as its biography: every flight of every season that shows it, the latest first. */

import { redirect } from 'react-router';
import { renderSVG } from 'uqr';
import { readPigeon } from '#domain/arrivals/records.ts';
import { readFollowed } from '#domain/favorites/followed-contract.ts';
import { type FlightStatus, isBeforeRelease } from '#domain/flights/flight.ts';
import { listBirdSeasons } from '#domain/pigeons/bird-contract.ts';
import { readSale } from '#domain/sales/contract.ts';
import { showsRecords } from '#domain/seasons/visibility.ts';
import { distanceInUnit } from '#domain/units.ts';
import { aboutBird, factText } from '#web/lib/bird-facts.ts';
import { prizesOfBird } from '#web/lib/bird-prizes.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf } from '#web/lib/head.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { linesInRankings } from '#web/lib/in-rankings.ts';
import { formatDistance, formatMoney, formatNumber, formatSpeed, skyAt } from '#web/lib/intl.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { answers, idFrom, notFound } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { loftPath, pigeonFilePath, pigeonPath, salePath, teamPath } from '#web/lib/paths.ts';
import { useRefresh } from '#web/lib/refresh.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { pigeonHead } from '#web/share/heads.server.ts';
import { BirdPhoto } from '#web/ui/BirdPhoto.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Figures } from '#web/ui/Figures.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { InRankings } from '#web/ui/InRankings.tsx';
import { Link } from '#web/ui/Link.tsx';
import { MarkMine } from '#web/ui/MarkMine.tsx';
import { NotificationsLink } from '#web/ui/NotificationsLink.tsx';
import { OwnHead } from '#web/ui/OwnHead.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Sex } from '#web/ui/Sex.tsx';
import { Share } from '#web/ui/Share.tsx';
import share from '#web/ui/share.module.css';
import type { Route } from './+types/PigeonPage.ts';
import { Biography } from './Biography.tsx';
import { BirdPrizes } from './BirdPrizes.tsx';
import { BirdRights } from './BirdRights.tsx';
import { OwnerActions } from './OwnerActions.tsx';
import { OwnLog } from './OwnLog.tsx';
import { PassportSwitches } from './PassportSwitches.tsx';
import { PresentFlight } from './PresentFlight.tsx';
import styles from './pigeon.module.css';
import record from './record.module.css';
import { summaryOf } from './record.ts';
import { ratedFlights, SpeedChart } from './SpeedChart.tsx';

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const key = { loft_id: idFrom(params.loft_id), pigeon_id: idFrom(params.pigeon_id) };
  const call = context.get(callContext);
  const [view, { seasons }] = await answers(() =>
    Promise.all([call(readPigeon, { params: key }), call(listBirdSeasons, { params: key })]),
  );
  const { pigeon, loft, season, is_for_sale } = view;
  const path = pigeonPath({ ...pigeon, loft_id: loft.id });
  // A bird's address contains its team; the one without redirects to it (2.11).
  if ('team_id' in params && idFrom(params.team_id) !== pigeon.team_id) notFound();
  if (!('team_id' in params) && pigeon.team_id !== null) throw redirect(path + url.search, 301);
  const others = await answers(() =>
    Promise.all(
      seasons.map(({ loft, pigeon: { pigeon_id } }) => call(readPigeon, { params: { loft_id: loft.id, pigeon_id } })),
    ),
  );
  const sale = is_for_sale
    ? await answers(() => call(readSale, { params: { loft_id: loft.id, season_id: season.id } }))
    : null;
  // A bird of two seasons or lofts may be in a race of each.
  const flying = [view, ...others].filter(({ flights }) => flights.some(({ status }) => isPresent(status)));
  const keys = flying.map(({ loft, pigeon }) => `${loft.id}.${pigeon.pigeon_id}`);
  const followed = keys.length ? await answers(() => call(readFollowed, { query: { pigeons: keys.join() } })) : null;
  const own = new Set(flying.map(({ pigeon }) => pigeon.pigeon_id));
  const present = followed?.flights.flatMap(({ birds, ...race }) =>
    // Somebody who works for the loft is told of favorites too.
    birds.flatMap((bird) =>
      isPresent(race.flight.status) && own.has(bird.pigeon.pigeon_id)
        ? { ...race, bird, isElsewhere: race.loft.id !== loft.id }
        : [],
    ),
  );
  const in_rankings = await answers(() =>
    linesInRankings(
      { call, t: speaker(locale).t, locale },
      { loft_id: loft.id, season_id: season.id, pigeons: String(pigeon.pigeon_id) },
      1,
    ),
  );
  const prizes = await answers(() => prizesOfBird(call, locale, [view, ...others]));
  const listing = sale?.birds.find(({ bird }) => bird.pigeon_id === pigeon.pigeon_id);
  return {
    ...view,
    others,
    in_rankings,
    prizes,
    present: present ?? [],
    listing: listing && { ...listing, currency: sale!.currency },
    code: renderSVG(public_url + path, { border: 1 }),
    head: pigeonHead({ locale, public_url, url: request.url }, view),
  };
}

/** Whether a flight is in the air, or still to be released. */
const isPresent = (status: FlightStatus) => status === 'released' || isBeforeRelease(status);

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function PigeonPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, season, hidden, pigeon, photo, passport, listing, flights, results, others, present, code, read_at } =
    loaderData;
  const hydrated = useHydrated();
  useLastKnown(loaderData);
  useRefresh(present.some(({ flight }) => flight.status === 'released'));
  const seasons = [loaderData, ...others].toSorted((a, b) => b.season.year - a.season.year);
  const { flown, starts, homes, best, average_speed, longest_m } = summaryOf(
    seasons.flatMap((one) => one.flights),
    seasons.flatMap((one) => one.results),
  );
  const rule = flown[0]?.flight.speed_rule;
  const has_records = showsRecords(hidden);
  const rated = ratedFlights(summaryOf(flights, results).flown.toReversed());
  const hasSide = listing !== undefined || passport.rights !== null || passport.health !== null || rated.length > 1;
  const birthplace = (['hatch_year', 'breeder', 'sire', 'dam'] as const).flatMap((fact) =>
    factText(t, fact, pigeon) === null ? [] : fact,
  );
  return (
    <>
      <OwnHead
        loft={loft}
        sky={skyAt(Date.parse(read_at), loft.time_zone)}
        title={
          <>
            {pigeon.pigeon_name && <bdi className={styles.name}>{pigeon.pigeon_name}</bdi>}
            <span className={pigeon.pigeon_name ? styles.ring : styles.whole}>
              <Ring ring={pigeon.ring} />
            </span>
          </>
        }
        picture={photo && <BirdPhoto photo={photo} ring={pigeon.ring} />}
        code={
          <figure className={styles.code}>
            <span
              aria-hidden="true"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: a drawing of our own address
              dangerouslySetInnerHTML={{ __html: code }}
            />
            <figcaption>{t('bird.this_page')}</figcaption>
          </figure>
        }
        facts={[]}
        action={
          <>
            {listing && (
              <a className={panel.button_light} href="#sale">
                {t('sale.listed')}
              </a>
            )}
            <MarkMine loft_id={loft.id} kind="pigeons" id={pigeon.pigeon_id} name={pigeon.ring} />
            <NotificationsLink />
            <Share title={`${pigeon.pigeon_name ?? pigeon.ring}, ${loft.name}`} />
            <button type="button" className={`${share.button} ${hydrated ? '' : 'awaited'}`} onClick={() => print()}>
              <Icon name="printer" />
              <span>{t('sheet.do_print')}</span>
            </button>
          </>
        }
      >
        <Sex sex={pigeon.sex} />
        {aboutBird(t, pigeon).flatMap(({ fact, text }) =>
          fact === 'name' || (birthplace as string[]).includes(fact) ? [] : <bdi key={fact}>{text}</bdi>,
        )}
        {pigeon.team_id !== null && (
          <>
            <Flag country={pigeon.country} />
            <Link to={teamPath({ loft_id: loft.id, team_id: pigeon.team_id })}>
              <bdi>{pigeon.team}</bdi>
            </Link>
            {pigeon.fancier && pigeon.fancier !== pigeon.team && <bdi>{pigeon.fancier}</bdi>}
          </>
        )}
        <span>
          <Link to={loftPath(loft.id)}>
            <bdi>{loft.name}</bdi>
          </Link>{' '}
          <bdi>{season.year}</bdi>
        </span>
      </OwnHead>
      <div className={`wrap ${panel.body} ${hasSide ? record.page : ''}`}>
        <div className={record.main}>
          {present.map((race) => (
            <PresentFlight key={race.flight.id} {...race} read_at={read_at} />
          ))}
          {starts > 0 && (
            <div className={panel.panel}>
              <Figures
                figures={[
                  {
                    name: t('bird.homes'),
                    value: t('bird.homes_of', { home: formatNumber(locale, homes), count: starts }),
                  },
                  ...(best
                    ? [
                        {
                          name: t('bird.best'),
                          value: formatNumber(locale, best.rank),
                          about: (
                            <>
                              {t('bird.of', { total: formatNumber(locale, best.flight.basketed_count) })}
                              {t('rows.comma')}
                              <bdi>{best.flight.name}</bdi>
                            </>
                          ),
                        },
                      ]
                    : []),
                  ...(average_speed !== null && rule
                    ? [
                        {
                          name: t('team.average_speed'),
                          value: formatSpeed(locale, average_speed, rule),
                          about: t(speedUnit(rule)),
                        },
                      ]
                    : []),
                  ...(longest_m !== null
                    ? [
                        {
                          name: t('loft.longest'),
                          value: formatDistance(locale, distanceInUnit(longest_m, loft.unit)),
                          about: t(`unit.${loft.unit}`),
                        },
                      ]
                    : []),
                ]}
              />
            </div>
          )}
          <InRankings loft_id={loft.id} season_id={season.id} lines={loaderData.in_rankings} named={false} />
          <BirdPrizes prizes={loaderData.prizes} />
          <section className={panel.panel} aria-labelledby="flights">
            <div className={panel.head}>
              <h2 id="flights">{t('bird.life')}</h2>
              {!has_records && <small>{t('bird.not_shown')}</small>}
              {flights.length > 0 && (
                <DownloadLinks path={pigeonFilePath({ loft_id: loft.id, pigeon_id: pigeon.pigeon_id })} />
              )}
            </div>
            {has_records && !flights.length && !passport.steps.length && !others.length && !birthplace.length ? (
              <Empty title={t('bird.none')} text={t('bird.none_text')} />
            ) : (
              <Biography seasons={seasons} pigeon={pigeon} birthplace={birthplace} />
            )}
          </section>
          <PassportSwitches loft_id={loft.id} pigeon_id={pigeon.pigeon_id} />
          <OwnerActions loft_id={loft.id} pigeon_id={pigeon.pigeon_id} />
          <OwnLog loft_id={loft.id} pigeon_id={pigeon.pigeon_id} />
        </div>
        {hasSide && (
          <div className={record.side}>
            {listing && (
              <section className={panel.panel} aria-labelledby="sale">
                <div className={panel.head}>
                  <h2 id="sale">{t('sale.listed')}</h2>
                </div>
                <div className={styles.sale}>
                  <p>
                    {listing.price_cents !== null ? (
                      <>
                        {t('product.price')}
                        <b className="num">
                          <bdi>{formatMoney(locale, listing.price_cents, listing.currency)}</bdi>
                        </b>
                      </>
                    ) : listing.best_cents !== null ? (
                      t('sale.best', { amount: formatMoney(locale, listing.best_cents, listing.currency) })
                    ) : (
                      t('sale.for_offers')
                    )}
                  </p>
                  <Link
                    className={panel.button_primary}
                    to={`${salePath({ loft_id: loft.id, season_id: season.id })}#listing-${listing.listing_id}`}
                  >
                    {t(listing.price_cents === null ? 'sale.offer' : 'sale.buy')}
                  </Link>
                </div>
              </section>
            )}
            {passport.rights && <BirdRights rights={passport.rights} pigeon={pigeon} loft={loft} />}
            {passport.health && (
              <section className={panel.panel} aria-labelledby="health">
                <div className={panel.head}>
                  <h2 id="health">{t('passport.health')}</h2>
                </div>
                <p className={styles.health}>
                  {passport.health.status ? t(`pigeon_status.${passport.health.status}`) : '–'}
                </p>
              </section>
            )}
            {rated.length > 1 && <SpeedChart flights={rated} ring={pigeon.ring} />}
          </div>
        )}
      </div>
    </>
  );
}
