/**
 * The search over the whole site, above every page: results while typing, gone through with the arrow keys. A file of
 * its own, loaded when it is first opened.
 */
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { longestSearch, searchText } from '#domain/search/query.ts';
import { store, stored } from '#web/lib/browser-store.ts';
import { usePage } from '#web/lib/page.ts';
import { searchPath } from '#web/lib/paths.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { askForOrders, type Found, groupsOf, type HitGroup, ordersFound, pagesFound } from '#web/lib/site-search.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { HitText } from '#web/ui/HitText.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import styles from './palette.module.css';

const pause_ms = 180;
const recentName = 'recent-searches';
const mostRecent = 5;

function recentSearches(): string[] {
  try {
    const list: unknown = JSON.parse(stored(recentName) ?? '[]');
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string').slice(0, mostRecent) : [];
  } catch {
    return [];
  }
}

const remember = (q: string) =>
  store(recentName, JSON.stringify([q, ...recentSearches().filter((one) => one !== q)].slice(0, mostRecent)));

interface PaletteProps {
  /** What was typed before it was there. */
  early: RefObject<string>;
  close: () => void;
}

export function Palette({ early, close }: PaletteProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const navigate = useNavigate();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState(() => early.current);
  const [recent] = useState(recentSearches);
  const [chosen, choose] = useState(0);
  const q = searchText(typed);
  const { found, orders, of, failed } = useFound(q);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  const groups: HitGroup[] =
    q === ''
      ? []
      : [
          ...(orders ? ordersFound(orders, t) : []),
          ...(found ? groupsOf(found, of, { t, locale }) : []),
          ...pagesFound(q, t),
        ];
  const links = [
    ...groups.flatMap(({ hits }) => hits.map(({ to }) => to)),
    ...(q === '' ? recent.map((one) => searchPath(one)) : [searchPath(q)]),
  ];
  const at = Math.min(chosen, links.length - 1);
  const option = (index: number) => `${id}-${index}`;
  const go = () => {
    if (q !== '') remember(q);
    close();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && links.length) {
      event.preventDefault();
      const next = (at + step + links.length) % links.length;
      choose(next);
      document.getElementById(option(next))?.scrollIntoView({ block: 'nearest' });
    }
    const to = links[at];
    if (event.key === 'Enter' && to !== undefined && !event.nativeEvent.isComposing) {
      event.preventDefault();
      go();
      void navigate(to);
    }
  };
  const optionOf = (index: number) => ({
    id: option(index),
    role: 'option',
    tabIndex: -1,
    'aria-selected': index === at,
    className: styles.option,
    onClick: go,
    onPointerMove: () => choose(index),
  });
  let index = -1;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes with Escape too
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t('site_search.open')}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={({ target }) => {
        // The backdrop is the dialog itself.
        if (target === dialog.current) close();
      }}
    >
      <div className={styles.inside}>
        <label className={styles.field}>
          <Icon name="search" size={22} />
          <span className="visually-hidden">{t('site_search.open')}</span>
          <input
            autoFocus
            type="search"
            role="combobox"
            aria-expanded={links.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={at >= 0 ? option(at) : undefined}
            aria-autocomplete="list"
            placeholder={t('site_search.hint')}
            maxLength={longestSearch}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              choose(0);
            }}
            onKeyDown={press}
          />
          <button type="button" className={styles.close} onClick={close} aria-label={t('notice.close')}>
            <Icon name="close" size={22} />
          </button>
        </label>
        <div
          className={styles.list}
          id={`${id}-list`}
          role="listbox"
          aria-label={t('site_search.title')}
          aria-busy={of !== q}
        >
          {groups.map(({ kind, title, hits }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options
            <div key={kind} role="group" aria-label={title}>
              <p className={styles.kind} aria-hidden="true">
                {title}
              </p>
              {hits.map((hit) => {
                index += 1;
                return (
                  <Link key={hit.to} to={hit.to} {...optionOf(index)}>
                    <HitText hit={hit} />
                  </Link>
                );
              })}
            </div>
          ))}
          {q !== '' && !failed && (
            <Link to={searchPath(q)} {...optionOf(index + 1)}>
              <span className={styles.all}>{t('site_search.all', { q })}</span>
            </Link>
          )}
          {q === '' && recent.length > 0 && (
            // biome-ignore lint/a11y/useSemanticElements: a group of options
            <div role="group" aria-label={t('site_search.recent')}>
              <p className={styles.kind} aria-hidden="true">
                {t('site_search.recent')}
              </p>
              {recent.map((one, place) => (
                <Link key={one} to={searchPath(one)} {...optionOf(place)}>
                  <bdi>{one}</bdi>
                </Link>
              ))}
            </div>
          )}
        </div>
        <p className={styles.said} role="status">
          {q === '' ? t('site_search.start') : said()}
        </p>
      </div>
    </dialog>
  );

  function said(): string {
    if (failed) return t('site_search.failed');
    if (of !== q) return t('nav.loading');
    return groups.length ? t('site_search.found', { count: links.length - 1 }) : t('search.none_text', { q });
  }
}

/** What was found of a text, and of which text it is: the last answer stays until the next one is there. */
function useFound(q: string) {
  const { locale } = usePage();
  const isSignedIn = Boolean(useRootData()?.reader);
  const [answer, setAnswer] = useState<{
    found: Found | null;
    orders: Awaited<ReturnType<typeof askForOrders>> | null;
    of: string;
    failed: boolean;
  }>({ found: null, orders: null, of: '', failed: false });
  useEffect(() => {
    if (q === '') return;
    const stop = new AbortController();
    const ask = async () => {
      const asked = isSignedIn ? askForOrders(q, stop.signal) : null;
      const reply = await fetch(`/api/search?${new URLSearchParams({ q, locale })}`, { signal: stop.signal });
      if (!reply.ok) throw new Error(`${reply.status} for a search`);
      setAnswer({ found: (await reply.json()) as Found, orders: await asked, of: q, failed: false });
    };
    const timer = setTimeout(() => {
      ask().catch(() => {
        if (!stop.signal.aborted) setAnswer({ found: null, orders: null, of: q, failed: true });
      });
    }, pause_ms);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [q, locale, isSignedIn]);
  return answer;
}
