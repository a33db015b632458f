/**
 * A race: its head, its ranked arrivals, its basketing list, its rules. The server renders the whole page, so it can be
 * read without a script; in the browser the same page is updated live.
 */
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { isBeforeRelease, takesArrivals } from '#domain/flights/flight.ts';
import { metaOf } from '#web/lib/head.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { later } from '#web/lib/later.tsx';
import { textPath } from '#web/lib/paths.ts';
import { isMine, type Mine, mineOf, useMine } from '#web/lib/reader-marks.ts';
import { isSlowConnection } from '#web/lib/slow-connection.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { Frame } from '#web/shell/frame.ts';
import type { MineOnLine } from '#web/ui/FieldLine.tsx';
import { LostConnection, useLongLost } from '#web/ui/LostConnection.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/FlightPage.ts';
import { Arrivals, arrivalParts } from './Arrivals.tsx';
import { lineOf, liveLine } from './board-line.ts';
import { useAlerts } from './browser-alerts.ts';
import { FlightStrip, RaceTools } from './FlightStrip.tsx';
import styles from './flight.module.css';
import { narrowing, type PageData, withoutNetwork } from './flight-data.ts';
import { loadFlight } from './flight-loader.server.ts';
import { createLiveBoard, type Listener, type LiveView, stillView } from './live-board.ts';
import { MiniHeader, useScrolledPast } from './MiniHeader.tsx';
import { Away } from './MissingPart.tsx';
import { homeAndAir, markedBirds } from './my-pigeons.ts';
import { useLandingSound } from './sound.ts';
import { useBasketed } from './use-basketed.ts';

/** What is right as the server drew it until its script is there, or not opened by most readers. */
const BasketingList = later(async () => (await import('./BasketingList.tsx')).BasketingList, Away);
const BeforeRelease = later(async () => (await import('./BeforeRelease.tsx')).BeforeRelease, Away);
const BeforeDock = later(async () => (await import('./BeforeDock.tsx')).BeforeDock, Away);
const BeforeHeader = later(async () => (await import('./BeforeHeader.tsx')).BeforeHeader, Away);
const RaceHeader = later(async () => (await import('./RaceHeader.tsx')).RaceHeader, Away);
const ResultHeader = later(async () => (await import('./ResultHeader.tsx')).ResultHeader, Away);
const Notices = later(async () => (await import('./Notices.tsx')).Notices, Away);
const WithoutPlace = later(async () => (await import('./WithoutPlace.tsx')).WithoutPlace, Away);
const ChangeOfPlan = later(async () => (await import('./ChangeOfPlan.tsx')).ChangeOfPlan, Away);
const FlightInfo = later(async () => (await import('./FlightInfo.tsx')).FlightInfo, Away);

