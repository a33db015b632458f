/**
 * The arrivals of a race: the reader's pigeons, the board, and beside it the latest events. On phones and tablets a dock
 * switches between them.
 */
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { type DropList, dropLines } from '#domain/arrivals/drops.ts';
import type { Expectation } from '#domain/arrivals/expected-contract.ts';
import { latestFirst } from '#domain/arrivals/rank.ts';
import { chooseBirds, leavesOut, namedFirst } from '#domain/arrivals/result-filter.ts';
import { isResult } from '#domain/flights/flight.ts';
import type { LineBird } from '#domain/pigeons/contract.ts';
import { explainsPlaces } from '#domain/seasons/visibility.ts';
import { useAsOf } from '#web/lib/as-of.ts';
import { isDoublePress } from '#web/lib/double-press.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { later } from '#web/lib/later.tsx';
import { perPages } from '#web/lib/loader.ts';
import { narrow, useMedia } from '#web/lib/media.ts';
import { usePage } from '#web/lib/page.ts';
import { isMine, type Mine } from '#web/lib/reader-marks.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useThrottled } from '#web/lib/use-throttled.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { NothingFound } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './arrivals.module.css';
import { Board, NobodyHome } from './Board.tsx';
import { BoardRows } from './BoardRows.tsx';
import { type BoardHandle, useBoardJump } from './board-jump.ts';
import { type BoardList, lineOf, liveList, type PageLine, pageList, timesOf, unpackLines } from './board-line.ts';
import type { Alerts } from './browser-alerts.ts';
import { type Docked, docked } from './choice.ts';
import { useCloseBirds } from './close-birds.ts';
import { Resume } from './FlightStrip.tsx';
import { choiceKey, narrowing, type PageData } from './flight-data.ts';
import type { CountryCount } from './HomeByCountry.tsx';
import { useKnownBirds } from './known-birds.ts';
import type { LiveView } from './live-board.ts';
import { Away } from './MissingPart.tsx';
import { MyPigeons } from './MyPigeons.tsx';
import { homeAndAir, markedBirds, toggleBird } from './my-pigeons.ts';
import { roomScript, useMyRoom } from './my-room.ts';
import { PlacePanel, useOpenPlace } from './PlacePanel.tsx';
import { prizeLineIn, usePrizes } from './prize-line.ts';
import { bars } from './scroll-anchor.ts';
import side from './side.module.css';
import { ResultToolbar } from './Toolbar.tsx';

const Beside = later(async () => (await import('./Beside.tsx')).Beside, Away);
const Dock = later(async () => (await import('./Dock.tsx')).Dock, Away);
/** Its rail is there before it: only a live board has one. */
const Minimap = later(
  async () => (await import('./Minimap.tsx')).Minimap,
  () => null,
);
/** Only for who has scrolled or searched; without a network nothing takes its place. */
const Pill = later(
  async () => (await import('./Pill.tsx')).Pill,
  () => null,
);

/** Only for who searches. */
const SearchedOut = later(
  async () => (await import('./SearchedOut.tsx')).SearchedOut,
  () => null,
);

/** The parts that the page has from its first frame. */
export const arrivalParts = [Beside, SearchedOut];

/** A shorter list is not worth a minimap. */
const leastMapped = 60;
/** A shorter one needs no way to a rank. */
const leastJumped = 200;

export interface ArrivalsProps {
  data: PageData;
  /** What qualifies the figures of the board. */
  notices: ReactNode;
  view: LiveView;
  /** Whether the live board is at least as new as the loader data of the page. */
  live: boolean;
  expected: Expectation | null;
  mine: Mine;
  home_count: number;
  /** Whether the head of the page is scrolled out of sight. */
  scrolled: boolean;
  /** Whether a narrow screen shows search and filters. */
  finding: boolean;
  onFind: () => void;
  onResume: () => void;
  alerts: Alerts;
}

