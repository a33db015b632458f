/** The operator's own map style under the view of a section, by MapLibre. Loaded only where a style is set. */
import { AttributionControl, Map as LiveMap, setWorkerUrl } from 'maplibre-gl';
import sheet from 'maplibre-gl/dist/maplibre-gl.css?url';
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { bringSheet } from './bring-sheet.ts';
import type { MapView, MapViewOptions, Sight } from './map-view.ts';
import { type MapWords, wordsOfMap } from './map-words.ts';
import { type MapSection, placeAt } from './place.ts';

export interface StreetsOptions extends Omit<MapViewOptions, 'section' | 'onScroll'> {
  section: MapSection;
  style_url: string;
  words: MapWords;
}

/**
 * Opens the map under a view of the section.
 * @returns once it is visible
 * @throws the reason why it cannot be drawn: no WebGL, no network
 */
export async function openStreets({
  element,
  section,
  first,
  onChange,
  style_url,
  words,
}: StreetsOptions): Promise<MapView> {
  setWorkerUrl(worker);
  await bringSheet(sheet);
  const sizeOf = () => ({ width: element.clientWidth, height: element.clientHeight });
  const map = new LiveMap({
    container: element,
    style: style_url,
    ...cameraOf(first(sizeOf())),
    minZoom: 1,
    maxZoom: 18,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    // One finger and the wheel scroll the page.
    cooperativeGestures: true,
    locale: wordsOfMap(words),
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new AttributionControl({ compact: false }));
  const sightNow = (): Sight => {
    const [begin, end] = [0, section.width].map((x) => {
      const { latitude, longitude } = placeAt(section, { x, y: 0 }, section);
      return map.project([longitude, latitude]);
    });
    return { k: (end!.x - begin!.x) / section.width, x: begin!.x, y: begin!.y };
  };
  const change = () => onChange(sightNow(), sizeOf());
  map.on('move', change);
  map.on('resize', change);
  let isStyled = false;
  await new Promise<void>((resolve, reject) => {
    map.once('style.load', () => {
      isStyled = true;
    });
    map.once('load', () => resolve());
    // A missing tile is tolerated; without its style there is no map.
    map.on('error', ({ error }) => isStyled || reject(error));
  }).catch((error: unknown) => {
    map.remove();
    throw error;
  });
  change();
  return {
    sight: sightNow,
    size: sizeOf,
    zoom: (steps) => void map.zoomTo(map.getZoom() + steps),
    whole: () => void map.jumpTo(cameraOf(first(sizeOf()))),
    stop: () => map.remove(),
  };

  function cameraOf({ k, x, y }: Sight) {
    const { width, height } = sizeOf();
    const { latitude, longitude } = placeAt(section, { x: (width / 2 - x) / k, y: (height / 2 - y) / k }, section);
    return {
      center: [longitude, latitude] as [number, number],
      zoom: Math.log2((360 * section.width * k) / (512 * section.span)),
    };
  }
}
