/**
 * A race as it is told: what happened, the newest first, and how the field came home. The server writes all of it, so it
 * can be read without a script; in the browser the socket of the board says when there is more.
 */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { MyBirdHome } from '#domain/arrivals/race-story.ts';
import { isBeforeRelease, takesArrivals } from '#domain/flights/flight.ts';
import { metaOf } from '#web/lib/head.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { later } from '#web/lib/later.tsx';
import { follow, openArrivalLog } from '#web/lib/live.ts';
import { usePage } from '#web/lib/page.ts';
import { mapPath, textPath } from '#web/lib/paths.ts';
import { isMine, useMine } from '#web/lib/reader-marks.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { Frame } from '#web/shell/frame.ts';
import { Empty } from '#web/ui/Empty.tsx';
import type { MineOnLine } from '#web/ui/FieldLine.tsx';
import { LostConnection, useLongLost } from '#web/ui/LostConnection.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/StoryPage.ts';
import { LinkDock } from './LinkDock.tsx';
import { Away } from './MissingPart.tsx';
import { CatchUp } from './StoryCatchUp.tsx';
import { Commentary } from './StoryEvents.tsx';
import styles from './story.module.css';
import { loadStory, type StoryData } from './story-loader.server.ts';
import { type StoryReader, withMine } from './story-words.ts';
import { countOf, useStoryBirds } from './use-story-birds.ts';

/** What stays as the server drew it until it is there. */
const FlightStrip = later(async () => (await import('./FlightStrip.tsx')).FlightStrip, Away);
const RaceTools = later(async () => (await import('./FlightStrip.tsx')).RaceTools, Away);
const WithoutScript = later(async () => (await import('./FlightStrip.tsx')).WithoutScript, Away);
const RaceHeader = later(async () => (await import('./RaceHeader.tsx')).RaceHeader, Away);
const StorySide = later(async () => (await import('./StorySide.tsx')).StorySide, Away);

const parts = [FlightStrip, RaceTools, WithoutScript, RaceHeader, StorySide];

export async function loader(args: Route.LoaderArgs) {
  await Promise.all(parts.map(({ load }) => load()));
  return loadStory(args);
}

/** Without a network the story as it was read last. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<StoryData> {
  const [data] = await Promise.all([
    orLastKnown<StoryData>(request.url, serverLoader, (known) => known),
    ...parts.map(({ load }) => load().catch(() => {})),
  ]);
  return data;
}

export const handle = { frame: { trail: 'wide', dock: true } satisfies Frame };

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

/** Another flight is another page. */
export default function StoryPage({ loaderData }: Route.ComponentProps) {
  return <Story key={loaderData.flight.id} data={loaderData} />;
}

function Story({ data }: { data: StoryData }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { flight, loft, read_at, story, leader, home_count, expected, head } = data;
  const mine = useMine(loft.id);
  const own = useStoryBirds(flight, mine, story.seq);
  const lost_ms = useNews(data);
  const long_lost = useLongLost(lost_ms);
  useLastKnown(data);
  const reader = useMemo(
    (): StoryReader => ({
      t,
      locale,
      flight,
      loft,
      birds: new Map([...story.birds, ...own.birds].map((bird) => [bird.pigeon_id, bird])),
    }),
    [t, locale, flight, loft, story.birds, own.birds],
  );
  const homes = useMemo(
    () => own.birds.map((bird): MyBirdHome => ({ ...bird, kind: 'mine' })).sort((a, b) => a.at_ms - b.at_ms),
    [own.birds],
  );
  const all = useMemo(() => withMine(story.events, homes), [story.events, homes]);
  const my_ids = useMemo(
    () =>
      new Set([
        ...own.birds.map(({ pigeon_id }) => pigeon_id),
        ...story.birds.filter((bird) => isMine(mine, bird)).map(({ pigeon_id }) => pigeon_id),
      ]),
    [own.birds, story.birds, mine],
  );
  const on_line = useMemo(
    (): MineOnLine | undefined =>
      own.birds.length > 0 ? { home: own.birds.map(({ rank }) => rank), out: [] } : undefined,
    [own.birds],
  );
  const isBefore = isBeforeRelease(flight.status);
  return (
    <>
      <RaceTools flight={flight} live={null} title={head.title} />
      <RaceHeader
        {...{ flight, loft, read_at, home_count, expected }}
        leader={leader && { ...leader, bird: leader }}
        mine={on_line}
      />
      <FlightStrip
        flight={flight}
        tab="story"
        map={mapPath(flight, loft)}
        home_count={home_count}
        find={null}
        title={head.title}
        live={null}
      />
      <WithoutScript flight={flight} loft={loft} />
      <LostConnection lost_ms={lost_ms} shown={long_lost} className={styles.lost}>
        <a href={textPath(flight)}>{t('text_only.title')}</a>
      </LostConnection>
      <div className={`wrap ${styles.body}`}>
        {story.events.length === 0 ? (
          <section className={`${panel.panel} ${styles.whole}`}>
            <Empty
              title={t(story.is_shown ? 'story.empty' : 'story.hidden')}
              text={t(story.is_shown ? 'story.empty_text' : 'story.hidden_text')}
            />
          </section>
        ) : (
          <>
            <div className={styles.main}>
              <CatchUp events={all} reader={reader} mine={my_ids} />
              <Commentary events={story.events} all={all} reader={reader} mine={my_ids} out={own.out} />
            </div>
            <div className={styles.side}>
              <StorySide data={data} homes={homes} mine={my_ids} />
            </div>
          </>
        )}
      </div>
      {!isBefore && <LinkDock {...{ flight, loft, read_at }} current={null} mine={countOf(own)} />}
    </>
  );
}

/** How long the page waits for more before it reads again, ms; readers who hear the same are spread over as long again. */
const news_ms = 2000;

/**
 * Reads the page again when the socket of the board says that there is something new.
 * @returns since when the connection is lost, epoch ms
 */
function useNews({ flight, story }: StoryData): number | null {
  const { revalidate } = useRevalidator();
  const [lost_ms, setLost] = useState<number | null>(null);
  const [first] = useState(story);
  const again = useRef(revalidate);
  useEffect(() => {
    again.current = revalidate;
  });
  const follows = takesArrivals(flight.status) || isBeforeRelease(flight.status);
  useEffect(() => {
    if (!follows) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let missed = false;
    const read = () => {
      timer = undefined;
      missed = document.hidden;
      if (!missed) void again.current();
    };
    const hear = () => {
      timer ??= setTimeout(read, news_ms * (1 + Math.random()));
    };
    const seen = () => missed && !document.hidden && read();
    document.addEventListener('visibilitychange', seen);
    const stop = follow({
      flight_id: flight.id,
      log: openArrivalLog(first),
      onBirds: hear,
      onChanged: hear,
      onMissed: hear,
      onConnection: setLost,
    });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
      stop();
    };
  }, [flight.id, follows, first]);
  return lost_ms;
}