export function Arrivals(props: ArrivalsProps) {
  const { data, notices, view, live, expected, mine, home_count, scrolled, finding } = props;
  const { onFind, onResume, alerts } = props;
  const { t } = useTranslation();
  const { locale, nonce } = usePage();
  const hydrated = useHydrated();
  const { flight, loft, result, choice } = data;
  const { birds, events } = view;
  const marked = useMemo(() => markedBirds(mine, birds), [mine, birds]);
  const rows = useMemo(() => unpackLines(result.rows), [result.rows]);
  const my_birds = useMemo(() => {
    const known = live ? marked : rows.filter((bird) => isMine(mine, bird));
    return new Set(known.map(({ pigeon_id }) => pigeon_id));
  }, [live, marked, mine, rows]);
  const found = useMemo(() => homeAndAir(marked, view), [marked, view]);
  const list = useList(data, rows, view, live);
  const counted = useCountries(view);
  const countries = live && counted.length ? counted : result.countries;
  const newest = events.happenings.find(({ kind }) => kind === 'landed')?.pigeon_id;
  const close = useCloseBirds(data, view, live);
  const prizes = usePrizes(result.prizes, rows, view, live);
  const is_whole = choice.order === 'rank' && !leavesOut(choice);
  const board = useRef<BoardHandle>(null);
  const jump = useBoardJump(board);
  const unseen = useUnseen(events.landed, scrolled && !view.paused);
  const parts = useRef<HTMLDivElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const [part, show] = useDocked(parts);
  const my_count = found.home.length + found.air.length;
  const around = useRootData();
  const isUnknown = !live || (Boolean(around?.reader) && around?.me === undefined);
  const isAway = useAsOf() !== null || view.lost_ms !== null;
  const { known, forget } = useKnownBirds(flight.id, isUnknown ? null : found, hydrated && !live && isAway);
  const mine_shown = live ? found : known;
  const shown_count = mine_shown ? mine_shown.home.length + mine_shown.air.length : 0;
  const [held, letGo] = useHeld(
    live && isUnknown && my_count === 0,
    useMyRoom(room, flight.id, shown_count > 0 || (isUnknown ? null : false)),
  );
  const isMineShown = mine_shown && shown_count > 0 && (!held || part === 'mine');
  const onMark = useCallback(
    (bird: LineBird) => {
      if (isDoublePress(`pigeons ${loft.id} ${bird.pigeon_id}`)) return;
      letGo();
      toggleBird(loft.id, mine, bird);
      forget(bird.pigeon_id);
    },
    [loft.id, mine, letGo, forget],
  );
  const onShow = useCallback(
    (next: Docked) => {
      if (next === 'mine') letGo();
      show(next);
    },
    [letGo, show],
  );
  const openPlace = useOpenPlace();
  // Of a flight that never took place there is nothing to switch between.
  const docks = flight.status !== 'annulled' || home_count > 0;
  const onSearch = (event: FormEvent) => {
    const form = new FormData(event.target as HTMLFormElement);
    const [q = '', country = ''] = ['q', 'country'].map((name) => {
      const typed = form.get(name);
      return typeof typed === 'string' ? typed : '';
    });
    const alone = live && q.trim() !== '' ? onlyOne(view, { q, country }) : null;
    if (alone === null) return;
    event.preventDefault();
    jump.jumpTo(alone, 'search');
  };
  // Parts that the dock hides are not kept up to date.
  const beside = !useMedia(narrow) || part === 'just_in';

  const flying = flight.status === 'released';
  const isMapped =
    flight.goes_live &&
    flight.release_groups.length === 0 &&
    choice.q.trim() === '' &&
    (live ? list.count : result.match_count) >= leastMapped;
  const { searched_out } = data;
  const isHome = (id: number) => view.indexOf(id) >= 0;
  const isOutFound = searched_out?.pigeons.some(({ pigeon_id }) => !isHome(pigeon_id));
  const beside_name = t(flying ? 'just_in.title' : 'dock.figures');
  return (
    <>
      <div ref={parts} className={styles.arrivals} data-part={hydrated ? part : undefined} onClickCapture={openPlace}>
        <section className={`${panel.panel} ${styles.main}`} aria-label={t('flight.arrivals')}>
          {home_count > 0 && (
            <div className={`whole ${styles.tools}`} onSubmitCapture={onSearch}>
              <ResultToolbar flight={flight} choice={choice} countries={countries} open={finding} />
            </div>
          )}
          {/* Before the first paint a script of the page sets how much room it keeps. */}
          <div ref={room} suppressHydrationWarning>
            {!hydrated && (
              // biome-ignore lint/security/noDangerouslySetInnerHtml: an inline script of constant text and a number
              <script nonce={nonce} dangerouslySetInnerHTML={{ __html: roomScript(flight.id) }} />
            )}
            {isMineShown && (
              <MyPigeons
                flight={flight}
                loft={loft}
                view={view}
                mine={mine}
                expected={expected}
                found={mine_shown}
                as_of_ms={live ? null : known!.at_ms}
                alerts={alerts}
                prizes={prizes}
                onMark={onMark}
              />
            )}
          </div>
          {!isMineShown && (
            <div className={styles.none}>
              <button
                type="button"
                className={panel.button_primary}
                onClick={() => {
                  flushSync(() => {
                    show('board');
                    onFind();
                  });
                  parts.current?.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
                }}
              >
                <Icon name="search" />
                {t('mine.find')}
              </button>
              <p>{t('mine.none')}</p>
            </div>
          )}
          <div className={styles.board}>
            {notices}
            {home_count === 0 ? (
              <NobodyHome flight={flight} />
            ) : list.count === 0 && data.stale && !live ? (
              <Away />
            ) : list.count === 0 ? (
              !isOutFound && <NothingFound own={narrowing} />
            ) : (
              <div className={isMapped ? styles.mapped : undefined}>
                <Board
                  flight={flight}
                  total={live ? list.count : result.match_count}
                  prized={prizes !== null}
                  mapped={isMapped}
                >
                  <BoardRows
                    handle={board}
                    flight={flight}
                    loft={loft}
                    list={list}
                    page={[result.page, result.per_page, choiceKey(choice), result.rows].join()}
                    events={events}
                    mine={my_birds}
                    close={close}
                    backwards={choice.order === 'latest'}
                    prizes={prizes}
                    prize_line={prizeLineIn(prizes, list, is_whole)}
                    wanted={jump.wanted}
                    newest={newest}
                    onNewestSeen={unseen.clear}
                    onMark={onMark}
                  />
                </Board>
                {isMapped && (
                  <div className={styles.rail}>
                    {live && list.times && (
                      <Minimap
                        list={list}
                        backwards={choice.order === 'latest'}
                        mine={my_birds}
                        fresh={flying && events.fresh.size > 0}
                        ranked={isResult(flight.status) && is_whole}
                        time_zone={loft.time_zone}
                        board={board}
                        onMoved={jump.onMoved}
                      />
                    )}
                  </div>
                )}
              </div>
            )}
            {searched_out && isOutFound && (
              <SearchedOut flight={flight} loft={loft} found={searched_out} isHome={isHome} />
            )}
            {list.count > 0 && explainsPlaces(flight.hidden) && <p className={styles.hint}>{t('place.hint')}</p>}
            {hydrated && (
              <Pill
                jump={jump}
                unseen={newest === undefined ? 0 : unseen.count}
                found={leavesOut(choice) && live && list.count === 1 ? list.line(0) : null}
                ranks={
                  scrolled && live && choice.order === 'rank' && choice.q === '' && list.count >= leastJumped
                    ? list
                    : null
                }
                onNewest={() => {
                  unseen.clear();
                  jump.jumpTo(newest!);
                }}
              />
            )}
            {view.paused && (
              <div className={`${styles.pill} ${styles.resume}`}>
                <button type="button" onClick={onResume}>
                  <Icon name="play" />
                  <span>
                    <Resume unseen={view.unseen} />
                  </span>
                </button>
              </div>
            )}
            {live && my_count > 0 && held && unseen.count === 0 && jump.from === null && (
              <div className={`${styles.pill} ${styles.held}`}>
                <button type="button" onClick={letGo}>
                  <Icon name="pin" />
                  {t('mine.title')}
                  <span>{t('mine.home', { home: formatNumber(locale, found.home.length), count: my_count })}</span>
                </button>
              </div>
            )}
            {list.count > 0 && !live && (
              <Paging
                page={result.page}
                page_count={result.page_count}
                per_page={result.per_page}
                sizes={perPages}
                total={result.match_count}
              />
            )}
          </div>
        </section>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be scrollable by keyboard */}
        <aside className={`${side.side} ${styles.side}`} aria-label={beside_name} tabIndex={0}>
          {beside && (
            <Beside data={data} view={view} live={live} mine={mine} my_birds={my_birds} countries={countries} />
          )}
        </aside>
      </div>
      {hydrated && <PlacePanel flight={flight} loft={loft} version={versionOf(view, flight)} />}
      {hydrated && docks && (
        <Dock
          flight={flight}
          loft={loft}
          shown={part}
          onShow={onShow}
          my_home={mine_shown?.home.length ?? 0}
          my_total={live ? marked.length : shown_count}
        />
      )}
    </>
  );
}

