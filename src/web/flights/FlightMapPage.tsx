/**
 * The map of a flight: where its birds are expected, and the weather on their way. The server draws it, so it can be
 * read without a script; its script is loaded by nobody who does not open it.
 */
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { metaOf } from '#web/lib/head.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { flightPath } from '#web/lib/paths.ts';
import { isSlowConnection } from '#web/lib/slow-connection.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { emptyFrame, type Frame } from '#web/shell/frame.ts';
import { Empty } from '#web/ui/Empty.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/FlightMapPage.ts';
import { FlightMap } from './FlightMap.tsx';
import styles from './flight-map.module.css';
import { loadFlightMap, type MapData } from './flight-map-loader.server.ts';
import { LinkDock } from './LinkDock.tsx';
import { MapHead } from './MapHead.tsx';
import { WeatherTable } from './WeatherTable.tsx';

export const loader = (args: Route.LoaderArgs) => loadFlightMap(args);

/** Without a network the map as it was read last. */
export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown<MapData>(request.url, serverLoader, (known) => known);

export const handle = { frame: { ...emptyFrame, dock: true } satisfies Frame };

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function FlightMapPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const flight = useCurrent(loaderData.flight);
  const data = { ...loaderData, flight };
  const { section, weather } = data;
  useLastKnown(loaderData);
  return (
    <div className={styles.page}>
      {section && weather.line ? (
        <FlightMap key={flight.id} data={data} section={section} line={weather.line} />
      ) : (
        <div className={styles.without}>
          <MapHead {...data} />
          <section className={panel.panel}>
            <Empty title={t('flight_map.no_place')} text={t('flight_map.no_place_text')} />
          </section>
        </div>
      )}
      <div className={`wrap ${styles.below}`}>
        <WeatherTable {...data} />
      </div>
      <LinkDock {...data} current="map" />
    </div>
  );
}

const every_ms = { usually: 15_000, thriftily: 60_000 };
/** A forecast is read again. */
const anew_ms = 600_000;

/** The flight as it is now. Only it is read again and again: the section of the map does not change. */
function useCurrent(flight: MapData['flight']): MapData['flight'] {
  const { revalidate } = useRevalidator();
  const [known, setKnown] = useState({ of: flight, now: flight });
  if (known.of !== flight) setKnown({ of: flight, now: flight });
  const isFlying = flight.status === 'released';
  useEffect(() => {
    if (!isFlying) return;
    const isThere = () => !document.hidden && navigator.onLine;
    const read = async () => {
      const answer = await fetch(`/api${flightPath(flight)}`);
      if (!answer.ok) return;
      const { flight: now } = (await answer.json()) as Pick<MapData, 'flight'>;
      if (now.status === flight.status) setKnown({ of: flight, now });
      else await revalidate();
    };
    const timers = [
      // Without a network it stays as it is.
      setInterval(
        () => isThere() && void read().catch(() => {}),
        isSlowConnection() ? every_ms.thriftily : every_ms.usually,
      ),
      setInterval(() => isThere() && void revalidate(), anew_ms),
    ];
    return () => timers.forEach(clearInterval);
  }, [flight, isFlying, revalidate]);
  return known.of === flight ? known.now : flight;
}
