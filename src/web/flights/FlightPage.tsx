/**
 * A race: its head, its ranked arrivals, its basketing list, its rules. The server renders the whole page, so it can be
 * read without a script; in the browser the same page is updated live.
 */
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import type { Expectation } from '#domain/arrivals/expected-contract.ts';
import { isBeforeRelease, takesArrivals } from '#domain/flights/flight.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { metaOf } from '#web/lib/head.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { orLastKnown } from '#web/lib/last-known.ts';
import { later } from '#web/lib/later.tsx';
import { mapPath, textPath } from '#web/lib/paths.ts';
import { isMine, type Mine, mineOf, useMine } from '#web/lib/reader-marks.ts';
import { isSlowConnection } from '#web/lib/slow-connection.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useThrottled } from '#web/lib/use-throttled.ts';
import type { Frame } from '#web/shell/frame.ts';
import type { MineOnLine } from '#web/ui/FieldLine.tsx';
import { LostConnection, useLongLost } from '#web/ui/LostConnection.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/FlightPage.ts';
import { Arrivals, arrivalParts } from './Arrivals.tsx';
import { lineOf, liveLine } from './board-line.ts';
import { useAlerts } from './browser-alerts.ts';
import { FlightStrip, RaceTools, WithoutScript } from './FlightStrip.tsx';
import styles from './flight.module.css';
import { narrowing, type PageData, withoutNetwork } from './flight-data.ts';
import { loadFlight } from './flight-loader.server.ts';
import { createLiveBoard, isCurrent, type Listener, type LiveView, stillView } from './live-board.ts';
import { Away } from './MissingPart.tsx';
import { homeAndAir, markedBirds } from './my-pigeons.ts';
import { useScrolledPast } from './scrolled-past.ts';
import { useLandingSound } from './sound.ts';
import { useBasketed } from './use-basketed.ts';

/** What is right as the server drew it until its script is there, or not opened by most readers. */
const BasketingList = later(async () => (await import('./BasketingList.tsx')).BasketingList, Away);
const BeforeRelease = later(async () => (await import('./BeforeRelease.tsx')).BeforeRelease, Away);
const BeforeDock = later(async () => (await import('./BeforeDock.tsx')).BeforeDock, Away);
const LinkDock = later(async () => (await import('./LinkDock.tsx')).LinkDock, Away);
const BeforeHeader = later(async () => (await import('./BeforeHeader.tsx')).BeforeHeader, Away);
const RaceHeader = later(async () => (await import('./RaceHeader.tsx')).RaceHeader, Away);
const ResultHeader = later(async () => (await import('./ResultHeader.tsx')).ResultHeader, Away);
const Notices = later(async () => (await import('./Notices.tsx')).Notices, Away);
const WithoutPlace = later(async () => (await import('./WithoutPlace.tsx')).WithoutPlace, Away);
const ChangeOfPlan = later(async () => (await import('./ChangeOfPlan.tsx')).ChangeOfPlan, Away);
/** Only for who scrolls; without a network nothing takes its place. */
const MiniHeader = later(
  async () => (await import('./MiniHeader.tsx')).MiniHeader,
  () => null,
);
/** Its script is in the page, and runs before anything else comes. */
const Newest = later(
  async () => (await import('./Newest.tsx')).Newest,
  () => null,
);
/** Nothing is announced before the board is live. */
const Announcers = later(
  async () => (await import('./Announcers.tsx')).Announcers,
  () => null,
);
/** Without it a reload without a network shows the page as it was opened. */
const RaceOffline = later(
  async () => (await import('./RaceOffline.tsx')).RaceOffline,
  () => null,
);
const FlightInfo = later(async () => (await import('./FlightInfo.tsx')).FlightInfo, Away);

/** How often the head of the race follows the arrivals, ms. */
const head_ms = 1000;

const parts = [
  BasketingList,
  BeforeDock,
  BeforeHeader,
  BeforeRelease,
  LinkDock,
  RaceHeader,
  ResultHeader,
  Newest,
  Notices,
  WithoutPlace,
  ChangeOfPlan,
  FlightInfo,
  ...arrivalParts,
];

export async function loader(args: Route.LoaderArgs) {
  await Promise.all(parts.map(({ load }) => load()));
  return loadFlight(args);
}

/** From another page all parts come with the data: one that came later would push down what stands below it. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<PageData> {
  const [data] = await Promise.all([
    orLastKnown<PageData>(request.url, serverLoader, withoutNetwork),
    ...parts.map(({ load }) => load().catch(() => {})),
  ]);
  return data;
}

/** On a phone the head of the race names its loft, and the first results need the room. */
export const handle = { frame: { trail: 'wide', dock: true } satisfies Frame };

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

