/**
 * The replay of a flown race. The server writes the end of it, the final list, which is all of it without a script; in
 * the browser the same page is moved to any moment of the race. Its data come with the page, so it needs no network
 * once it was opened.
 */
import type { ReactNode } from 'react';
import { hasReplay, isBeforeRelease } from '#domain/flights/flight.ts';
import { metaOf } from '#web/lib/head.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { later } from '#web/lib/later.tsx';
import { flightPath, mapPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { Frame } from '#web/shell/frame.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import sky from '#web/ui/sky.module.css';
import type { Route } from './+types/ReplayPage.ts';
import { FlightTitle } from './FlightTitle.tsx';
import { Away } from './MissingPart.tsx';
import styles from './replay.module.css';
import { loadReplay, type ReplayData } from './replay-loader.server.ts';

/** What stays as the server drew it until it is there. */
const FlightStrip = later(async () => (await import('./FlightStrip.tsx')).FlightStrip, Away);
const RaceTools = later(async () => (await import('./FlightStrip.tsx')).RaceTools, Away);
const ReplayStage = later(async () => (await import('./ReplayStage.tsx')).ReplayStage, Away);

const parts = [FlightStrip, RaceTools, ReplayStage];

export async function loader(args: Route.LoaderArgs) {
  await Promise.all(parts.map(({ load }) => load()));
  return loadReplay(args);
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<ReplayData> {
  const [data] = await Promise.all([
    orLastKnown<ReplayData>(request.url, serverLoader, (known) => known),
    ...parts.map(({ load }) => load().catch(() => {})),
  ]);
  return data;
}

/** The place of the dock is that of the player. */
export const handle = { frame: { trail: 'wide' } satisfies Frame };

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

/** Another flight is another page. */
export default function ReplayPage({ loaderData }: Route.ComponentProps) {
  return <ReplayOfFlight key={loaderData.flight.id} data={loaderData} />;
}

function ReplayOfFlight({ data }: { data: ReplayData }) {
  const { flight, loft, field, head } = data;
  useLastKnown(data);
  const strip = (
    <FlightStrip
      flight={flight}
      tab="replay"
      map={mapPath(flight, loft)}
      home_count={flight.home_count}
      find={null}
      title={head.title}
      live={null}
    />
  );
  return (
    <>
      <RaceTools flight={flight} live={null} title={head.title} />
      {field === null ? (
        <WithoutReplay data={data}>{strip}</WithoutReplay>
      ) : (
        <ReplayStage data={data} field={field} strip={strip} />
      )}
    </>
  );
}

/** Before the end of a race, and where its season hides a part of it. */
function WithoutReplay({ data: { flight, loft }, children }: { data: ReplayData; children: ReactNode }) {
  const { t } = useTranslation();
  const isOver = hasReplay(flight.status);
  return (
    <>
      <section className={sky.sky} aria-labelledby="flight">
        <div className={`wrap ${styles.head}`}>
          <FlightTitle flight={flight} loft={loft}>
            {null}
          </FlightTitle>
        </div>
      </section>
      {children}
      <div className={`wrap ${styles.body}`}>
        <section className={`${panel.panel} ${styles.whole}`}>
          <Empty
            title={t(isOver ? 'race_replay.hidden' : 'race_replay.too_early')}
            text={t(
              !isOver ? 'race_replay.too_early_text' : flight.goes_live ? 'board.nobody_text' : 'story.hidden_text',
            )}
          >
            <Link to={flightPath(flight)} className={panel.button}>
              {t(
                isOver ? 'race_replay.to_result' : isBeforeRelease(flight.status) ? 'flight.before' : 'flight.arrivals',
              )}
            </Link>
          </Empty>
        </section>
      </div>
    </>
  );
}
