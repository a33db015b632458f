/**
 * The clip of a race: twenty seconds, upright, drawn on a canvas and recorded by the browser. It shows the race coming
 * home, then the first birds and the reader's own.
 */
import type { Ranked } from '#domain/arrivals/rank.ts';
import { isolate, type Locale, localeFacts } from '#domain/locales.ts';
import { ringParts } from '#domain/pigeons/ring.ts';
import { clockTime, formatNamedDay, formatNumber } from '#web/lib/intl.ts';
import type { Stage } from './use-replay.ts';

export const film = { width: 720, height: 1280, seconds: 20, frames: 30 };

/** The title stands alone before the race, and the result after it, as shares of the film. */
const [race_from, race_to] = [0.07, 0.8];
const margin = 48;
const most_first = 5;
const most_mine = 3;
const row = 76;
const flag_width = 40;
/** The list begins here; above it stand the names, the figures and the curve. */
const list_top = 720;

export type Flags = ReadonlyMap<string | null, CanvasImageSource>;

/** The words of the film, in the language of the page. */
export interface FilmWords {
  locale: Locale;
  home: string;
  of_total: string;
  mine: string;
  first: string;
  latest: string;
  /** Where the race can be seen. */
  site: string;
}

const colours = {
  sky: ['#0a1c33', '#113a61', '#1b5684'],
  ink: '#ffffff',
  soft: '#c9d8e6',
  home: '#5fd8a6',
  mine: '#ffd23a',
  on_mine: '#2b2100',
  hair: 'rgb(255 255 255 / 0.18)',
};
const figures = '"Sofia Sans Condensed Variable", "Sofia Sans Condensed Fallback", "Arial Narrow", sans-serif';
const letters = '"Onest Variable", "Onest Fallback", system-ui, "Noto Sans", sans-serif';

/** The flags of a field, by country; one that cannot be fetched is left out. */
export async function flagsOf({ birds }: Stage): Promise<Flags> {
  const countries = [...new Set([...birds.values()].map(({ country }) => country))];
  const flags = await Promise.all(
    countries.map(async (country) => {
      const flag = new Image(flag_width, (flag_width * 3) / 4);
      flag.src = `/flags/${country?.toLowerCase()}.svg`;
      return flag.decode().then(
        () => [[country, flag] as const],
        () => [],
      );
    }),
  );
  return new Map(flags.flat());
}