/** What the place of a bird follows from: its line, its neighbours, and the state of the flight. */
const versionOf =
  ({ ranked, indexOf }: LiveView, { status }: PageData['flight']) =>
  (pigeon_id: number) => {
    const index = indexOf(pigeon_id);
    const [above, own, below] = [ranked[index - 1], ranked[index], ranked[index + 1]];
    return [status, above?.time_ms, own?.rank, own?.time_ms, below?.time_ms].join();
  };

/**
 * Whether the panel of the reader's pigeons waits for a click: the live board is ready before the reader is known, and
 * a panel inserted above it then, where no room was kept, would move the board.
 */
function useHeld(unknown: boolean, hasRoom: boolean): [boolean, () => void] {
  const [held, setHeld] = useState(false);
  const [asked, setAsked] = useState(false);
  if (unknown && !hasRoom && !held) setHeld(true);
  return [held && !asked, useCallback(() => setAsked(true), [])];
}

/** The whole list once the browser has it, until then the page from the server. */
function useList(
  { result, choice, flight }: PageData,
  rows: readonly PageLine[],
  view: LiveView,
  live: boolean,
): BoardList {
  const { ranked, birds, indexOf } = view;
  const drops = useDrops(ranked, flight.release_groups.length === 0);
  // The search runs once, not with every arrival.
  const chosen = useMemo(
    () => (leavesOut(choice) ? new Set(chooseBirds([...birds.values()], choice).map((bird) => bird.pigeon_id)) : null),
    [birds, choice],
  );
  return useMemo(() => {
    const key = choiceKey(choice);
    if (!live) {
      return pageList(key, (result.page - 1) * result.per_page, rows.map(lineOf), result.drops);
    }
    const lines = chosen ? ranked.filter(({ pigeon_id }) => chosen.has(pigeon_id)) : ranked;
    const { order } = choice;
    const ordered = order === 'latest' ? latestFirst(lines) : lines;
    return liveList(
      key,
      { birds, indexOf },
      namedFirst(choice.q, ordered, (id) => birds.get(id)),
      {
        drops: chosen ? null : drops,
        times: drops && (chosen ? timesOf(lines) : drops.times),
        order,
      },
    );
  }, [result, rows, choice, chosen, live, ranked, birds, indexOf, drops]);
}

