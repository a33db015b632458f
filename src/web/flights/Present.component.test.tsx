/** A screen that shows a flight for a day, with nobody in front of it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outLevels } from '#domain/arrivals/expected-bird.ts';
import { slide_ms } from '#domain/flights/presentation.ts';
import { defaultRules } from '#domain/seasons/rules.ts';
import { show } from '#testing/show.tsx';
import { toggleMine } from '#web/lib/reader-marks.ts';
import { Present } from './Present.tsx';
import type { PresentData } from './present-loader.server.ts';

const start_ms = Date.parse('2026-09-12T06:15:00Z');
const birds = Array.from({ length: 300 }, (_, index) => ({
  pigeon_id: index + 1,
  ring: `BE 26-40${String(index).padStart(5, '0')}`,
  team_id: 1,
  team: `Team ${index}`,
  fancier: null,
  country: 'BE',
  pigeon_name: null,
}));

const data = {
  isOverlay: false,
  flight: {
    loft_id: 7,
    id: 9,
    season_id: 3,
    name: 'Serra Alta Final',
    status: 'released',
    release_point: 'Albacete',
    release_time: new Date(start_ms).toISOString(),
    distance_m: 493_182,
    distance: 493.182,
    estimated_average_speed: 1200,
    replay_factor: null,
    basketed_count: birds.length,
    closed_intervals: [],
    day_starts: [start_ms],
    rules: defaultRules('km'),
    resolution_ms: 1000,
    release_groups: [],
    hidden: [],
    goes_live: true,
  },
  loft: { id: 7, name: 'Serra Alta One Loft', unit: 'km', time_zone: 'Europe/Lisbon', country: 'PT' },
  read_at: new Date(start_ms).toISOString(),
  board: { epoch: 1, seq: 0, home_count: 0, countries: 1, first: [], latest: [] },
  expected: null,
  weather: null,
  map: null,
  aces: [],
  next: null,
  shows_ranks: true,
  head: {},
} as unknown as PresentData;

/** The sockets of the page, and what is there of them. */
class FakeSocket {
  static open = new Set<FakeSocket>();
  static opened = 0;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  constructor() {
    FakeSocket.open.add(this);
    FakeSocket.opened += 1;
    setTimeout(() => this.onopen?.(), 10);
  }
  send(text: string) {
    const { after = 0 } = JSON.parse(text) as { after?: number };
    this.frame(after);
  }
  frame(from: number) {
    const rows = landed.slice(from).map((row, index) => [from + index + 1, ...row]);
    this.onmessage?.({ data: JSON.stringify({ topic: 'flight:9', epoch: 1, from, seq: landed.length, rows }) });
  }
  close() {
    if (FakeSocket.open.delete(this)) setTimeout(() => this.onclose?.({ code: 1006 }), 1);
  }
}
let landed: [pigeon_id: number, time_ms: number][] = [];

/** Listeners of what outlives a slide: those of an element go with it. */
let listeners = 0;
const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
/** After everything that React has to do: it works in messages of this kind. */
const channel = new MessageChannel();
const turn = () =>
  new Promise<void>((resolve) => {
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });

beforeEach(() => {
  landed = [];
  listeners = 0;
  FakeSocket.open.clear();
  FakeSocket.opened = 0;
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async (path: string) => {
    const body = path.endsWith('basketing')
      ? { pigeons: birds, released_later: [] }
      : { epoch: 1, seq: landed.length, rows: landed.map((row, index) => [index + 1, ...row]) };
    return new Response(JSON.stringify(body));
  });
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (listener && !(this instanceof Element)) listeners += 1;
    return add.call(this, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    if (listener && !(this instanceof Element)) listeners -= 1;
    return remove.call(this, type, listener, options);
  };
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Object.assign(EventTarget.prototype, { addEventListener: add, removeEventListener: remove });
});

/** What the page holds, which a leak makes more of on every slide. */
interface Held {
  nodes: number;
  listeners: number;
  timers: number;
  sockets: number;
}
const held = ['nodes', 'listeners', 'timers', 'sockets'] as const;
const joined = (a: Held, b: Held, of: (one: number, other: number) => number) =>
  Object.fromEntries(held.map((name) => [name, of(a[name], b[name])])) as unknown as Held;
/** The least of an hour: what is about to go is not counted. */
const leastOf = (a: Held, b: Held) => joined(a, b, Math.min);
const sumOf = (a: Held, b: Held) => joined(a, b, (one, other) => one + other);

/** Lets time pass for the page, and the page render. */
async function pass(ms: number) {
  vi.advanceTimersByTime(ms);
  for (let n = 0; n < 2; n++) await turn();
}

