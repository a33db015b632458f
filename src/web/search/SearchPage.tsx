/** The search over the whole site: what was found by kinds, or all of one kind by pages. It needs no script. */

import { useEffect, useState } from 'react';
import { isLocale } from '#domain/locales.ts';
import { searchSite } from '#domain/search/contract.ts';
import { longestSearch, type SearchKind, searchKinds, searchText } from '#domain/search/query.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { searchPath } from '#web/lib/paths.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { askForOrders, groupsOf, type HitGroup, ordersFound, pagesFound } from '#web/lib/site-search.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { HitText } from '#web/ui/HitText.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/SearchPage.ts';
import styles from './search-page.module.css';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const { searchParams } = new URL(request.url);
  const q = (searchParams.get('q') ?? '').slice(0, longestSearch);
  const asked = searchParams.get('kind');
  const kind = searchKinds.find((one) => one === asked);
  const page = Math.min(40, Math.max(1, Math.trunc(Number(searchParams.get('page'))) || 1));
  const query = { q, page, locale: isLocale(locale) ? locale : ('en' as const), ...(kind && { kind }) };
  const found = await answers(() => context.get(callContext)(searchSite, { query }));
  const title = q.trim() === '' ? [t('site_search.title')] : [q.trim(), t('site_search.title')];
  return { q, kind, page, found, head: pageHead({ context, params, pattern }, title, t('site_search.start')) };
}

/** A page of results is for its reader: search engines have the pages that it finds. */
export const meta = ({ loaderData }: Route.MetaArgs) => [
  ...metaOf(loaderData?.head),
  { name: 'robots', content: 'noindex, follow' },
];

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { q, kind, page, found } = loaderData;
  const { t } = useTranslation();
  const { locale } = usePage();
  const orders = useOrders(kind ? '' : q);
  const groups = [...orders, ...groupsOf(found, q, { t, locale }), ...(kind ? [] : pagesFound(q, t))];
  const asked = searchText(q) !== '';
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{t('site_search.title')}</h1>
      <search>
        <form method="get" action="/search" className={styles.form}>
          <label className={styles.field}>
            <Icon name="search" size={22} />
            <span className="visually-hidden">{t('site_search.open')}</span>
            <input
              key={q}
              type="search"
              name="q"
              defaultValue={q}
              placeholder={t('site_search.hint')}
              maxLength={longestSearch}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="search"
            />
          </label>
          <button type="submit" className={panel.button_primary}>
            {t('search.go')}
          </button>
        </form>
      </search>
      {!asked && q.trim() === '' && <p className={styles.start}>{t('site_search.start')}</p>}
      {!asked && q.trim() !== '' && (
        <section className={panel.panel}>
          <Empty title={t('search.none')} text={t('site_search.too_short')} />
        </section>
      )}
      {asked && !groups.length && (
        <section className={panel.panel}>
          <Empty title={t('search.none')} text={t('search.none_text', { q: q.trim() })} />
        </section>
      )}
      {groups.map((group) => (
        <section key={group.kind} className={panel.panel} aria-labelledby={`found-${group.kind}`}>
          <div className={panel.head}>
            <h2 id={`found-${group.kind}`}>{group.title}</h2>
          </div>
          <ul className={styles.hits}>
            {group.hits.map((hit) => (
              <li key={hit.to}>
                <Link to={hit.to}>
                  <HitText hit={hit} />
                </Link>
              </li>
            ))}
          </ul>
          {kind === undefined && group.has_more && group.kind !== 'pages' && group.kind !== 'orders' && (
            <p className={styles.more}>
              <Link to={searchPath(q, group.kind)}>
                {t('site_search.more')} <span className="visually-hidden">{group.title}</span>
              </Link>
            </p>
          )}
        </section>
      ))}
      {kind && <Pages q={q} kind={kind} page={page} has_more={found[kind].has_more} />}
    </div>
  );
}

/** The reader's own part of the page, which is otherwise the same for everybody: the orders that the text names. */
function useOrders(q: string): HitGroup[] {
  const { t } = useTranslation();
  const isSignedIn = Boolean(useRootData()?.reader);
  const [answer, setAnswer] = useState<{ of: string; groups: HitGroup[] }>({ of: '', groups: [] });
  useEffect(() => {
    if (!isSignedIn) return;
    const stop = new AbortController();
    askForOrders(q, stop.signal).then(
      (found) => setAnswer({ of: q, groups: ordersFound(found, t) }),
      // Without a reply the page has what everybody has.
      () => {},
    );
    return () => stop.abort();
  }, [q, isSignedIn, t]);
  return answer.of === q ? answer.groups : [];
}

/** The way back to all kinds, and to the pages before and after. */
function Pages({ q, kind, page, has_more }: { q: string; kind: SearchKind; page: number; has_more: boolean }) {
  const { t } = useTranslation();
  return (
    <nav className={styles.pages} aria-label={t('paging.label')}>
      <Link to={searchPath(q)}>{t('site_search.all', { q: q.trim() })}</Link>
      {page > 1 && (
        <Link rel="prev" to={searchPath(q, kind, page - 1)}>
          {t('paging.previous')}
        </Link>
      )}
      {has_more && (
        <Link rel="next" to={searchPath(q, kind, page + 1)}>
          {t('paging.next')}
        </Link>
      )}
    </nav>
  );
}