/**
 * The drops of the ranking; of each list only what has changed is worked out. Null where not all birds were released
 * together: neighbours then need not have landed one after the other.
 */
function useDrops(ranked: LiveView['ranked'], isTogether: boolean): DropList<Float64Array> | null {
  const before = useRef<DropList>(undefined);
  const drops = useMemo(() => {
    if (!isTogether) return null;
    const times = timesOf(ranked);
    return { times, lines: dropLines(times, before.current) };
  }, [ranked, isTogether]);
  useEffect(() => {
    if (drops) before.current = drops;
  });
  return drops;
}

/** Arrived birds by country. Thousands of birds are counted every 2 s, not with every arrival. */
function useCountries({ ranked, birds }: LiveView): CountryCount[] {
  const now = useThrottled(ranked, 2000);
  const basketed = useMemo(() => countOf([...birds.values()].map(({ country }) => country)), [birds]);
  return useMemo(() => {
    const home = countOf(now.map(({ pigeon_id }) => birds.get(pigeon_id)?.country ?? null));
    return [...basketed]
      .map(([country, count]) => ({ country, home: home.get(country) ?? 0, basketed: count }))
      .sort((a, b) => b.basketed - a.basketed || b.home - a.home);
  }, [now, birds, basketed]);
}

/** The bird that a search finds, where it is the only one at home. */
function onlyOne({ birds, indexOf }: LiveView, choice: { q: string; country: string }): number | null {
  const home = chooseBirds([...birds.values()], choice).filter(({ pigeon_id }) => indexOf(pigeon_id) >= 0);
  return home.length === 1 ? home[0]!.pigeon_id : null;
}