/** A function that draws the film at a moment of it, from 0 to 1. */
export function filmOf(
  stage: Stage,
  flags: Flags,
  words: FilmWords,
): (context: CanvasRenderingContext2D, moment: number) => void {
  const { flight, loft, replay, axis, birds, mine } = stage;
  const { locale } = words;
  const { width, height } = film;
  const isRtl = localeFacts[locale].dir === 'rtl';
  const { times } = replay;
  const begin = axis.placeOf(times[0] ?? axis.from_ms);
  const day =
    flight.release_time === null ? '' : formatNamedDay(locale, Date.parse(flight.release_time), loft.time_zone, true);
  const curve = Array.from({ length: 121 }, (_, index) => {
    const place = begin + ((1 - begin) * index) / 120;
    return homeShare(axis.timeAt(place));
  });
  const own = replay.ranked.filter(({ pigeon_id }) => mine.has(pigeon_id)).slice(0, most_mine);
  const first = replay.ranked.slice(0, own.length > 0 ? most_first : most_first + 2);

  function homeShare(at_ms: number): number {
    return Math.min(1, replay.seek(at_ms) / Math.max(1, flight.basketed_count));
  }

  return (context, moment) => {
    const at = (px: number) => (isRtl ? width - px : px);
    const write = (
      text: string,
      [x, y]: readonly [number, number],
      { font, size, weight = 500, colour = colours.ink, end = false, room = width - 2 * margin }: Letters,
    ) => {
      context.font = `${weight} ${size}px ${font}`;
      const wide = context.measureText(text).width;
      // A long name is set smaller, and cut where that is not enough.
      const set = Math.max(size * 0.55, Math.min(size, (size * room) / Math.max(1, wide)));
      context.font = `${weight} ${set}px ${font}`;
      context.fillStyle = colour;
      context.textAlign = end ? 'end' : 'start';
      context.fillText(text, at(x), y, room);
    };
    context.direction = isRtl ? 'rtl' : 'ltr';
    context.textBaseline = 'alphabetic';
    paintSky(context);
    write(loft.name, [margin, 92], { font: letters, size: 30, colour: colours.soft });
    write(flight.name, [margin, 158], { font: figures, size: 62, weight: 800 });
    write(day, [margin, 206], { font: letters, size: 27, colour: colours.soft });

    const passed = Math.min(1, Math.max(0, (moment - race_from) / (race_to - race_from)));
    const place = begin + (1 - begin) * passed;
    const at_ms = axis.timeAt(place);
    const home = replay.seek(at_ms);
    write(clockTime(at_ms, loft.time_zone).time, [margin, 330], { font: figures, size: 104, weight: 700, room: 360 });
    write(formatNumber(locale, home), [width - margin, 330], {
      font: figures,
      size: 104,
      weight: 700,
      colour: colours.home,
      end: true,
      room: 260,
    });
    write(`${words.home} ${words.of_total}`, [width - margin, 376], {
      font: letters,
      size: 26,
      colour: colours.soft,
      end: true,
      room: 420,
    });
    paintCurve(context, passed);

    if (moment >= race_to) {
      heading(words.first, list_top - 26);
      for (const [index, line] of first.entries()) paintRow(line, list_top + index * row);
      if (own.length === 0) return;
      const top = list_top + first.length * row + 58;
      heading(words.mine, top - 22);
      for (const [index, line] of own.entries()) paintRow(line, top + index * row);
      return;
    }
    if (home === 0) return;
    heading(words.latest, list_top - 26);
    for (let index = 0; index < Math.min(6, home); index += 1)
      paintRow(replay.landed(home - 1 - index), list_top + index * row);

    function heading(text: string, y: number): void {
      write(text, [margin, y], { font: letters, size: 27, colour: colours.soft });
    }

    function paintRow(line: Ranked, top: number): void {
      const { ring, team, fancier, country } = birds.get(line.pigeon_id)!;
      const isMine = mine.has(line.pigeon_id);
      const colour = isMine ? colours.on_mine : colours.ink;
      if (isMine) {
        context.fillStyle = colours.mine;
        context.fillRect(margin - 20, top - 4, width - 2 * margin + 40, row - 8);
      } else {
        context.fillStyle = colours.hair;
        context.fillRect(margin, top + row - 10, width - 2 * margin, 1);
      }
      const { before, digits, after } = ringParts(ring);
      const y = top + 44;
      write(formatNumber(locale, line.rank), [margin, y], { font: figures, size: 42, weight: 700, colour, room: 100 });
      const flag = flags.get(country);
      const high = (flag_width * 3) / 4;
      if (flag)
        context.drawImage(flag, at(margin + 112) - (isRtl ? flag_width : 0), y - 12 - high / 2, flag_width, high);
      const names = margin + 112 + flag_width + 16;
      write(isolate(`${before}${digits}${after}`), [names, y - 10], {
        font: figures,
        size: 32,
        weight: 700,
        colour,
        room: 290,
      });
      write(isolate(team ?? fancier ?? ''), [names, y + 17], {
        font: letters,
        size: 21,
        colour: isMine ? colour : colours.soft,
        room: 290,
      });
      write(clockTime(line.time_ms, loft.time_zone).time, [width - margin, y], {
        font: figures,
        size: 38,
        weight: 600,
        colour,
        end: true,
        room: 170,
      });
    }
  };

  function paintSky(context: CanvasRenderingContext2D): void {
    const sky = context.createLinearGradient(0, 0, 0, height);
    for (const [index, colour] of colours.sky.entries()) sky.addColorStop(index / 2, colour);
    context.fillStyle = sky;
    context.fillRect(0, 0, width, height);
    context.font = `500 22px ${letters}`;
    context.fillStyle = colours.soft;
    context.textAlign = 'center';
    context.fillText(isolate(words.site), width / 2, height - 34);
  }

  /** Time runs from left to right in every language. */
  function paintCurve(context: CanvasRenderingContext2D, passed: number): void {
    const [left, top, wide, high] = [margin, 420, width - 2 * margin, 200];
    const x = (index: number) => left + (wide * index) / 120;
    const y = (share: number) => top + high - share * high;
    context.fillStyle = colours.hair;
    for (const share of [0, 0.5, 1]) context.fillRect(left, y(share), wide, 1);
    context.strokeStyle = colours.home;
    context.lineWidth = 5;
    context.lineJoin = 'round';
    context.beginPath();
    const last = passed * 120;
    context.moveTo(x(0), y(curve[0]!));
    for (let index = 1; index <= last; index += 1) context.lineTo(x(index), y(curve[index]!));
    context.stroke();
    for (const line of own) {
      const place = (axis.placeOf(line.time_ms) - begin) / (1 - begin);
      if (place > passed) continue;
      context.fillStyle = colours.mine;
      context.beginPath();
      context.arc(left + place * wide, y(curve[Math.round(place * 120)]!), 11, 0, 2 * Math.PI);
      context.fill();
    }
  }
}

