/**
 * The reader's favorites with their current state (2.3): those of the account, without one those that this browser has
 * kept. Its action sets a star without a script.
 */
import { redirect } from 'react-router';
import { changeFavorites, favoriteChange, listFavorites } from '#domain/favorites/contract.ts';
import { favoritesPerPage } from '#domain/favorites/favorite.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { answers, notFound, pageFrom, signInFor } from '#web/lib/loader.ts';
import { useRefresh } from '#web/lib/refresh.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/FavoritesPage.ts';
import { BrowserFavorites } from './BrowserFavorites.tsx';
import { FavoriteLists, isAnyInTheAir } from './FavoriteLists.tsx';
import styles from './favorites.module.css';
import { pathOfThing } from './paths.ts';

export async function loader({ context, params, pattern, url }: Route.LoaderArgs) {
  const { locale, me } = context.get(pageContext);
  const { t } = speaker(locale);
  const head = pageHead({ context, params, pattern }, [t('nav.favorites')], t('favorites.lead'));
  if (me === null) return { list: null, head };
  const query = { page: pageFrom(url.searchParams).page };
  return { list: await answers(() => context.get(callContext)(listFavorites, { query })), head };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

/** Adds or removes one star, then returns to the page of the form. */
export async function action({ context, request }: Route.ActionArgs) {
  const { me } = context.get(pageContext);
  const form = await request.formData();
  const { data: change } = favoriteChange.safeParse({
    kind: form.get('kind'),
    loft_id: Number(form.get('loft_id')),
    id: Number(form.get('id')),
    starred: form.get('starred') === '1',
  });
  if (!change) notFound();
  const back = form.get('back') === 'favorites' ? '/favorites' : pathOfThing(change);
  if (me === null) throw signInFor(back);
  await answers(() => context.get(callContext)(changeFavorites, { body: { changes: [change] } }));
  return redirect(back, 303);
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function FavoritesPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { list } = loaderData;
  useLastKnown(loaderData);
  useRefresh(list !== null && isAnyInTheAir(list));
  return (
    <div className="wrap">
      <div className={styles.head}>
        <h1>{t('nav.favorites')}</h1>
        <p>{t('favorites.lead')}</p>
        <Link className={panel.button} to="/mine">
          {t('mine.title')}
        </Link>
      </div>
      {list ? (
        <FavoriteLists list={list}>
          {list.page_count > 1 && (
            <Paging
              page={list.page}
              page_count={list.page_count}
              per_page={favoritesPerPage}
              total={Math.max(...Object.values(list.counts))}
            />
          )}
        </FavoriteLists>
      ) : (
        <BrowserFavorites />
      )}
    </div>
  );
}
