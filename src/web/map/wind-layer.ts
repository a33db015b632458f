/** Particles that drift with the wind of a forecast over a map. */
import { contextOf } from './paint-map.ts';
import type { Size } from './place.ts';

/**
 * The wind at a pixel of the view, m/s; null where none is foretold. `share`: how many of the particles are there, fewer
 * towards the edge of what is known.
 */
export type WindAt = (x: number, y: number) => { u: number; v: number; share: number } | null;

const most = 2000;
/** One particle for so many square pixels. */
const room_px = 420;
/** The wind is looked up once for each square of so many pixels. */
const cell_px = 24;
/** Pixels in a second for each metre in a second: fast enough to be seen, slow enough to be followed. */
const speed_px = 9;
const longest_ms = 2600;
/** How much of a trail is left after a frame of 16 ms. */
const fading = 0.93;
/** Each frame repaints all of it: a phone without a strong graphics card has a quarter of the pixels. */
const finest = 1;
/** Steps of a trail that stands still. */
const still_steps = 26;

export interface WindLayer {
  /** Takes another wind or another view. */
  set(wind: WindAt | null, size: Size, colour: string): void;
  /** Whether the particles drift, or stand still as trails. */
  move(isMoving: boolean): void;
  /** Frames drawn so far, for measurements. */
  frames(): number;
  stop(): void;
}

export function createWindLayer(canvas: HTMLCanvasElement): WindLayer {
  let size: Size = { width: 0, height: 0 };
  let colour = '';
  let count = 0;
  let columns = 0;
  let field = new Float32Array(0);
  const x = new Float32Array(most);
  const y = new Float32Array(most);
  const left_ms = new Float32Array(most);
  let isMoving = false;
  let isKnown = false;
  let frame = 0;
  let before_ms = 0;
  let drawn = 0;

  const cellAt = (px: number, py: number) => 3 * (Math.floor(py / cell_px) * columns + Math.floor(px / cell_px));
  const isInside = (px: number, py: number) => px >= 0 && py >= 0 && px < size.width && py < size.height;

  const scatter = (index: number) => {
    x[index] = Math.random() * size.width;
    y[index] = Math.random() * size.height;
    // One that is not there waits for its next place.
    const isThere = Math.random() < field[cellAt(x[index]!, y[index]!) + 2]!;
    left_ms[index] = isThere ? Math.random() * longest_ms : 0;
  };

  const clear = () => contextOf(canvas, size, finest)?.clearRect(0, 0, size.width, size.height);

  /** Moves a particle; false where there is no wind. */
  const step = (index: number, ms: number): boolean => {
    const cell = cellAt(x[index]!, y[index]!);
    const [u, v] = [field[cell]!, field[cell + 1]!];
    if (Number.isNaN(u)) return false;
    x[index]! += (u * speed_px * ms) / 1000;
    y[index]! -= (v * speed_px * ms) / 1000;
    return isInside(x[index]!, y[index]!);
  };

  const drift = (now_ms: number) => {
    frame = requestAnimationFrame(drift);
    const ms = Math.min(64, now_ms - before_ms);
    before_ms = now_ms;
    const context = contextOf(canvas, size, finest);
    if (!context) return;
    drawn++;
    context.globalCompositeOperation = 'destination-in';
    context.fillStyle = `rgb(0 0 0 / ${fading ** (ms / 16)})`;
    context.fillRect(0, 0, size.width, size.height);
    context.globalCompositeOperation = 'source-over';
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.beginPath();
    for (let index = 0; index < count; index++) {
      left_ms[index]! -= ms;
      const [from_x, from_y] = [x[index]!, y[index]!];
      if (left_ms[index]! <= 0 || !step(index, ms)) {
        scatter(index);
        continue;
      }
      context.moveTo(from_x, from_y);
      context.lineTo(x[index]!, y[index]!);
    }
    context.stroke();
  };

  const paintStill = () => {
    const context = contextOf(canvas, size, finest);
    if (!context) return;
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.globalAlpha = 0.75;
    context.beginPath();
    for (let index = 0; index < count; index += 5) {
      scatter(index);
      if (left_ms[index] === 0) continue;
      context.moveTo(x[index]!, y[index]!);
      for (let steps = 0; steps < still_steps && step(index, 48); steps++) context.lineTo(x[index]!, y[index]!);
    }
    context.stroke();
    context.globalAlpha = 1;
  };

  const restart = () => {
    cancelAnimationFrame(frame);
    if (!isKnown || !isMoving) {
      clear();
      if (isKnown) paintStill();
      return;
    }
    before_ms = performance.now();
    frame = requestAnimationFrame(drift);
  };

  return {
    set(wind, to, ink) {
      const isOther = to.width !== size.width || to.height !== size.height;
      size = to;
      colour = ink;
      count = Math.min(most, Math.round((size.width * size.height) / room_px));
      columns = Math.ceil(size.width / cell_px) + 1;
      const rows = Math.ceil(size.height / cell_px) + 1;
      isKnown = wind !== null;
      if (wind) {
        field = new Float32Array(3 * columns * rows);
        for (let row = 0; row < rows; row++)
          for (let column = 0; column < columns; column++) {
            const there = wind((column + 0.5) * cell_px, (row + 0.5) * cell_px);
            const cell = 3 * (row * columns + column);
            field[cell] = there?.u ?? Number.NaN;
            field[cell + 1] = there?.v ?? Number.NaN;
            field[cell + 2] = there?.share ?? 0;
          }
      }
      clear();
      if (isOther) for (let index = 0; index < count; index++) scatter(index);
      restart();
    },
    move(to) {
      if (isMoving === to) return;
      isMoving = to;
      restart();
    },
    frames: () => drawn,
    stop: () => cancelAnimationFrame(frame),
  };
}