/** Another flight is another page, with a live board of its own. */
export default function FlightPage({ loaderData }: Route.ComponentProps) {
  return <FlightOnPage key={loaderData.flight.id} data={loaderData} />;
}

function FlightOnPage({ data: loaded }: { data: PageData }) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [kept, keep] = useState<PageData | null>(null);
  const data = kept ?? loaded;
  const { tab, flight, loft, read_at, result, basketing, head } = data;
  const mine = useMine(loft.id);
  const sound = useLandingSound();
  const alerts = useAlerts();
  const [own_landed, setOwnLanded] = useState<readonly Bird[]>([]);
  const { view, pause, readClose } = useLive(data, (homes, birds) => {
    sound.landed(homes);
    const own = homes.flatMap(({ pigeon_id }) => birds.get(pigeon_id) ?? []).filter((bird) => isMine(mine, bird));
    if (own.length) setOwnLanded((before) => [...before, ...own]);
  });
  const long_lost = useLongLost(view.lost_ms);
  const find = useFind();
  const top = useRef<HTMLDivElement>(null);
  const scrolled = useScrolledPast(top);

  // The state of the socket and the last reply of the server are both valid.
  // Where the season hides too much to send live rows, the board is the server's.
  const live = isCurrent(view, result, flight);
  const marks = live && tab === 'arrivals';
  // With each reading of the page: another state of the flight may have moved all of them.
  useEffect(() => {
    if (marks && read_at) readClose();
  }, [marks, read_at, readClose]);
  const home_count = live ? view.ranked.length : result.home_count;
  const listed = { arrivals: home_count, basketing: flight.basketed_count, info: 0 }[tab];
  // The figures above the board follow once a second: each of their changes lays out and paints the head again.
  const head_view = useThrottled(view, head_ms);
  const head_live = isCurrent(head_view, result, flight);
  const head_count = head_live ? head_view.ranked.length : result.home_count;
  const on_line = useMineOnLine(mine, head_view);
  const leader = useMemo(
    () => (head_live ? liveLine(head_view, head_view.ranked[0]) : result.leader && lineOf(result.leader)),
    [head_live, head_view, result],
  );
  const isBefore = isBeforeRelease(flight.status);
  const expected = latestOf(data.expected, head_view.expected);
  const my_basketed = useBasketed(flight, mine);
  const isBoard = tab === 'arrivals' && !isBefore;
  const notices = <Notices flight={flight} read_at={read_at} time_zone={loft.time_zone} />;
  const isControlled = hydrated && takesArrivals(flight.status) && !data.podium;
  const controls = useMemo(
    () =>
      isControlled ? { paused: view.paused, unseen: view.unseen, pause, sound: sound.on, setSound: sound.set } : null,
    [isControlled, view.paused, view.unseen, pause, sound.on, sound.set],
  );
  return (
    <>
      <RaceTools flight={flight} live={controls} title={head.title} />
      <div ref={top}>
        {isBefore ? (
          <BeforeHeader flight={flight} loft={loft} read_at={read_at} expected={expected} />
        ) : data.podium ? (
          <ResultHeader
            {...{ flight, loft, read_at }}
            home_count={head_count}
            disqualified_count={data.without.disqualified.length}
            podium={data.podium}
            isWhole={tab === 'arrivals'}
          />
        ) : (
          <RaceHeader {...{ flight, loft, read_at, leader, expected }} home_count={head_count} mine={on_line} />
        )}
      </div>
      {hydrated && <MiniHeader flight={flight} loft={loft} read_at={read_at} shown={scrolled} />}
      {/* On a phone the dock leads to the parts of a planned flight. */}
      <div className={isBefore ? styles.not_on_phones : styles.on_all}>
        <FlightStrip
          flight={flight}
          tab={tab}
          map={mapPath(flight, loft)}
          home_count={head_count}
          find={hydrated && listed > 0 ? find : null}
          title={head.title}
          live={controls}
        />
      </div>
      <WithoutScript flight={flight} loft={loft} />
      <LostConnection lost_ms={view.lost_ms} shown={long_lost} className={styles.lost}>
        <a href={textPath(flight)}>{t('text_only.title')}</a>
      </LostConnection>
      {flight.status === 'released' && (
        <Newest {...{ flight, loft, live }} seq={result.seq} isNobodyHome={home_count === 0} />
      )}
      {hydrated && <RaceOffline data={loaded} view={view} live={live} onKept={keep} />}
      {hydrated && (
        <Announcers
          flight={flight}
          title={head.title}
          home_count={head_live ? head_count : 0}
          landed={own_landed}
          view={view}
          mine={mine}
          alerts={alerts}
        />
      )}
      <div className={`wrap ${styles.body}`}>
        {!isBoard && notices}
        {data.course && (isBefore || flight.status === 'annulled') && (
          <ChangeOfPlan {...{ flight, read_at }} log={data.course.log} time_zone={loft.time_zone} />
        )}
        {tab === 'arrivals' && isBefore && <BeforeRelease data={data} mine={mine} basketed={my_basketed} />}
        {isBoard && (
          <Arrivals
            data={data}
            notices={notices}
            view={view}
            live={live}
            expected={expected}
            mine={mine}
            home_count={home_count}
            scrolled={scrolled}
            alerts={alerts}
            finding={find.open}
            onFind={find.begin}
            onResume={() => pause(false)}
          />
        )}
        {tab === 'arrivals' && <WithoutPlace flight={flight} loft={loft} {...data.without} />}
        {tab === 'basketing' &&
          (basketing ? (
            <BasketingList
              flight={flight}
              time_zone={loft.time_zone}
              list={basketing}
              finding={isBefore || find.open}
              isHome={live ? (pigeon_id) => view.indexOf(pigeon_id) >= 0 : undefined}
            />
          ) : (
            <section className={panel.panel} aria-label={t('flight.basketing')}>
              <Away />
            </section>
          ))}
        {(tab === 'info' || (data.course && !(isBefore && tab === 'arrivals'))) && (
          <FlightInfo data={data} home_count={home_count} expected={expected} />
        )}
      </div>
      {isBefore && <BeforeDock {...{ flight, loft, tab, read_at }} mine={my_basketed?.birds.length ?? null} />}
      {/* The list of arrivals has its own, which follows what is in sight. */}
      {!isBefore && tab !== 'arrivals' && (
        <LinkDock
          {...{ flight, loft, read_at }}
          current={null}
          // In the air the board says it; afterwards it is asked for.
          mine={flight.status === 'released' && flight.goes_live ? countOnLine(on_line) : undefined}
        />
      )}
    </>
  );
}