test('over a day it holds no more elements, listeners, timers and sockets than in its first hour', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: start_ms });
  const { container, unmount } = await show(<Present data={data} />);
  for (let n = 0; n < 5; n++) await pass(1000);
  const hours: Held[] = [];
  const steps = 3_600_000 / slide_ms;
  for (let hour = 0; hour < 24; hour++) {
    const slides = new Map<string, Held>();
    for (let step = 0; step < steps; step++) {
      // A bird every five minutes; each hour the line is lost once.
      const lands = step % 15 === 0;
      if (lands) landed.push([landed.length + 1, Date.now()]);
      if (step === 40) for (const socket of FakeSocket.open) socket.close();
      for (const socket of FakeSocket.open) socket.frame(landed.length - (lands ? 1 : 0));
      await pass(slide_ms);
      const slide = container.querySelector('[data-slide]')!.getAttribute('data-slide')!;
      const now = {
        nodes: container.querySelectorAll('*').length,
        listeners,
        timers: vi.getTimerCount(),
        sockets: FakeSocket.open.size,
      };
      slides.set(slide, leastOf(slides.get(slide) ?? now, now));
    }
    expect([...slides.keys()].sort()).toEqual(['cover', 'info', 'landing', 'places', 'podium', 'progress']);
    hours.push([...slides.values()].reduce((sum, one) => sumOf(sum, one)));
  }
  expect(landed).toHaveLength(24 * 12);
  expect(FakeSocket.opened).toBeGreaterThan(24);
  // In the first hour the rows fill.
  const [, first, ...later] = hours;
  for (const { timers, ...hour } of later) {
    expect({ ...hour, timers: first!.timers }).toEqual(first);
    // One more or less by when a moment is looked at; a leak adds one with every slide.
    expect(timers).toBeLessThan(first!.timers + 5);
  }
  await unmount();
  expect(FakeSocket.open.size).toBe(0);
}, 300_000);

test('a bird that lands stands before the slide with ring, team and place, and then the slide goes on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: start_ms });
  const { container } = await show(<Present data={data} />);
  for (let n = 0; n < 5; n++) await pass(1000);
  landed.push([42, Date.now()]);
  for (const socket of FakeSocket.open) socket.frame(0);
  await pass(1000);
  expect(container.querySelector('[data-slide]')!.getAttribute('data-slide')).toBe('landing');
  const status = container.querySelector('[role="status"]')!;
  for (const text of ['BE 26-4000041', 'Team 41']) expect(status.textContent).toContain(text);
  expect(status.querySelector('strong')!.textContent).toBe('1');
  expect(status.querySelector('img')!.getAttribute('src')).toContain('be.svg');
  await pass(8000);
  await pass(0);
  expect(container.querySelector('[data-slide]')!.getAttribute('data-slide')).toBe('cover');
});

test('keys turn the page, hold it and let it go', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: start_ms });
  const { container, t } = await show(<Present data={data} />);
  const slide = () => container.querySelector('[data-slide]')!.getAttribute('data-slide');
  const press = async (key: string) => {
    dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    await turn();
  };
  await pass(100);
  expect(slide()).toBe('cover');
  await press('ArrowRight');
  expect(slide()).toBe('info');
  await press('ArrowLeft');
  expect(slide()).toBe('cover');
  await press(' ');
  await pass(5 * slide_ms);
  expect(slide()).toBe('cover');
  expect(container.textContent).toContain(t('present.held'));
  await press(' ');
  await pass(slide_ms + 10);
  await pass(10);
  expect(slide()).toBe('info');
});

test('of my birds all that have room are named, those in the air with when they are expected', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: start_ms });
  landed = [1, 2].map((id) => [id, start_ms - 1000]);
  const out = { times_ms: outLevels.map((level) => start_ms + level * 3_600_000), turn: 0.5, comes: 1 };
  const times = { home: 2, basketed: 300, first: null, next: null, half: null, last: null, out };
  const expected = { times, made_from: 'birds', earlier_flights: 5, too_few: false, abilities: [] } as const;
  const { container, t } = await show(<Present data={{ ...data, expected } as unknown as PresentData} />);
  for (let id = 1; id <= 10; id++) toggleMine(7, 'pigeons', id);
  for (let n = 0; n < 5; n++) await pass(1000);
  const slide = () => container.querySelector('[data-slide]')!;
  for (let n = 0; n < 5 && slide().getAttribute('data-slide') !== 'mine'; n++) {
    dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    await turn();
  }
  for (let id = 1; id <= 10; id++) expect(slide().textContent).toContain(birds[id - 1]!.ring);
  expect(slide().textContent).not.toContain(birds[10]!.ring);
  expect(slide().textContent).toContain(t('mine.air'));
  expect(slide().querySelectorAll('ul > li')).toHaveLength(8);
  for (const line of slide().querySelectorAll('ul > li')) expect(line.textContent).toMatch(/\d\d:\d\d–\d\d:\d\d$/);
});

test('as an overlay it has the last three and the count, of a race that is over the first three, without controls', async () => {
  const row = (pigeon_id: number) => ({
    ...birds[pigeon_id - 1]!,
    rank: pigeon_id,
    time_ms: start_ms + pigeon_id * 60_000,
    speed: 1200,
    gap_ms: 0,
    day: null,
  });
  const board = {
    ...data.board,
    home_count: 4,
    first: [1, 2, 3, 4].map(row),
    latest: [4, 3, 2, 1].map(row),
  } as unknown as PresentData['board'];
  const rings = (container: Element) => [...container.querySelectorAll('li')].map((row) => row.textContent!);
  const { container, t } = await show(<Present data={{ ...data, isOverlay: true, board }} />);
  expect(rings(container)).toEqual([3, 2, 1].map((index) => expect.stringContaining(birds[index]!.ring)));
  expect(container.textContent).toContain(t('mine.home', { home: '4', count: 300 }));
  expect(container.querySelectorAll('button, a')).toHaveLength(0);
  expect(getComputedStyle(document.body).backgroundColor).toBe('rgba(0, 0, 0, 0)');
  const flight = { ...data.flight, status: 'official' } as PresentData['flight'];
  const over = await show(<Present data={{ ...data, flight, isOverlay: true, board }} />);
  expect(rings(over.container)).toEqual([0, 1, 2].map((index) => expect.stringContaining(birds[index]!.ring)));
});
