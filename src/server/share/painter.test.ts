/** The process that paints share pictures: replaced when it fails, and protected from too much work. */
import { afterEach, expect, it, vi } from 'vitest';
import type { Card } from '#domain/share/card.ts';
import type { ToFile } from './paint.ts';
import { createPainter, type Outcome, type PaintedKind, type Painter } from './painter.ts';

const card: Card = {
  lang: 'en',
  dir: 'ltr',
  brand: 'Loftline',
  sky: 'day',
  photo: null,
  ridges: [],
  solid: 0.4,
  chip: null,
  country: 'BE',
  over: 'Belgium',
  title: 'Denderhoek',
  facts: [],
  birds: null,
};
const lines: unknown[] = [];
let painter: Painter;
afterEach(() => painter.close());

/** The outcomes of orders, and the kinds of those that have begun. */
const ends: [PaintedKind, Outcome][] = [];
const begun: PaintedKind[] = [];

const start = () => {
  for (const list of [lines, ends, begun]) list.length = 0;
  painter = createPainter(
    { error: (line: unknown) => void lines.push(line) },
    { waited: (kind) => void begun.push(kind), ended: (...one) => void ends.push(one) },
  );
};

/** A list of so many birds on paper. */
const listOf = (birds: number, title = 'Ulm'): ToFile => {
  const rows = [['Ring', 'Team'], ...Array.from({ length: birds }, (_, i) => [`BE 26-${i}`, `Team ${i}`])];
  return { format: 'pdf', json: Buffer.from(JSON.stringify({ title, rows, lang: 'en', dir: 'ltr' })) };
};
/** Takes far longer than a test would wait: whatever finishes before it did not wait for it. */
const endless = listOf(150_000);

it('paints the next picture after one that failed', async () => {
  start();
  const broken = { ...card, sky: 'nowhere' } as unknown as Card;
  await expect(painter.picture('broken', broken)).rejects.toThrow('nowhere');
  const picture = await painter.picture('whole', card);
  expect(Buffer.from(picture).subarray(1, 4).toString()).toBe('PNG');
  expect(await painter.picture('whole', card)).toBe(picture);
});

it('paints the same picture once for all who ask at the same time', async () => {
  start();
  const [one, other] = await Promise.all([painter.picture('same', card), painter.picture('same', card)]);
  expect(one).toBe(other);
});

it('makes no file that nobody waits for any more, cancels the one in progress, and goes on with the next', async () => {
  start();
  const over = new AbortController();
  const five = Array.from({ length: 5 }, (_, i) =>
    painter.file(`endless ${i}`, endless, { signal: over.signal }).catch((error: Error) => error.name),
  );
  await vi.waitFor(() => expect(begun).toEqual(['file']), 30_000);
  const after = painter.file('short', listOf(3));
  over.abort();
  expect(await Promise.all(five)).toEqual(Array<string>(5).fill('AbortError'));
  expect(
    Buffer.from(await after)
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(begun).toEqual(['file', 'file']);
  expect(ends).toEqual([...Array<unknown>(5).fill(['file', 'dropped']), ['file', 'made']]);
  expect(lines).toEqual([]);
});

it('goes on for those who still wait when others have gone, and begins anew for who comes later', async () => {
  start();
  const gone = new AbortController();
  const one = painter.file('same', listOf(500), { signal: gone.signal });
  const other = painter.file('same', listOf(500));
  gone.abort();
  await expect(one).rejects.toThrow('aborted');
  expect(
    Buffer.from(await other)
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(ends).toEqual([['file', 'made']]);
  const late = new AbortController();
  const dropped = painter.file('later', endless, { signal: late.signal });
  late.abort();
  await expect(dropped).rejects.toThrow('aborted');
  expect(
    Buffer.from(await painter.file('later', listOf(3)))
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

it('paints a picture while a list is being made, and caches lists but no personal documents', async () => {
  start();
  const over = new AbortController();
  const list = painter.file('endless', endless, { signal: over.signal }).catch(() => 'dropped');
  await painter.picture('whole', card);
  expect(ends).toEqual([['picture', 'made']]);
  over.abort();
  expect(await list).toBe('dropped');
  const confirmation = { title: 'Order', pages: [], lang: 'en', dir: 'ltr' };
  await painter.file('paper', { format: 'confirmation', json: Buffer.from(JSON.stringify(confirmation)) });
  expect(painter.hasFile('paper')).toBe(false);
  await painter.file('list', listOf(3));
  expect(painter.hasFile('list')).toBe(true);
});

it('makes first what people at work want, then what people want, then strangers’; also when they join a stranger’s order', async () => {
  start();
  const order: string[] = [];
  const over = new AbortController();
  const first = painter.file('endless', endless, { signal: over.signal }).catch(() => null);
  const ask = (name: string, urgency: 0 | 1 | 2, key = name) =>
    painter.file(key, listOf(3, key), { urgency }).then(() => order.push(name));
  const asked = [
    ask('stranger 1', 0),
    ask('stranger 2', 0),
    ask('stranger 3', 0),
    ask('person', 1),
    ask('merchant', 2),
    ask('agent with stranger 3', 2, 'stranger 3'),
  ];
  over.abort();
  await Promise.all([first, ...asked]);
  expect(order.filter((name) => name !== 'agent with stranger 3')).toEqual([
    'merchant',
    'stranger 3',
    'person',
    'stranger 1',
    'stranger 2',
  ]);
  expect(ends.filter(([, how]) => how === 'made')).toHaveLength(5);
});

it('limits waiting files of strangers to twenty, and still takes those of people at work', async () => {
  start();
  const over = new AbortController();
  const { signal } = over;
  const strangers = Array.from({ length: 21 }, (_, i) => painter.file(`endless ${i}`, endless, { signal }));
  const ended = Promise.allSettled(strangers);
  await expect(painter.file('one more', endless, { signal })).rejects.toMatchObject({
    code: 'too_often',
    params: { seconds: 10 },
  });
  const at_work = painter.file('work', listOf(3), { urgency: 2 });
  over.abort();
  expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
  expect(
    Buffer.from(await at_work)
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(ends.filter(([, how]) => how === 'refused')).toHaveLength(1);
});

it('limits the waiting orders, and rejects them when it closes', async () => {
  start();
  const asked = Array.from({ length: 101 }, (_, i) => painter.picture(`key ${i}`, { ...card, title: `Loft ${i}` }));
  const ended = Promise.allSettled(asked);
  await expect(painter.picture('one more', card)).rejects.toMatchObject({ code: 'too_often' });
  // Joining an order in progress adds no waiting order.
  const shared = painter.picture('key 99', card).catch((error: Error) => error.message);
  painter.close();
  const results = await ended;
  expect(results.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(98);
  expect(await shared).toBe('nothing is made any more');
  expect(lines.length).toBeLessThan(2);
});