/** What the socket said last, unless the page is of a later moment. */
function latestOf(page: Expectation | null, live: Expectation | null): Expectation | null {
  return page && live && (live.times?.home ?? 0) >= (page.times?.home ?? 0) ? live : page;
}

/** Whether a narrow screen shows search and filters: on request, and while they narrow the list. */
function useFind() {
  const [search] = useSearchParams();
  const [asked, ask] = useState(false);
  const open = asked || ['q', ...narrowing, 'order'].some((name) => search.has(name));
  return useMemo(() => {
    const begin = () => {
      ask(true);
      // Shown by the next frame.
      requestAnimationFrame(() => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus());
    };
    return { open, toggle: open ? () => ask(false) : begin, begin };
  }, [open]);
}

/** The reader's birds on the line of the field: the places of those home, and the rings of those out. */
function useMineOnLine(mine: Mine, view: LiveView): MineOnLine | undefined {
  const { birds } = view;
  const marked = useMemo(() => markedBirds(mine, birds), [mine, birds]);
  return useMemo(() => {
    if (!view.ready || marked.length === 0) return undefined;
    const { home, air } = homeAndAir(marked, view);
    return { home: home.flatMap(({ rank }) => rank ?? []), out: air };
  }, [marked, view]);
}

/** How many of them are home; null: none is in the race. */
const countOnLine = (on_line: MineOnLine | undefined) =>
  on_line ? { home: on_line.home.length, total: on_line.home.length + on_line.out.length } : null;

/** The live board of a flight, starting from the state of the server's page. */
function useLive(data: PageData, onLanded: Listener['onLanded']) {
  const { revalidate } = useRevalidator();
  const [first] = useState(data);
  const [board] = useState(() => createLiveBoard(first.flight, first.result));
  const view = useSyncExternalStore(board.subscribe, board.view, () => stillView);
  const landed = useRef(onLanded);
  useEffect(() => {
    landed.current = onLanded;
  });
  useEffect(() => {
    const mine = mineOf(first.flight.loft_id);
    const worthIt = first.result.home_count > 0 || mine.pigeons.length + mine.teams.length > 0;
    return board.start(
      { onChanged: () => void revalidate(), onLanded: (homes, birds) => landed.current(homes, birds) },
      worthIt && first.flight.goes_live && !isSlowConnection(),
    );
  }, [board, first, revalidate]);
  useEffect(() => board.setFlight(data.flight), [board, data.flight]);
  return { view, pause: board.pause, readClose: board.readClose };
}
