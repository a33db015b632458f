/**
 * The moving map of a flight: the section of the site's own map or the operator's, and over it the line, the markers,
 * the wind and the heat. It draws what it is told; FlightMap.tsx says what.
 */
import { curvePoint } from '#domain/flights/curve.ts';
import type { Point } from '#domain/flights/distance.ts';
import { type ForecastGrid, weatherAt } from '#domain/flights/forecast.ts';
import { nightRing } from '#domain/flights/terminator.ts';
import type { Box, Spot } from '#web/map/boxes.ts';
import {
  createMapView,
  fitted,
  type MapView,
  type MapViewOptions,
  type Padding,
  type Sight,
} from '#web/map/map-view.ts';
import type { MapWords } from '#web/map/map-words.ts';
import { coloursOf, contextOf, paintGround, paintNames, paintTag, pathsOf } from '#web/map/paint-map.ts';
import { type MapSection, placeAt, pointOn, type Size } from '#web/map/place.ts';
import { createWindLayer } from '#web/map/wind-layer.ts';
import { labelSides, nameBox, type Side, signBox } from './map-labels.ts';
import { lineSpots } from './map-line.ts';

export interface FlightMapElements {
  /** What is moved; takes the keys. */
  box: HTMLElement;
  /** The empty container of the operator's map. */
  streets: HTMLElement;
  ground: HTMLCanvasElement;
  wind: HTMLCanvasElement;
  names: HTMLCanvasElement;
  curve: SVGPathElement;
  casing: SVGPathElement;
  from: HTMLElement;
  to: HTMLElement;
  bird: HTMLElement;
  /** The buttons over the map, under which no name is painted. */
  tools: HTMLElement;
}

export interface FlightMapState {
  at_ms: number;
  /** The moment of which the night is drawn: in a replay that of the race itself. */
  sun_ms: number;
  forecast: ForecastGrid | null;
  /** The progress of the estimated position; null where it is not shown. */
  progress: number | null;
  /** Between which parts of the line most birds are expected; null: not told. */
  pack: readonly [number, number] | null;
  isWindy: boolean;
  isWarm: boolean;
  isMoving: boolean;
  /** A temperature in the loft's unit: `23 °C`. */
  temperature: (kelvin: number) => string;
}

export interface FlightMapOptions {
  section: MapSection;
  from: Point;
  to: Point;
  style_url: string | undefined;
  words: MapWords;
  padding: (size: Size) => Padding;
  onScroll: MapViewOptions['onScroll'];
}

export interface OpenFlightMap {
  update(state: FlightMapState): void;
  zoom(steps: number): void;
  /** Shows the whole line again. */
  whole(): void;
  frames(): number;
  stop(): void;
  /** Whether it is the site's own map, and not the operator's. */
  is_own: boolean;
}

/** Where the temperatures stand, as parts of the line. */
const tagged = [0.14, 0.36, 0.62, 0.86];
const specks = 150;
/** The wind waits until the view has been still for so long. */
const still_ms = 140;
/** The wind of a moment nearer than this is the same. */
const anew_ms = 600_000;
/** Over so many pixels the wind fades out where its forecast ends, and the heat over so much of its picture. */
const fading_px = 150;
const fading = 0.25;
/** The picture of the heat, in pixels. */
const heat_px = { width: 48, height: 32 };

