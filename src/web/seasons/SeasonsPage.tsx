/** All seasons to browse and search (2.23): those with an open registration first. */
import { useSearchParams } from 'react-router';
import { listSeasons } from '#domain/seasons/public-contract.ts';
import { seasonChoices } from '#domain/seasons/season.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { skyAt } from '#web/lib/intl.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { answers, oneOf, pageFrom, searchTextFrom } from '#web/lib/loader.ts';
import { loftPath, seasonPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { CountryFilter } from '#web/ui/CountryFilter.tsx';
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
import { Registration } from './Registration.tsx';
import styles from './seasons.module.css';

/** URL parameters of the list's filters. */
const narrowing = ['country', 'loft', 'show'];

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const searchParams = new URL(request.url).searchParams;
  const country = searchParams.get('country') ?? '';
  const loft = searchParams.get('loft') ?? '';
  const show = oneOf(['', ...seasonChoices], searchParams.get('show'));
  const query = {
    q: searchTextFrom(searchParams),
    page: pageFrom(searchParams).page,
    ...(/^[A-Z]{2}$/.test(country) && { country }),
    ...(/^[1-9]\d{0,14}$/.test(loft) && { loft_id: Number(loft) }),
    ...(show !== '' && { show }),
  };
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
      <AdminHead title={t('admin.all_seasons')} lead={t('seasons.lead')} />
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
