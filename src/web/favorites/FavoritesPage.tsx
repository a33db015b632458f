/** The reader's favorites with their current state (2.3); its action sets a star without a script. */
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
import { Empty } from '#web/ui/Empty.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/FavoritesPage.ts';
import { FavoriteBirds } from './FavoriteBirds.tsx';
import { FavoriteFlights } from './FavoriteFlights.tsx';
import { FavoriteLofts } from './FavoriteLofts.tsx';
import { FavoriteTeams } from './FavoriteTeams.tsx';
import styles from './favorites.module.css';
import { pathOfThing } from './paths.ts';

export async function loader({ context, params, pattern, url }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const { searchParams } = url;
  const query = { page: pageFrom(searchParams).page };
  const list = await answers(() => context.get(callContext)(listFavorites, { query }));
  const head = pageHead({ context, params, pattern }, [t('nav.favorites')], t('favorites.lead'));
  return { ...list, head };
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
  const { lofts, flights, teams, pigeons, counts, page, page_count, read_at } = loaderData;
  useLastKnown(loaderData);
  const shown = [
    ...lofts.map(({ live_flight }) => live_flight),
    ...flights.map(({ flight }) => flight),
    ...[...teams, ...pigeons].map(({ last }) => last?.flight),
  ];
  useRefresh(shown.some((flight) => flight?.status === 'released'));
  const longest = Math.max(...Object.values(counts));
  return (
    <div className="wrap">
      <div className={styles.head}>
        <h1>{t('nav.favorites')}</h1>
        <p>{t('favorites.lead')}</p>
      </div>
      {longest === 0 ? (
        <div className={panel.panel}>
          <Empty title={t('favorites.empty')} text={t('favorites.empty_text')}>
            <Link className={panel.button} to="/lofts">
              {t('lofts.title')}
            </Link>
          </Empty>
        </div>
      ) : (
        <div className={styles.parts}>
          <FavoriteBirds pigeons={pigeons} count={counts.pigeons} />
          <FavoriteTeams teams={teams} count={counts.teams} />
          <FavoriteFlights flights={flights} count={counts.flights} />
          <FavoriteLofts lofts={lofts} count={counts.lofts} read_at={read_at} />
          {page_count > 1 && <Paging page={page} page_count={page_count} per_page={favoritesPerPage} total={longest} />}
        </div>
      )}
    </div>
  );
}
