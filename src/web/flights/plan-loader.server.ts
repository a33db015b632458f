/** What the forms of a plan need beside it: the places on a map, and the map on which another one is chosen. */
import type { ReleasePoint } from '#domain/flights/release-point-contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { Site } from '#domain/site.ts';
import { mapAround, mapOf } from '#web/map/land.server.ts';
import { placeOf } from '#web/map/place.ts';

export async function mapsFor(
  { loft, release_points }: { loft: Loft; release_points: readonly ReleasePoint[] },
  request: Request,
  site: Pick<Site, 'map_style_url'>,
) {
  const asked = new URL(request.url).searchParams.get('point');
  const edited = release_points.find(({ id }) => String(id) === asked) ?? null;
  const home = placeOf(loft);
  return {
    overview: await mapAround([...(home ? [home] : []), ...release_points]),
    picker: { edited, map: await mapOf(edited ?? home, site) },
  };
}
