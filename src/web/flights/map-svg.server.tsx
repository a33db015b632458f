/** The map of a flight as a picture of its own: beside its list it costs a page neither script nor data. */
import { renderToStaticMarkup } from 'react-dom/server';
import { type Flight, readFlight, readFlightLog } from '#domain/flights/contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { wayInLog } from '#domain/flights/lorry.ts';
import { lorryStands } from '#domain/flights/lorry-stands.ts';
import { estimatedProgress, isEvaluated } from '#domain/flights/progress.ts';
import { readFlightWeather } from '#domain/flights/weather-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { raceTime } from '#web/lib/now.ts';
import { sectionAround } from '#web/map/section.server.ts';
import tokens from '#web/ui/tokens.css?raw';
import type { Route } from './+types/map-svg.ts';
import { MapDrawing, type MapLook, Shapes } from './DrawnMap.tsx';
import styles from './drawn-map.module.css?inline';

/** Its names are as large as those beside the list. */
const look: MapLook = {
  size: { width: 436, height: 270 },
  most: 7,
  padding: { top: 56, right: 70, bottom: 56, left: 70 },
};

/** The tokens that the drawing uses; a picture has no style sheet but its own, and no fonts of the site. */
const used = new Set([...styles.matchAll(/var\((--ol-[\w-]+)\)/g)].map(([, token]) => token));
const colours = [...tokens.matchAll(/(--ol-[\w-]+):\s*([^;}]+)/g)]
  .filter(([, token, value]) => used.has(token) && value!.includes('light-dark('))
  .map(([, token, value]) => `${token}:${value}`);
const style = `:root{color-scheme:light dark;--ol-font-text:system-ui,sans-serif;${[...new Set(colours)].join(';')}}${styles}`;

/** How far the birds are by the estimate; null: they are not shown on their way. */
function progressOf(flight: Flight, straight_m: number, read_at: string): number | null {
  const { status, release_time, estimated_average_speed: average } = flight;
  if (status !== 'released' || release_time === null || !average) return null;
  const now_ms = raceTime(flight, Date.parse(read_at));
  const progress = estimatedProgress({ release_ms: Date.parse(release_time), now_ms, average, straight_m });
  return isEvaluated(progress) ? null : progress;
}

/** The picture; without anything in it where the flight has no line. */
export async function flightMapSvg({ context, params }: Route.LoaderArgs): Promise<Response> {
  const call = context.get(callContext);
  const { locale } = context.get(pageContext);
  const key = { loft_id: idFrom(params.loft_id), flight_id: idFrom(params.flight_id) };
  const [{ flight, loft, read_at }, { line }, { log }] = await answers(() =>
    Promise.all([
      call(readFlight, { params: key }),
      call(readFlightWeather, { params: key }),
      call(readFlightLog, { params: key }),
    ]),
  );
  const { t } = speaker(locale);
  const section = line ? await sectionAround(line.points[0]!, line.points.at(-1)!, locale) : null;
  const { width, height } = look.size;
  const label = t('flight_map.of', { from: flight.release_point ?? t('race.release_point'), to: loft.name });
  const svg = renderToStaticMarkup(
    <svg
      role="img"
      aria-label={label}
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      <style>{style}</style>
      <rect width="100%" height="100%" fill="var(--ol-map-sea)" />
      {section && line && (
        <>
          <Shapes {...section} />
          <MapDrawing
            {...look}
            {...{ section, line, flight, loft, locale, label }}
            progress={progressOf(flight, line.distance_m, read_at)}
            lorry={lorryStands(isBeforeRelease(flight.status) ? wayInLog(log) : null)}
          />
        </>
      )}
    </svg>,
  );
  return new Response(svg, {
    headers: {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=60',
    },
  });
}
