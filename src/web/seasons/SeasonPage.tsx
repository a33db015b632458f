/** The public page of a season (2.23): registration, due dates with the days left, flights. */
import { listContracts } from '#domain/contracts/contract.ts';
import type { FlightStatus } from '#domain/flights/flight.ts';
import { locales } from '#domain/locales.ts';
import { placesLeft } from '#domain/orders/cart.ts';
import { categoryOf } from '#domain/seasons/due-date.ts';
import type { DueDate } from '#domain/seasons/due-dates-contract.ts';
import { readPackages } from '#domain/seasons/product-contract.ts';
import { readSeason } from '#domain/seasons/public-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatCalendarDay, formatNumber } from '#web/lib/intl.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { latestNews } from '#web/lib/latest-news.ts';
import { leadersOf } from '#web/lib/leaders.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath, loftPath, prizesPath, registerPath, rulebookPath, salePath } from '#web/lib/paths.ts';
import { ratesOf } from '#web/lib/rates.server.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { pictured } from '#web/share/heads.server.ts';
import { CalendarLinks } from '#web/ui/CalendarLinks.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { FlightWhen } from '#web/ui/FlightWhen.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LatestNews } from '#web/ui/LatestNews.tsx';
import { Link } from '#web/ui/Link.tsx';
import { LoftHead } from '#web/ui/LoftHead.tsx';
import panel from '#web/ui/panel.module.css';
import { RankingLeaders } from '#web/ui/RankingLeaders.tsx';
import type { Route } from './+types/SeasonPage.ts';
import { Calendar } from './Calendar.tsx';
import { Packages } from './Packages.tsx';
import { Registration } from './Registration.tsx';
import styles from './seasons.module.css';

