/** One pigeon as its biography: every flight of every season that shows it, the latest first. */

import { redirect } from 'react-router';
import { renderSVG } from 'uqr';
import { readPigeon } from '#domain/arrivals/records.ts';
import { listBirdSeasons } from '#domain/pigeons/bird-contract.ts';
import { readSale } from '#domain/sales/contract.ts';
import { showsRecords } from '#domain/seasons/visibility.ts';
import { aboutBird, factText } from '#web/lib/bird-facts.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf } from '#web/lib/head.ts';
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
import { Link } from '#web/ui/Link.tsx';
import { MarkMine } from '#web/ui/MarkMine.tsx';
import { OwnHead } from '#web/ui/OwnHead.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Sex } from '#web/ui/Sex.tsx';
import { Share } from '#web/ui/Share.tsx';
import type { Route } from './+types/PigeonPage.ts';
import { Biography } from './Biography.tsx';
import { OwnerActions } from './OwnerActions.tsx';
import { OwnLog } from './OwnLog.tsx';
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
  const listing = sale?.birds.find(({ bird }) => bird.pigeon_id === pigeon.pigeon_id);
  return {
    ...view,
    others,
    listing: listing && { ...listing, currency: sale!.currency },
    code: renderSVG(public_url + path, { border: 1 }),
    head: pigeonHead({ locale, public_url, url: request.url }, view),
  };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function PigeonPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, season, hidden, pigeon, photo, listing, flights, results, others, code, read_at } = loaderData;
  useLastKnown(loaderData);
  useRefresh(flights.some(({ status }) => status === 'released'));
  const seasons = [loaderData, ...others].toSorted((a, b) => b.season.year - a.season.year);
  const { flown, starts, homes, best, average_speed } = summaryOf(
    seasons.flatMap((one) => one.flights),
    seasons.flatMap((one) => one.results),
  );
  const rule = flown[0]?.flight.speed_rule;
  const has_records = showsRecords(hidden);
  const rated = ratedFlights(summaryOf(flights, results).flown.toReversed());
  const hasSide = listing !== undefined || rated.length > 1;
  const longest = flown.reduce((most, { flight }) => Math.max(most, flight.distance ?? 0), 0);
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
            <Share title={`${pigeon.pigeon_name ?? pigeon.ring}, ${loft.name}`} />
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
                              {t('bird.of', { total: formatNumber(locale, best.flight.basketed_count) })},{' '}
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
                  ...(longest > 0
                    ? [
                        {
                          name: t('loft.longest'),
                          value: formatDistance(locale, longest),
                          about: t(`unit.${loft.unit}`),
                        },
                      ]
                    : []),
                ]}
              />
            </div>
          )}
          <section className={panel.panel} aria-labelledby="flights">
            <div className={panel.head}>
              <h2 id="flights">{t('bird.flights')}</h2>
              {!has_records && <small>{t('bird.not_shown')}</small>}
              {flights.length > 0 && (
                <DownloadLinks path={pigeonFilePath({ loft_id: loft.id, pigeon_id: pigeon.pigeon_id })} />
              )}
            </div>
            {has_records && flights.length === 0 && !others.length && !birthplace.length ? (
              <Empty title={t('bird.none')} text={t('bird.none_text')} />
            ) : (
              <Biography seasons={seasons} pigeon={pigeon} birthplace={birthplace} />
            )}
          </section>
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
            {rated.length > 1 && <SpeedChart flights={rated} ring={pigeon.ring} />}
          </div>
        )}
      </div>
    </>
  );
}
