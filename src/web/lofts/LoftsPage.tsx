/** All lofts, those with birds in the air first. */
import { useSearchParams } from 'react-router';
import { listLofts } from '#domain/flights/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { answers, pageFrom, searchTextFrom } from '#web/lib/loader.ts';
import { useRefresh } from '#web/lib/refresh.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { pictured } from '#web/share/heads.server.ts';
import { CountryFilter } from '#web/ui/CountryFilter.tsx';
import { LoftCard } from '#web/ui/LoftCard.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import type { Route } from './+types/LoftsPage.ts';
import styles from './lofts.module.css';

/** URL parameters of the list's filters. */
const narrowing = ['country', 'live'];

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const search = new URL(request.url).searchParams;
  const country = search.get('country') ?? '';
  const query = {
    q: searchTextFrom(search),
    page: pageFrom(search).page,
    ...(/^[A-Z]{2}$/.test(country) && { country }),
    ...(search.get('live') === '1' && { live: '1' as const }),
  };
  const list = await answers(() => context.get(callContext)(listLofts, { query }));
  const head = pageHead({ context, params, pattern }, [t('lofts.title')], t('lofts.lead'));
  return { ...list, head: pictured({ locale, public_url, url: request.url }, head, '') };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function LoftsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { lofts, total, page, page_count, countries, read_at } = loaderData;
  useLastKnown(loaderData);
  useRefresh(lofts.some((loft) => loft.live_flight !== null));
  const narrowed = ['q', ...narrowing].some((name) => search.get(name));
  return (
    <div className="wrap">
      <div className={styles.head}>
        <h1>{t('lofts.title')}</h1>
        <p>{t('lofts.lead')}</p>
      </div>
      {(narrowed || total > 0) && (
        <div className={`${panel.panel} ${styles.search}`}>
          <SearchForm hint={t('search.lofts')} own={narrowing}>
            <CountryFilter countries={countries} />
            <label className={styles.live}>
              <input
                key={search.get('live')}
                type="checkbox"
                name="live"
                value="1"
                defaultChecked={search.get('live') === '1'}
              />
              {t('lofts.live')}
            </label>
          </SearchForm>
          <p role="status" className={styles.found}>
            {t('lofts.found', { count: total })}
          </p>
        </div>
      )}
      {lofts.length ? (
        <>
          <ul className={styles.cards}>
            {lofts.map((loft) => (
              <li key={loft.id}>
                <LoftCard loft={loft} read_at={read_at} heading="h2" />
              </li>
            ))}
          </ul>
          {page_count > 1 && <Paging page={page} page_count={page_count} per_page={24} total={total} />}
        </>
      ) : (
        <div className={panel.panel}>
          <NoRows own={narrowing} title={t('lofts.empty')} text={t('lofts.empty_text')} />
        </div>
      )}
    </div>
  );
}
