/** The map of a flight as a picture, in the language of its address. */
import type { Route } from './+types/map-svg.ts';
import { flightMapSvg } from './map-svg.server.tsx';

export const loader = (args: Route.LoaderArgs): Promise<Response> => flightMapSvg(args);