const parts = [
  BasketingList,
  BeforeDock,
  BeforeHeader,
  BeforeRelease,
  RaceHeader,
  ResultHeader,
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
export const handle = { frame: { trail: 'wide' } satisfies Frame };

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

/** Another flight is another page, with a live board of its own. */
export default function FlightPage({ loaderData }: Route.ComponentProps) {
  return <FlightOnPage key={loaderData.flight.id} data={loaderData} />;
}

function FlightOnPage({ data }: { data: PageData }) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const { tab, flight, loft, read_at, result, basketing, head } = data;
  const mine = useMine(loft.id);
  const sound = useLandingSound();
  const alerts = useAlerts();
  const { view, pause, readClose } = useLive(data, (homes, birds) => {
    sound.landed(homes);
    for (const { pigeon_id } of homes) {
      const bird = birds.get(pigeon_id);
      if (bird && isMine(mine, bird)) alerts.show(t('mine.landed', { ring: bird.ring }), flight.name);
    }
  });
  const long_lost = useLongLost(view.lost_ms);
  useLastKnown(data.stale ? null : data);
  useRepair(data.stale);
  const find = useFind();
  const top = useRef<HTMLDivElement>(null);
  const scrolled = useScrolledPast(top);

  // The state of the socket and the last reply of the server are both valid; the later one is shown.
  // Where the season hides too much to send live rows, the board is the server's.
  const live = flight.goes_live && view.ready && (view.epoch !== result.epoch || view.seq >= result.seq);
  const marks = live && tab === 'arrivals';
  // With each reading of the page: another state of the flight may have moved all of them.
  useEffect(() => {
    if (marks && read_at) readClose();
  }, [marks, read_at, readClose]);
  const home_count = live ? view.ranked.length : result.home_count;
  const listed = { arrivals: home_count, basketing: flight.basketed_count, info: 0 }[tab];
  const on_line = useMineOnLine(mine, view);
  const isBefore = isBeforeRelease(flight.status);
  useTitle(head.title, live && flight.status === 'released' ? home_count : 0);
  const my_basketed = useBasketed(flight, mine);
  const leader = live ? liveLine(view, view.ranked[0]) : result.leader && lineOf(result.leader);
  const isBoard = tab === 'arrivals' && !isBefore;
  const notices = <Notices flight={flight} read_at={read_at} time_zone={loft.time_zone} />;
  const controls =
    hydrated && takesArrivals(flight.status) && !data.podium
      ? { paused: view.paused, unseen: view.unseen, pause, sound: sound.on, setSound: sound.set }
      : null;
  return (
    <>
      <RaceTools flight={flight} live={controls} title={head.title} />
      <div ref={top}>
        {isBefore ? (
          <BeforeHeader flight={flight} loft={loft} read_at={read_at} />
        ) : data.podium ? (
          <ResultHeader {...{ flight, loft, read_at, home_count }} podium={data.podium} isWhole={tab === 'arrivals'} />
        ) : (
          <RaceHeader {...{ flight, loft, read_at, home_count, leader }} mine={on_line} />
        )}
      </div>
      {hydrated && <MiniHeader flight={flight} loft={loft} read_at={read_at} shown={scrolled} />}
      {/* On a phone the dock leads to the parts of a planned flight. */}
      <div className={isBefore ? styles.not_on_phones : styles.on_all}>
        <FlightStrip
          flight={flight}
          tab={tab}
          home_count={home_count}
          find={hydrated && listed > 0 ? find : null}
          title={head.title}
          live={controls}
        />
      </div>
      <noscript>
        <p className="wrap">
          <a href={textPath(flight)}>{t('text_only.title')}</a>
        </p>
      </noscript>
      <LostConnection lost_ms={view.lost_ms} shown={long_lost}>
        <a href={textPath(flight)}>{t('text_only.title')}</a>
      </LostConnection>
      <Announcer view={view} />
      <div className={`wrap ${styles.body}`}>
        {!isBoard && notices}
        {data.course && (isBefore || flight.status === 'annulled') && (
          <ChangeOfPlan flight={flight} log={data.course.log} time_zone={loft.time_zone} />
        )}
        {tab === 'arrivals' && isBefore && <BeforeRelease data={data} mine={mine} basketed={my_basketed} />}
        {isBoard && (
          <Arrivals
            data={data}
            notices={notices}
            view={view}
            live={live}
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
          <FlightInfo data={data} home_count={home_count} />
        )}
      </div>
      {isBefore && <BeforeDock {...{ flight, loft, tab, read_at }} mine={my_basketed?.length ?? null} />}
    </>
  );
}

/** Whether a narrow screen shows search and filters: on request, and while they narrow the list. */
function useFind() {
  const [search] = useSearchParams();
  const [asked, ask] = useState(false);
  const open = asked || ['q', ...narrowing, 'order'].some((name) => search.has(name));
  const begin = () => {
    ask(true);
    // Shown by the next frame.
    requestAnimationFrame(() => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus());
  };
  return { open, toggle: open ? () => ask(false) : begin, begin };
}

/** The reader's birds on the line of the field: the places of those home, and the rings of those out. */
function useMineOnLine(mine: Mine, view: LiveView): MineOnLine | undefined {
  const { birds } = view;
  const marked = useMemo(() => markedBirds(mine, birds), [mine, birds]);
  if (!view.ready || marked.length === 0) return undefined;
  const { home, air } = homeAndAir(marked, view);
  return { home: home.flatMap(({ rank }) => rank ?? []), out: air };
}

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

/** Fetches a part of the page that could not be fetched, as soon as the server replies again. */
function useRepair(stale: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!stale) return;
    const again = () => void revalidate();
    const timer = setInterval(again, 5000);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [stale, revalidate]);
}

/** How many birds are home, in the title of the tab while the race is in the air. */
function useTitle(title: string, home_count: number): void {
  useEffect(() => {
    document.title = home_count > 0 ? `(${home_count}) ${title}` : title;
  }, [title, home_count]);
}

/** Announces arrivals to screen readers, one sentence at a time. */
function Announcer({ view }: { view: LiveView }) {
  const { t } = useTranslation();
  const { announced } = view;
  const ring = announced && view.birds.get(announced.pigeon_id)?.ring;
  return (
    <p className="visually-hidden" aria-live="polite">
      {announced && ring && t('live.arrived', { count: announced.count, ring, rank: announced.rank })}
    </p>
  );
}