type Described = Pick<DueDate, 'description' | 'max_duration'> & { name: string | null };

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const key = { loft_id: idFrom(params.loft_id), season_id: idFrom(params.season_id) };
  const call = context.get(callContext);
  const [view, packages, { contracts }, rates, leaders] = await answers(() =>
    Promise.all([
      call(readSeason, { params: key }),
      call(readPackages, { params: key }),
      call(listContracts, { params: { loft_id: key.loft_id } }),
      ratesOf(context),
      leadersOf({ call, t, locale }, key),
    ]),
  );
  // A draft season has no public news.
  const news = view.season.status === 'draft' ? [] : await answers(() => latestNews(call, key, locale));
  const head = pictured(
    { locale, public_url, url: request.url },
    pageHead(
      { context, params, pattern },
      [view.season.name, view.loft.name],
      t('seasons.description', { season: view.season.name, loft: view.loft.name }),
    ),
    loftPath(key.loft_id),
  );
  /** A name that only repeats the kind, in any language, is not shown. */
  const due_dates = view.due_dates.map((one) => {
    const words = locales.map((other) => speaker(other).t(`due_date.${categoryOf(one)}`));
    return { ...one, name: words.includes(one.name) ? null : one.name };
  });
  return { ...view, due_dates, packages, has_contract: contracts.length > 0, news, rates, leaders, key, head };
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
    leaders,
    key,
    head,
  } = loaderData;
  useLastKnown(loaderData);
  const window = due_dates.find((one) => categoryOf(one) === 'registration');
  const left = placesLeft(season);
  const isOpen = registration === 'open';
  /** After the registration the places left are of no interest. */
  const isSold = !isOpen && registration !== 'ahead';
  const places = [
    ['setup.in_all', season.max_pigeons, left.all],
    ['setup.active', season.max_active_pigeons, left.active],
    ['setup.reserve', season.max_reserve_pigeons, left.reserve],
  ] as const;
  const documents = [
    { icon: 'document', to: rulebookPath(key), word: 'admin.rulebook', about: 'seasons.rulebook_text', has: true },
    {
      icon: 'note',
      to: `${loftPath(loft.id)}/contract`,
      word: 'contracts.one',
      about: 'seasons.contract_text',
      has: has_contract,
    },
    { icon: 'trophy', to: prizesPath(key), word: 'rulebook.prizes', about: 'seasons.prizes_text', has: true },
    { icon: 'tag', to: salePath(key), word: 'due_date.pigeon_sale', about: 'seasons.sale_text', has: has_sale },
  ] as const;
  const register = isOpen && (
    <Link className={panel.button_primary} to={registerPath(key)}>
      {t('home.register_pigeons')}
    </Link>
  );
  return (
    <>
      <LoftHead
        loft={loft}
        read_at={read_at}
        part="season"
        seasons={seasons}
        season_id={season.id}
        action={
          isOpen && (
            <Link className={panel.button_light} to={registerPath(key)}>
              {t('home.register_pigeons')}
            </Link>
          )
        }
      />
      <div className={`wrap ${styles.page}`}>
        <div className={styles.side}>
          <section className={panel.panel} aria-labelledby="season">
            <div className={panel.head}>
              <h2 id="season">
                <bdi>{season.name}</bdi>
              </h2>
            </div>
            <div className={styles.about}>
              <Registration
                status={season.status}
                registration={registration}
                starts_at={window?.starts_at ?? null}
                ends_at={window?.ends_at ?? null}
                today={today}
              />
              {season.description && (
                <p className={styles.description}>
                  <bdi>{season.description}</bdi>
                </p>
              )}
              {places.some(([, count]) => count !== null) && (
                <dl className={styles.places_left}>
                  {places.map(
                    ([word, count, free]) =>
                      count !== null && (
                        <div key={word}>
                          <dt>
                            {t('setup.room')}: {t(word)}
                          </dt>
                          <dd>
                            {isSold || free === null
                              ? formatNumber(locale, count)
                              : t('register.places_left', {
                                  left: formatNumber(locale, free),
                                  max: formatNumber(locale, count),
                                })}
                          </dd>
                          {!isSold && free !== null && (
                            <dd className={styles.meter} aria-hidden="true">
                              <i
                                style={{ inlineSize: `${count ? ((100 * (count - free)) / count).toFixed(1) : 100}%` }}
                              />
                            </dd>
                          )}
                        </div>
                      ),
                  )}
                </dl>
              )}
              {register && <div className={styles.beside}>{register}</div>}
            </div>
            <ul className={styles.documents}>
              {documents.map(
                ({ icon, to, word, about, has }) =>
                  has && (
                    <li key={word}>
                      <Link to={to}>
                        <Icon name={icon} size={20} />
                        <span>
                          {t(word)}
                          <small>{t(about)}</small>
                        </span>
                      </Link>
                    </li>
                  ),
              )}
            </ul>
          </section>
        </div>
        <div className={styles.parts}>
          <Packages {...packages} season={season} />
          <section className={panel.panel} aria-labelledby="dates">
            <div className={panel.head}>
              <h2 id="dates">{t('admin.due_dates')}</h2>
              <small suppressHydrationWarning>
                {t('due_date.today', { day: formatCalendarDay(locale, today, 'named') })}
              </small>
            </div>
            {due_dates.length ? (
              <Calendar due_dates={due_dates} flights={flights} today={today} about={(one) => <About {...one} />} />
            ) : (
              <Empty title={t('due_date.none')} text={t(`season.${season.status}`)} />
            )}
          </section>
          {flights.length > 0 && (
            <section className={panel.panel} aria-labelledby="flights">
              <div className={panel.head}>
                <h2 id="flights">{t('loft.flights')}</h2>
                {flights.some(({ release_time }) => release_time !== null) && <CalendarLinks of={key} url={head.url} />}
              </div>
              <ul className={styles.flights}>
                {flights.map(({ id, name, kind, day, status, release_time }) => (
                  <li key={id}>
                    <span suppressHydrationWarning>{formatCalendarDay(locale, day, 'named')}</span>
                    <Link to={flightPath({ loft_id: loft.id, id })}>
                      <bdi>{name}</bdi>
                      <small>{t(`kind.${kind}` as 'kind.final')}</small>
                    </Link>
                    <FlightWhen
                      flight={{ status: status as FlightStatus, release_time }}
                      time_zone={loft.time_zone}
                      read_at={read_at}
                    />
                  </li>
                ))}
              </ul>
            </section>
          )}
          <RankingLeaders rankings={leaders} />
          <LatestNews loft={loft} news={news} />
        </div>
        {register && <div className={styles.dock}>{register}</div>}
      </div>
    </>
  );
}

/** What a due date says beside its days: its own name, its description, and the days to pay. */
function About({ name, description, max_duration }: Described) {
  const { t } = useTranslation();
  return (
    <>
      {name && (
        <small>
          <bdi>{name}</bdi>
        </small>
      )}
      {description && (
        <small>
          <bdi>{description}</bdi>
        </small>
      )}
      {max_duration !== null && <small>{t('due_date.working_days', { count: max_duration })}</small>}
    </>
  );
}