interface Letters {
  font: string;
  size: number;
  weight?: number;
  colour?: string;
  /** Written from the end of the line. */
  end?: boolean;
  /** The most that it may be wide, px. */
  room?: number;
}

/** Files that phones can pass on come first. */
const types = [
  'video/mp4;codecs=avc1.42E01F',
  'video/mp4',
  'video/webm;codecs=vp9',
  'video/webm;codecs=vp8',
  'video/webm',
];

/** The kind of film that this browser records; undefined: none. */
export function filmType(): string | undefined {
  if (typeof MediaRecorder === 'undefined' || !('captureStream' in HTMLCanvasElement.prototype)) return undefined;
  return types.find((type) => MediaRecorder.isTypeSupported(type));
}

export interface RecordingOptions {
  canvas: HTMLCanvasElement;
  draw: (context: CanvasRenderingContext2D, moment: number) => void;
  onProgress: (moment: number) => void;
  signal: AbortSignal;
  seconds?: number;
}

/** Records the film while it is drawn. It waits while the page is hidden, because nothing is drawn then. */
export async function recordFilm({
  canvas,
  draw,
  onProgress,
  signal,
  seconds = film.seconds,
}: RecordingOptions): Promise<Blob> {
  const type = filmType();
  const context = canvas.getContext('2d');
  if (!type || !context) throw new Error('This browser records no films.');
  await document.fonts.ready;
  draw(context, 0);
  const stream = canvas.captureStream(film.frames);
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 4_000_000 });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => data.size > 0 && parts.push(data);
  const ended = new Promise<void>((resolve, reject) => {
    recorder.onstop = () => resolve();
    recorder.onerror = () => reject(new Error('The recording ended.'));
  });
  recorder.start(1000);
  let passed_ms = 0;
  let last_ms: number | null = null;
  await new Promise<void>((resolve) => {
    const frame = (now_ms: number) => {
      if (signal.aborted || recorder.state === 'inactive') return resolve();
      passed_ms += last_ms === null ? 0 : now_ms - last_ms;
      last_ms = now_ms;
      const moment = Math.min(1, passed_ms / (seconds * 1000));
      draw(context, moment);
      onProgress(moment);
      if (moment === 1) resolve();
      else requestAnimationFrame(frame);
    };
    const turnAway = () => {
      if (recorder.state === 'inactive') return;
      last_ms = null;
      if (document.hidden) recorder.pause();
      else recorder.resume();
    };
    document.addEventListener('visibilitychange', turnAway, { signal });
    requestAnimationFrame(frame);
  });
  if (recorder.state !== 'inactive') recorder.stop();
  await ended;
  for (const track of stream.getTracks()) track.stop();
  signal.throwIfAborted();
  return new Blob(parts, { type: type.split(';')[0]! });
}
