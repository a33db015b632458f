/** All seasons to browse and search (2.23): those with an open registration first. */
import { useSearchParams } from 'react-router';
import { listSeasons } from '#domain/seasons/public-contract.ts';
import { seasonChoices } from '#domain/seasons/season.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { skyAt } from '#web/lib/intl.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { answers } from '#web/lib/loader.ts';
import { loftPath, registerPath, seasonPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { CountryFilter } from '#web/ui/CountryFilter.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Filter } from '#web/ui/Filter.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Horizon } from '#web/ui/Horizon.tsx';
import { Link } from '#web/ui/Link.tsx';
import card from '#web/ui/loft-card.module.css';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import sky from '#web/ui/sky.module.css';
import type { Route } from './+types/SeasonsPage.ts';
import { Offer } from './Offer.tsx';
import { Registration } from './Registration.tsx';
import { Span } from './Span.tsx';
import { narrowing, seasonsQueryFrom } from './season-list.ts';
import styles from './seasons.module.css';

type Listed = Route.ComponentProps['loaderData']['seasons'][number];

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const query = seasonsQueryFrom(new URL(request.url).searchParams);
  const list = await answers(() => context.get(callContext)(listSeasons, { query }));
  const head = pageHead({ context, params, pattern }, [t('admin.all_seasons')], t('seasons.lead'));
  return { ...list, head };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { seasons, countries, lofts, read_at, total, page, page_count } = loaderData;
  useLastKnown(loaderData);
  const narrowed = ['q', ...narrowing].some((name) => search.get(name));
  return (
    <div className="wrap">
      <AdminHead
        title={t('admin.all_seasons')}
        lead={t('seasons.lead')}
        actions={total > 0 && <DownloadLinks path="/seasons" query={`${search}`} />}
      />
      {(narrowed || total > 0) && (
        <div className={`${panel.panel} ${styles.search}`}>
          <SearchForm hint={t('admin.search')} own={narrowing}>
            <Filter
              name="show"
              label={t('admin.state')}
              all={t('admin.all_states')}
              options={seasonChoices.map((value) => ({
                value,
                word: t(value === 'registration' ? 'registration.open' : `season.${value}`),
              }))}
            />
            <CountryFilter countries={countries} />
            <Filter
              name="loft"
              label={t('loft.loft')}
              all={t('seasons.all_lofts')}
              options={lofts.map(({ id, name, count }) => ({ value: String(id), word: `${name} (${count})` }))}
            />
          </SearchForm>
          <p role="status" className={styles.found}>
            {t('admin.found', { count: total })}
          </p>
        </div>
      )}
      {seasons.length ? (
        <>
          <ul className={styles.cards}>
            {seasons.map((season) => {
              const { id, name, loft } = season;
              return (
                <li key={id}>
                  <article className={card.card}>
                    <div className={`${sky.sky} ${card.sky}`} data-sky={skyAt(Date.parse(read_at), loft.time_zone)}>
                      <Horizon loft_id={loft.id} />
                      <h2>
                        <Link to={seasonPath({ loft_id: loft.id, season_id: id })}>
                          <bdi>{name}</bdi>
                        </Link>
                      </h2>
                      <p>
                        <Flag country={loft.country} width={20} named />
                        <Link to={loftPath(loft.id)}>
                          <bdi>{loft.name}</bdi>
                        </Link>
                      </p>
                    </div>
                    <div className={card.body}>
                      <Registration {...season} />
                      {season.offer && <Offer {...season.offer} />}
                      <Dates {...season} />
                      {season.offer && (
                        <Link
                          className={`${panel.button_primary} ${styles.register}`}
                          to={registerPath({ loft_id: loft.id, season_id: id })}
                        >
                          {t('home.register_pigeons')}
                          <span className="visually-hidden"> {name}</span>
                        </Link>
                      )}
                    </div>
                  </article>
                </li>
              );
            })}
          </ul>
          {page_count > 1 && <Paging page={page} page_count={page_count} per_page={24} total={total} />}
        </>
      ) : (
        <div className={panel.panel}>
          <NoRows own={narrowing} title={t('admin.empty')} text={t('seasons.empty_text')} />
        </div>
      )}
    </div>
  );
}

/** The days of the registration and of the flights, as far as they are known. */
function Dates({ starts_at, ends_at, flight_days }: Pick<Listed, 'starts_at' | 'ends_at' | 'flight_days'>) {
  const { t } = useTranslation();
  const registration = starts_at !== null && ends_at !== null && { starts_at, ends_at };
  if (!registration && !flight_days) return null;
  return (
    <dl className={styles.days}>
      {registration && (
        <div>
          <dt>{t('due_date.registration')}</dt>
          <dd>
            <Span {...registration} as="named" />
          </dd>
        </div>
      )}
      {flight_days && (
        <div>
          <dt>{t('loft.flights')}</dt>
          <dd>
            <Span starts_at={flight_days.first} ends_at={flight_days.last} as="named" />
          </dd>
        </div>
      )}
    </dl>
  );
}
