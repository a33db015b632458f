/** The public page of a season (2.23): registration, due dates with the days left, flights. */
import { listContracts } from '#domain/contracts/contract.ts';
import { locales } from '#domain/locales.ts';
import { placesLeft } from '#domain/orders/cart.ts';
import { categoryOf } from '#domain/seasons/due-date.ts';
import { readPackages } from '#domain/seasons/product-contract.ts';
import { readSeason } from '#domain/seasons/public-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatCalendarDay, formatNumber } from '#web/lib/intl.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { latestNews } from '#web/lib/latest-news.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath, loftPath, registerPath, rulebookPath, salePath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { DaysLeft } from '#web/ui/DaysLeft.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { LatestNews } from '#web/ui/LatestNews.tsx';
import { Link } from '#web/ui/Link.tsx';
import { LoftHead } from '#web/ui/LoftHead.tsx';
import panel from '#web/ui/panel.module.css';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/SeasonPage.ts';
import { Calendar } from './Calendar.tsx';
import { Packages } from './Packages.tsx';
import { Registration } from './Registration.tsx';
import { Span } from './Span.tsx';
import styles from './seasons.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const key = { loft_id: idFrom(params.loft_id), season_id: idFrom(params.season_id) };
  const call = context.get(callContext);
  const [view, packages, { contracts }] = await answers(() =>
    Promise.all([
      call(readSeason, { params: key }),
      call(readPackages, { params: key }),
      call(listContracts, { params: { loft_id: key.loft_id } }),
    ]),
  );
  // A draft season has no public news.
  const news = view.season.status === 'draft' ? [] : await answers(() => latestNews(call, key, locale));
  const head = pageHead(
    { context, params, pattern },
    [view.season.name, view.loft.name],
    t('seasons.description', { season: view.season.name, loft: view.loft.name }),
  );
  /** A name that only repeats the kind, in any language, is not shown. */
  const due_dates = view.due_dates.map((one) => {
    const words = locales.map((other) => speaker(other).t(`due_date.${categoryOf(one)}`));
    return { ...one, name: words.includes(one.name) ? null : one.name };
  });
  return { ...view, due_dates, packages, has_contract: contracts.length > 0, news, key, head };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const {
    loft,
    season,
    seasons,
    due_dates,
    flights,
    registration,
    today,
    read_at,
    packages,
    has_contract,
    has_sale,
    news,
    key,
  } = loaderData;
  useLastKnown(loaderData);
  const window = due_dates.find((one) => categoryOf(one) === 'registration');
  const left = placesLeft(season);
  /** After the registration the places left are of no interest. */
  const isSold = registration !== 'open' && registration !== 'ahead';
  const places = [
    ['setup.in_all', season.max_pigeons, left.all],
    ['setup.active', season.max_active_pigeons, left.active],
    ['setup.reserve', season.max_reserve_pigeons, left.reserve],
  ] as const;
  return (
    <>
      <LoftHead loft={loft} read_at={read_at} part="season" seasons={seasons} season_id={season.id} />
      <div className={`wrap ${styles.page}`}>
        <div className={styles.parts}>
          <section className={panel.panel} aria-labelledby="season">
            <div className={panel.head}>
              <h2 id="season">
                <bdi>{season.name}</bdi>
              </h2>
              <span className={panel.take}>
                <Link to={rulebookPath(key)}>{t('admin.rulebook')}</Link>
                {has_sale && <Link to={salePath(key)}>{t('due_date.pigeon_sale')}</Link>}
                {has_contract && <Link to={`${loftPath(loft.id)}/contract`}>{t('contracts.one')}</Link>}
              </span>
            </div>
            <div className={styles.about}>
              <Registration
                status={season.status}
                registration={registration}
                starts_at={window?.starts_at ?? null}
                ends_at={window?.ends_at ?? null}
                today={today}
              />
              {registration === 'open' && (
                <Link className={panel.button_primary} to={registerPath(key)}>
                  {t('register.go')}
                </Link>
              )}
              {season.description && (
                <p className={styles.description}>
                  <bdi>{season.description}</bdi>
                </p>
              )}
              {places.some(([, count]) => count !== null) && (
                <dl className={styles.facts}>
                  {places.map(
                    ([word, count, free]) =>
                      count !== null && (
                        <div key={word}>
                          <dt>
                            {t('setup.room')}: {t(word)}
                          </dt>
                          <dd className="num">
                            {isSold || free === null
                              ? formatNumber(locale, count)
                              : t('register.places_left', {
                                  left: formatNumber(locale, free),
                                  max: formatNumber(locale, count),
                                })}
                          </dd>
                        </div>
                      ),
                  )}
                </dl>
              )}
            </div>
          </section>
          <section className={panel.panel} aria-labelledby="dates">
            <div className={panel.head}>
              <h2 id="dates">{t('admin.due_dates')}</h2>
              <small suppressHydrationWarning>
                {t('due_date.today', { day: formatCalendarDay(locale, today, 'words') })}
              </small>
            </div>
            {due_dates.length ? (
              <>
                <Calendar due_dates={due_dates} flights={flights} today={today} listed={false} />
                <table className={table.table}>
                  <caption className="visually-hidden">{t('admin.due_dates')}</caption>
                  <thead className="visually-hidden">
                    <tr>
                      <th scope="col">{t('facts.kind')}</th>
                      <th scope="col">
                        {t('due_date.from')}, {t('due_date.to')}
                      </th>
                      <th scope="col">{t('admin.state')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {due_dates.map((one) => (
                      <tr key={one.id}>
                        <th scope="row">
                          {t(`due_date.${categoryOf(one)}`)}
                          {one.name && (
                            <small>
                              <bdi>{one.name}</bdi>
                            </small>
                          )}
                          {one.description && (
                            <small>
                              <bdi>{one.description}</bdi>
                            </small>
                          )}
                        </th>
                        <td>
                          <Span {...one} as="figures" />
                          {one.max_duration !== null && (
                            <small>{t('due_date.working_days', { count: one.max_duration })}</small>
                          )}
                        </td>
                        <td>
                          <DaysLeft {...one} today={today} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </>
            ) : (
              <Empty title={t('due_date.none')} text={t(`season.${season.status}`)} />
            )}
          </section>
          <Packages {...packages} />
          <LatestNews loft={loft} news={news} />
          {flights.length > 0 && (
            <section className={panel.panel} aria-labelledby="flights">
              <div className={panel.head}>
                <h2 id="flights">{t('loft.flights')}</h2>
              </div>
              <ul className={styles.flights}>
                {flights.map(({ id, name, day }) => (
                  <li key={id}>
                    <Link to={flightPath({ loft_id: loft.id, id })}>
                      <bdi>{name}</bdi>
                    </Link>
                    <span suppressHydrationWarning>{formatCalendarDay(locale, day, 'figures')}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
    </>
  );
}