/** Opens the map: the operator's where there is one and it can be drawn, else the site's own. */
export async function openFlightMap(elements: FlightMapElements, options: FlightMapOptions): Promise<OpenFlightMap> {
  const { box, ground, names, curve, casing } = elements;
  const { section, from, to, style_url, padding } = options;
  const line = lineSpots(section, from, to);
  const paths = pathsOf(section);
  const wind = createWindLayer(elements.wind);
  let colours = coloursOf(box);
  let state: FlightMapState | undefined;
  let view: MapView | undefined;
  let isOwn = style_url === undefined;
  let frame = 0;
  /** The moment of the wind that is shown. */
  let blown_ms = 0;
  let settling: ReturnType<typeof setTimeout> | undefined;
  const scattered = scatter();

  const spotOf = (part: number) => pointOn(section, curvePoint(from, to, part), section);
  const pixelOf = ({ x, y }: Spot, { k, x: dx, y: dy }: Sight) => ({ x: x * k + dx, y: y * k + dy });

  /** Puts the markers where they belong, each with its name on the side that is free. @returns the room that they take */
  const placeMarkers = (shown: readonly [HTMLElement, Spot][], sight: Sight, size: Size): Box[] => {
    const markers = shown.map(([element, spot]) => {
      const words = element.querySelector('div')!;
      return {
        at: pixelOf(spot, sight),
        wide: Math.max(60, words.offsetWidth),
        high: words.offsetHeight,
        side: element.dataset.label as Side,
      };
    });
    const names = labelSides(markers, size, [toolsBox()]);
    return shown.flatMap(([element], index) => {
      const marker = markers[index]!;
      const side = names[index]!;
      element.style.transform = `translate(${marker.at.x.toFixed(1)}px, ${marker.at.y.toFixed(1)}px)`;
      if (element.dataset.label !== side) element.dataset.label = side;
      return [signBox(marker.at), nameBox(marker, side)];
    });
  };

  const toolsBox = (): Box => {
    const [{ left, top }, tools] = [box.getBoundingClientRect(), elements.tools.getBoundingClientRect()];
    return { x: tools.left - left - 4, y: tools.top - top - 4, width: tools.width + 8, height: tools.height + 8 };
  };

  const paint = () => {
    frame = 0;
    if (!view || !state) return;
    const [sight, size] = [view.sight(), view.size()];
    const night = nightOf(section, state.sun_ms);
    const context = contextOf(ground, size);
    if (context) {
      const { forecast, isWarm, at_ms } = state;
      const heat = isWarm && forecast ? heatOf(section, forecast, at_ms) : null;
      if (isOwn) paintGround(context, { paths, colours, sight, size, night, heat });
      else context.clearRect(0, 0, size.width, size.height);
    }
    const way = line.map((spot) => pixelOf(spot, sight));
    const d = way.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
    for (const path of [curve, casing]) path.setAttribute('d', `M${d.join('L')}`);
    const { progress } = state;
    const markers: [HTMLElement, Spot][] = [
      [elements.from, line[0]!],
      [elements.to, line.at(-1)!],
    ];
    if (progress !== null) markers.push([elements.bird, spotOf(Math.min(1, progress))]);
    const taken = [...placeMarkers(markers, sight, size), toolsBox()];
    const over = contextOf(names, size);
    if (!over) return;
    over.clearRect(0, 0, size.width, size.height);
    paintSpecks(over, sight);
    if (state.isWarm) taken.push(...paintTemperatures(over, sight, taken));
    if (isOwn) paintNames(over, section, { colours, sight, size, taken, line: way });
  };
  const repaint = () => {
    frame ||= requestAnimationFrame(paint);
  };

  function paintSpecks(context: CanvasRenderingContext2D, sight: Sight): void {
    if (!state?.pack) return;
    const [low, high] = state.pack;
    if (high - low < 0.005) return;
    context.fillStyle = colours.path;
    context.globalAlpha = 0.6;
    for (const { part, side } of scattered) {
      const at = Math.min(1, low + part * (high - low));
      const { x, y } = pixelOf(spotOf(at), sight);
      const before = pixelOf(spotOf(at - 0.01), sight);
      // To the side of the line, wherever it leads.
      const aside = (side * 14) / Math.max(0.01, Math.hypot(x - before.x, y - before.y));
      context.beginPath();
      context.arc(x - aside * (y - before.y), y + aside * (x - before.x), 1.5, 0, 2 * Math.PI);
      context.fill();
    }
    context.globalAlpha = 1;
  }

  function paintTemperatures(context: CanvasRenderingContext2D, sight: Sight, taken: readonly Box[]): Box[] {
    const { forecast, at_ms, temperature } = state!;
    const tags: Box[] = [];
    for (const part of forecast ? tagged : []) {
      const spot = spotOf(part);
      const there = weatherAt(forecast!, placeAt(section, spot, section), at_ms);
      const { x, y } = pixelOf(spot, sight);
      const isCovered = [...taken, ...tags].some(
        (box) => x > box.x - 30 && x < box.x + box.width + 30 && y > box.y - 14 && y < box.y + box.height + 14,
      );
      if (there && !isCovered) tags.push(paintTag(context, temperature(there.temp), { x, y }, colours));
    }
    return tags;
  }

  const blow = () => {
    if (!view || !state) return;
    const [sight, size] = [view.sight(), view.size()];
    const { forecast, isWindy, at_ms } = state;
    if (!isWindy || !forecast) return wind.set(null, size, colours.wind);
    const known = boxOf(section, forecast);
    const [left, top] = [known.x * sight.k + sight.x, known.y * sight.k + sight.y];
    const [right, bottom] = [left + known.width * sight.k, top + known.height * sight.k];
    const windAt = (x: number, y: number) => {
      const spot = { x: (x - sight.x) / sight.k, y: (y - sight.y) / sight.k };
      const there = weatherAt(forecast, placeAt(section, spot, section), at_ms);
      // It fades out where the forecast ends.
      return there && { ...there, share: Math.min(1, Math.min(x - left, right - x, y - top, bottom - y) / fading_px) };
    };
    wind.set(windAt, size, colours.wind);
  };

  const onChange = () => {
    repaint();
    elements.wind.style.opacity = '0';
    clearTimeout(settling);
    settling = setTimeout(() => {
      elements.wind.style.opacity = '';
      blow();
    }, still_ms);
  };
  const first = (size: Size) => fitted(line, size, padding(size));
  const openOwn = () => createMapView({ element: box, section, first, onChange, onScroll: options.onScroll });
  const openOperators = async (style_url: string) => {
    const { openStreets } = await import('#web/map/streets.ts');
    return openStreets({ element: elements.streets, section, first, onChange, style_url, words: options.words });
  };
  view =
    style_url === undefined
      ? openOwn()
      : await openOperators(style_url).catch(() => {
          // Without WebGL, or without the operator's server, there is the site's own map.
          isOwn = true;
          return openOwn();
        });

  // Colours follow the scheme of the system, and the reader's choice.
  const recolour = () => {
    colours = coloursOf(box);
    repaint();
    blow();
  };
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', recolour);
  const themed = new MutationObserver(recolour);
  themed.observe(document.documentElement, { attributeFilter: ['data-theme', 'class', 'style'] });
  void document.fonts?.ready.then(repaint);

  return {
    update(next) {
      const before = state;
      state = next;
      repaint();
      wind.move(next.isMoving);
      const isOther = before?.forecast !== next.forecast || before?.isWindy !== next.isWindy;
      if (!isOther && Math.abs(next.at_ms - blown_ms) < anew_ms) return;
      blown_ms = next.at_ms;
      blow();
    },
    zoom: (steps) => view.zoom(steps),
    whole: () => view.whole(),
    is_own: isOwn,
    frames: wind.frames,
    stop() {
      cancelAnimationFrame(frame);
      clearTimeout(settling);
      dark.removeEventListener('change', recolour);
      themed.disconnect();
      wind.stop();
      view.stop();
    },
  };
}

