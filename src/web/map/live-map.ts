/** An interactive map, by MapLibre. Loaded only when a map is viewed; see PlaceMap.tsx. */
import {
  AttributionControl,
  type GeoJSONSourceSpecification,
  Map as LiveMap,
  Marker,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import sheet from 'maplibre-gl/dist/maplibre-gl.css?url';
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'world-atlas/countries-50m.json?url';
import { bringSheet } from './bring-sheet.ts';
import { type MapWords, wordsOfMap } from './map-words.ts';
import type { Place, Sight } from './place.ts';

export interface LiveMapOptions extends Sight {
  /** The empty container of the map. */
  element: HTMLElement;
  /** The marker of the place; the map moves it. */
  pin: HTMLElement;
  /** The operator's map style; without it the countries are drawn. */
  style_url: string | undefined;
  words: MapWords;
  /** Called when the marker was moved. */
  onMove: ((place: Place) => void) | undefined;
}

export interface MovingMap {
  /** Moves the marker, or removes it. */
  show(place: Place | null): void;
  zoom(steps: number): void;
  close(): void;
}

/**
 * Opens a map.
 * @returns the map once it is visible
 * @throws the reason why it cannot be drawn: no WebGL, no network
 */
export async function openMap(options: LiveMapOptions): Promise<MovingMap> {
  const { element, pin, middle, span, style_url, words, onMove } = options;
  setWorkerUrl(worker);
  const [style] = await Promise.all([style_url ?? ownStyle(element), bringSheet(sheet)]);
  const map = new LiveMap({
    container: element,
    style,
    center: at(middle),
    zoom: Math.log2((360 * element.clientWidth) / (512 * span)),
    minZoom: 1,
    // The outlines of countries have no streets.
    maxZoom: style_url === undefined ? 11 : 20,
    attributionControl: false,
    // On a page that scrolls, one finger and the wheel scroll the page.
    cooperativeGestures: true,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    locale: wordsOfMap(words),
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  if (style_url !== undefined) map.addControl(new AttributionControl({ compact: false }));
  const marker = new Marker({ element: pin, anchor: 'bottom', draggable: onMove !== undefined });
  const reportMove = () => onMove?.(placeAt(marker.getLngLat()));
  const show = (place: Place | null) => {
    if (place) marker.setLngLat(at(place)).addTo(map);
    else marker.remove();
  };
  if (onMove) {
    marker.on('dragend', reportMove);
    map.on('click', ({ lngLat }) => onMove(placeAt(lngLat)));
    pin.addEventListener('keydown', (event) => {
      const [x, y] = arrows[event.key] ?? [0, 0];
      if (x === 0 && y === 0) return;
      // Otherwise the map would move as well, and the page scroll.
      event.preventDefault();
      event.stopPropagation();
      const far = event.shiftKey ? 1 : 8;
      const from = map.project(marker.getLngLat());
      marker.setLngLat(map.unproject([from.x + x * far, from.y + y * far]));
      if (!map.getBounds().contains(marker.getLngLat())) map.jumpTo({ center: marker.getLngLat() });
      reportMove();
    });
  }
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const restyle = () => void ownStyle(element).then((style) => map.setStyle(style));
  if (style_url === undefined) dark.addEventListener('change', restyle);
  const close = () => {
    dark.removeEventListener('change', restyle);
    map.remove();
  };
  let styled = false;
  await new Promise<void>((resolve, reject) => {
    map.once('load', () => resolve());
    map.on('error', ({ error }) => {
      // A missing tile is tolerated; without its style there is no map.
      if (!styled) reject(error);
    });
    map.once('style.load', () => {
      styled = true;
    });
  }).catch((error: unknown) => {
    close();
    throw error;
  });
  return { show, zoom: (steps) => void map.zoomTo(map.getZoom() + steps), close };
}

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const at = ({ latitude, longitude }: Place): [number, number] => [longitude, latitude];

/** A place rounded to a metre, with the longitude within ±180°. */
function placeAt({ lng, lat }: { lng: number; lat: number }): Place {
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
  return { latitude: round(lat), longitude: round(((((lng + 180) % 360) + 360) % 360) - 180) };
}

let countries: Promise<GeoJSONSourceSpecification['data']> | undefined;

async function readCountries(): Promise<GeoJSONSourceSpecification['data']> {
  const answer = await fetch(atlas);
  if (!answer.ok) throw new Error(`${answer.status} for ${atlas}`);
  const world = (await answer.json()) as Topology<{ countries: GeometryCollection }>;
  return feature(world, world.objects.countries);
}

/** Land, borders and water in the colours of the page. */
async function ownStyle(element: HTMLElement): Promise<StyleSpecification> {
  countries ??= readCountries();
  const data = await countries.catch((error: unknown) => {
    countries = undefined;
    throw error;
  });
  const [sea, land, border] = ['sea', 'land', 'border'].map((name) => colourOf(element, `--ol-map-${name}`));
  return {
    version: 8,
    sources: { countries: { type: 'geojson', data } },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': sea! } },
      { id: 'land', type: 'fill', source: 'countries', paint: { 'fill-color': land! } },
      { id: 'border', type: 'line', source: 'countries', paint: { 'line-color': border!, 'line-width': 1 } },
    ],
  };
}

/** A colour token in the current colour scheme. */
function colourOf(element: HTMLElement, token: string): string {
  const before = element.style.color;
  element.style.color = `var(${token})`;
  const { color } = getComputedStyle(element);
  element.style.color = before;
  return color;
}
