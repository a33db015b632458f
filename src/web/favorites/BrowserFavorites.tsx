/** The stars that this browser has kept for a reader without an account, with the offer to log in. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { favoriteKinds } from '#domain/favorites/favorite.ts';
import type { StarredView } from '#domain/favorites/followed-contract.ts';
import { listen } from '#web/lib/browser-store.ts';
import { queryOfMarks } from '#web/lib/followed.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { useSignInLinks } from '#web/lib/sign-in-links.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import panel from '#web/ui/panel.module.css';
import { FavoriteLists, isAnyInTheAir } from './FavoriteLists.tsx';
import styles from './my-pigeons-page.module.css';

const noStars: StarredView = {
  lofts: [],
  flights: [],
  teams: [],
  pigeons: [],
  counts: { lofts: 0, teams: 0, pigeons: 0, flights: 0 },
  read_at: new Date(0).toISOString(),
};

const marked = () => queryOfMarks(favoriteKinds);

export function BrowserFavorites() {
  const { t } = useTranslation();
  const { log_in } = useSignInLinks();
  const hydrated = useHydrated();
  const query = useSyncExternalStore(listen, marked, () => '');
  const { view, failed } = useStarred(query);
  return (
    <div className={styles.list}>
      <noscript>
        <p className={styles.note}>{t('mine.no_script')}</p>
      </noscript>
      <div className={hydrated ? '' : 'awaited'} aria-busy={view === null && !failed}>
        {view ? (
          <FavoriteLists list={view} />
        ) : (
          <div className={panel.panel}>
            {failed ? (
              <Empty title={t('error.away')} text={t('error.away_text')} />
            ) : (
              <p className={styles.loading}>{t('nav.loading')}</p>
            )}
          </div>
        )}
      </div>
      <p className={styles.note}>
        {log_in ? <a href={log_in}>{t('favorites.in_browser')}</a> : t('favorites.in_browser')}
      </p>
    </div>
  );
}

const air_ms = 15_000;
const ground_ms = 120_000;

/** How the marked things stand, asked again when a mark changes, and while the page is seen. */
function useStarred(query: string): { view: StarredView | null; failed: boolean } {
  const hydrated = useHydrated();
  const [view, setView] = useState<StarredView | null>(null);
  const [failed, setFailed] = useState(false);
  const flies = view !== null && isAnyInTheAir(view);
  useEffect(() => {
    if (query === '') return undefined;
    const left = new AbortController();
    const ask = async () => {
      const answer = await fetch(`/api/starred?${query}`, { signal: left.signal });
      if (!answer.ok) throw new Error(`${answer.status}`);
      setView((await answer.json()) as StarredView);
      setFailed(false);
    };
    const again = () => {
      if (document.hidden) return;
      ask().catch(() => {
        if (!left.signal.aborted) setFailed(true);
      });
    };
    again();
    const timer = setInterval(again, flies ? air_ms : ground_ms);
    return () => {
      left.abort();
      clearInterval(timer);
    };
  }, [query, flies]);
  return { view: hydrated && query === '' ? noStars : view, failed };
}