/** The edge of the night at a moment as spots of a section. */
function nightOf(section: MapSection, at_ms: number): Spot[] {
  const shift = Math.round(section.middle.longitude / 360) * 360;
  return nightRing(at_ms).map(([longitude, latitude]) =>
    pointOn(section, { latitude, longitude: longitude + shift }, section),
  );
}

/** Birds of the pack: where each is in it, and how far from its middle line; denser in the front half. */
function scatter(): { part: number; side: number }[] {
  let seed = 7;
  // The same specks with each frame, and for every reader.
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: specks }, () => ({
    part: 1 - Math.abs(random() + random() - 1) * 1.1 - random() * 0.15,
    side: random() + random() + random() - 1.5,
  }));
}

/** Colours from cold to hot, by degrees Celsius. */
const heatColours = [
  [-10, 70, 90, 200],
  [5, 60, 160, 220],
  [15, 110, 200, 150],
  [22, 240, 220, 90],
  [30, 245, 140, 60],
  [40, 200, 40, 60],
] as const;

const last = heatColours.at(-1)!;

let painted: { forecast: ForecastGrid; hour: number; picture: HTMLCanvasElement } | undefined;

/** Where in a section a forecast lies. */
function boxOf(section: MapSection, { south, west, step, rows, columns }: ForecastGrid): Box {
  const near = section.middle.longitude + ((((west - section.middle.longitude + 180) % 360) + 360) % 360) - 180;
  const at = pointOn(section, { latitude: south + (rows - 1) * step, longitude: near }, section);
  const end = pointOn(section, { latitude: south, longitude: near + (columns - 1) * step }, section);
  return { ...at, width: end.x - at.x, height: end.y - at.y };
}

/** The heat of a forecast at a moment as a small picture, and where in the section it lies. */
function heatOf(section: MapSection, forecast: ForecastGrid, at_ms: number) {
  const { x: left, y: top, ...size } = boxOf(section, forecast);
  const at = { x: left, y: top };
  const hour = Math.round(at_ms / anew_ms);
  if (painted?.forecast !== forecast || painted.hour !== hour) {
    const picture = painted?.picture ?? document.createElement('canvas');
    Object.assign(picture, heat_px);
    const context = picture.getContext('2d');
    if (context) {
      const pixels = context.createImageData(heat_px.width, heat_px.height);
      for (let index = 0; index < heat_px.width * heat_px.height; index++) {
        const x = at.x + (((index % heat_px.width) + 0.5) / heat_px.width) * size.width;
        const y = at.y + ((Math.floor(index / heat_px.width) + 0.5) / heat_px.height) * size.height;
        const there = weatherAt(forecast, placeAt(section, { x, y }, section), at_ms);
        if (!there) continue;
        const column = index % heat_px.width;
        const row = Math.floor(index / heat_px.width);
        const [across, down] = [column / (heat_px.width - 1), row / (heat_px.height - 1)];
        const edge = Math.min(across, 1 - across, down, 1 - down) / fading;
        pixels.data.set([...heatColour(there.temp - 273.15), 255 * smooth(Math.min(1, edge))], 4 * index);
      }
      context.putImageData(pixels, 0, 0);
    }
    painted = { forecast, hour, picture };
  }
  return { picture: painted.picture, at, size };
}

/** From 0 to 1 without a bend at its ends. */
const smooth = (part: number) => part * part * (3 - 2 * part);

function heatColour(celsius: number): [number, number, number] {
  const after = heatColours.findIndex(([from]) => celsius < from);
  const [low, high] = after < 0 ? [last, last] : [heatColours[Math.max(0, after - 1)]!, heatColours[after]!];
  const part = Math.max(0, Math.min(1, (celsius - low[0]) / (high[0] - low[0] || 1)));
  const mixed = [1, 2, 3].map((channel) => low[channel]! + part * (high[channel]! - low[channel]!));
  return [mixed[0]!, mixed[1]!, mixed[2]!];
}
