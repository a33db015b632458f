/**
 * The visible part of a section of the site's own map: moved by a mouse, two fingers, the wheel with Ctrl or ⌘, and keys,
 * and never beyond the section. One finger and the wheel scroll the page. It draws nothing; whoever draws is told of each
 * change.
 */
import type { Spot } from './boxes.ts';
import type { Size } from './place.ts';

/** Pixels = units × k + offset. */
export interface Sight {
  k: number;
  x: number;
  y: number;
}

export interface Padding {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** The nearest view, in pixels to a unit. */
const nearest = 6;
/** How far a key moves the view, pixels, and how much a step of the zoom changes it. */
const key_px = 80;
const step = 1.6;

/** The view with these points inside its padding, at most one pixel to a unit times `most`. */
export function fitted(points: readonly Spot[], size: Size, padding: Padding, most = 1): Sight {
  const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
  const room = {
    width: Math.max(40, size.width - padding.left - padding.right),
    height: Math.max(40, size.height - padding.top - padding.bottom),
  };
  const k = Math.min(most, room.width / Math.max(1, right - left), room.height / Math.max(1, bottom - top));
  return {
    k,
    x: padding.left + room.width / 2 - (k * (left + right)) / 2,
    y: padding.top + room.height / 2 - (k * (top + bottom)) / 2,
  };
}

/** A view that shows nothing beyond the section. */
export function within(sight: Sight, section: Size, size: Size): Sight {
  const least = Math.max(size.width / section.width, size.height / section.height);
  const k = Math.max(least, Math.min(nearest, sight.k));
  // Another scale keeps what is in the middle.
  const ratio = k / sight.k;
  const [cx, cy] = [size.width / 2, size.height / 2];
  const clamp = (value: number, low: number) => Math.min(0, Math.max(low, value));
  return {
    k,
    x: clamp(cx - (cx - sight.x) * ratio, size.width - section.width * k),
    y: clamp(cy - (cy - sight.y) * ratio, size.height - section.height * k),
  };
}

export interface MapView {
  sight(): Sight;
  size(): Size;
  zoom(steps: number): void;
  /** Takes up the first view again. */
  whole(): void;
  stop(): void;
}

export interface MapViewOptions {
  element: HTMLElement;
  section: Size;
  /** The view that is taken up, also after a change of the size while nobody has moved it. */
  first: (size: Size) => Sight;
  onChange: (sight: Sight, size: Size) => void;
  /** Somebody may have meant the map by what scrolls the page. */
  onScroll: (by: 'wheel' | 'finger') => void;
}

/** Moves the view of an element by the gestures on it. */
export function createMapView({ element, section, first, onChange, onScroll }: MapViewOptions): MapView {
  let size = sizeOf(element);
  let sight = within(first(size), section, size);
  let isMoved = false;
  const pointers = new Map<number, Spot>();
  const ended = new AbortController();
  const { signal } = ended;

  const set = (to: Sight) => {
    sight = within(to, section, size);
    onChange(sight, size);
  };
  const move = (dx: number, dy: number) => {
    isMoved = true;
    set({ ...sight, x: sight.x + dx, y: sight.y + dy });
  };
  const zoomAt = (factor: number, { x, y }: Spot) => {
    isMoved = true;
    const k = Math.max(0.01, Math.min(nearest, sight.k * factor));
    const ratio = k / sight.k;
    set({ k, x: x - (x - sight.x) * ratio, y: y - (y - sight.y) * ratio });
  };
  const middle = () => ({ x: size.width / 2, y: size.height / 2 });
  const spotOf = (event: MouseEvent): Spot => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    act: (event: HTMLElementEventMap[Name]) => void,
    passive = true,
  ) => element.addEventListener(name, act, { signal, passive });

  on('pointerdown', (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, spotOf(event));
  });
  on('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = spotOf(event);
    const [other] = [...pointers].flatMap(([id, spot]) => (id === event.pointerId ? [] : spot));
    pointers.set(event.pointerId, now);
    if (!other && event.pointerType === 'touch') return onScroll('finger');
    if (!other) return move(now.x - before.x, now.y - before.y);
    const apart = (spot: Spot) => Math.max(10, Math.hypot(spot.x - other.x, spot.y - other.y));
    zoomAt(apart(now) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    move((now.x - before.x) / 2, (now.y - before.y) / 2);
  });
  for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
    on(name, ({ pointerId }) => void pointers.delete(pointerId));
  on('dblclick', (event) => zoomAt(step, spotOf(event)));
  // Two fingers do not scroll the page.
  for (const name of ['touchstart', 'touchmove'] as const)
    on(name, (event) => event.touches.length > 1 && event.cancelable && event.preventDefault(), false);
  on(
    'wheel',
    (event) => {
      // A pinch on a touchpad comes as a wheel with Ctrl.
      if (!event.ctrlKey && !event.metaKey) return onScroll('wheel');
      event.preventDefault();
      zoomAt(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0022)), spotOf(event));
    },
    false,
  );
  on(
    'keydown',
    (event) => {
      if (event.target !== element) return;
      const by = keys[event.key];
      if (!by) return;
      event.preventDefault();
      if (by.zoom) zoomAt(step ** by.zoom, middle());
      else move(by.x * key_px, by.y * key_px);
    },
    false,
  );
  const watch = new ResizeObserver(() => {
    const before = size;
    size = sizeOf(element);
    if (size.width === 0 || size.height === 0) return;
    set(
      isMoved
        ? { ...sight, x: sight.x + (size.width - before.width) / 2, y: sight.y + (size.height - before.height) / 2 }
        : first(size),
    );
  });
  watch.observe(element);
  onChange(sight, size);

  return {
    sight: () => sight,
    size: () => size,
    zoom: (steps) => zoomAt(step ** steps, middle()),
    whole() {
      isMoved = false;
      set(first(size));
    },
    stop() {
      ended.abort();
      watch.disconnect();
    },
  };
}

const keys: Readonly<Record<string, { x: number; y: number; zoom?: number }>> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
  '+': { x: 0, y: 0, zoom: 1 },
  '=': { x: 0, y: 0, zoom: 1 },
  '-': { x: 0, y: 0, zoom: -1 },
};

const sizeOf = (element: HTMLElement): Size => ({ width: element.clientWidth, height: element.clientHeight });
