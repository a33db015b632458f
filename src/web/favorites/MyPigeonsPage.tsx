/**
 * The birds that the reader follows, of all lofts: what each does now, with or without an account (2.3). The page is the
 * same for everybody, and is kept for a phone without a network; whose birds these are, the browser knows.
 */
import { useEffect } from 'react';
import { setAsOf } from '#web/lib/as-of.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { useFollowed } from '#web/lib/followed.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { useSignInLinks } from '#web/lib/sign-in-links.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/MyPigeonsPage.ts';
import { FollowedFlight, WaitingBirds } from './FollowedFlight.tsx';
import styles from './my-pigeons-page.module.css';

export function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  return { head: pageHead({ context, params, pattern }, [t('mine.title')], t('mine.lead')) };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function MyPigeonsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const reader = useRootData()?.reader;
  const { log_in } = useSignInLinks();
  const hydrated = useHydrated();
  const { view, failed } = useFollowed();
  useLastKnown(loaderData);
  const as_of = failed && view ? Date.parse(view.read_at) : null;
  useEffect(() => {
    if (as_of !== null) setAsOf(as_of);
    return () => setAsOf(null);
  }, [as_of]);
  const flying = view?.flights.flatMap(({ birds }) => birds.map(({ pigeon }) => pigeon.pigeon_id));
  // A bird with several races stands in each of them.
  const listed = view ? new Set(flying).size + view.waiting.length : 0;
  return (
    <div className="wrap">
      <AdminHead
        title={t('mine.title')}
        lead={t('mine.lead')}
        actions={
          <Link className={panel.button} to="/favorites">
            {t('home.my_favorites')}
          </Link>
        }
      />
      <noscript>
        <p className={styles.note}>{t('mine.no_script')}</p>
      </noscript>
      <div className={`${styles.list} ${hydrated ? '' : 'awaited'}`} aria-busy={view === null && !failed}>
        {view === null ? (
          <div className={panel.panel}>
            {failed ? (
              <Empty title={t('error.away')} text={t('error.away_text')} />
            ) : (
              <p className={styles.loading}>{t('nav.loading')}</p>
            )}
          </div>
        ) : view.count === 0 ? (
          <div className={panel.panel}>
            <Empty title={t('mine.none_yet')} text={t('mine.none_text')}>
              <Link className={panel.button_primary} to="/search">
                {t('mine.find')}
              </Link>
            </Empty>
          </div>
        ) : (
          <>
            {view.flights.map((one) => (
              <FollowedFlight key={one.flight.id} read_at={view.read_at} {...one} />
            ))}
            {view.waiting.length > 0 && <WaitingBirds birds={view.waiting} />}
            {listed < view.count && <p className={styles.note}>{t('mine.more', { count: view.count - listed })}</p>}
            {!reader && (
              <p className={styles.note}>
                {log_in ? <a href={log_in}>{t('favorites.in_browser')}</a> : t('favorites.in_browser')}
              </p>
            )}
          </>
        )}
      </div>
    </div>
  );
}