function countOf(countries: readonly (string | null)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const country of countries) if (country !== null) counts.set(country, (counts.get(country) ?? 0) + 1);
  return counts;
}

/** How many birds landed out of sight since the reader last saw one land. */
function useUnseen(landed: number, away: boolean): { count: number; clear: () => void } {
  const seen = useRef(0);
  const [, show] = useState(0);
  useEffect(() => {
    if (!away) seen.current = landed;
  });
  const count = away ? landed - seen.current : 0;
  const clear = useCallback(() => {
    if (seen.current === landed) return;
    seen.current = landed;
    show(landed);
  }, [landed]);
  return { count, clear };
}

/**
 * The part that the dock of a phone shows, which is named in the address. Each part keeps its scroll position; a new one
 * starts at its top, or where the reader is if that is in sight.
 */
function useDocked(parts: RefObject<HTMLElement | null>): [Docked, (part: Docked) => void] {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const named = docked.find((one) => hash === `#${one}`);
  const [part, setPart] = useState<Docked>('board');
  const [places] = useState(() => new Map<Docked, number>());
  // A place is explained at an address of its own, over the part that is shown.
  const isOver = hash.startsWith('#place-');
  if (!isOver && part !== (named ?? 'board')) setPart(named ?? 'board');
  const bringIntoView = useCallback(
    (next: Docked) => {
      if (!parts.current) return;
      const top = parts.current.getBoundingClientRect().top + scrollY - bars;
      const begins = top > scrollY + innerHeight / 2 ? top : Math.min(scrollY, top);
      scrollTo({ top: places.get(next) ?? begins, behavior: 'instant' });
    },
    [parts, places],
  );
  const show = useCallback(
    (next: Docked) => {
      if (next === part) {
        places.delete(part);
        bringIntoView(part);
        return;
      }
      places.set(part, scrollY);
      void navigate({ search: location.search, hash: next }, { replace: true, preventScrollReset: true });
    },
    [part, places, bringIntoView, navigate],
  );
  useLayoutEffect(() => {
    if ((part !== 'board' || places.size > 0) && matchMedia(narrow).matches) bringIntoView(part);
  }, [part, places, bringIntoView]);
  return [part, show];
}
