/** The program that paints share pictures: it is replaced when it fails, and is not asked for more than it can do. */
import { afterEach, expect, it } from 'vitest';
import type { Card } from '#domain/share/card.ts';
import { createPainter, type Painter } from './painter.ts';

const card: Card = {
  lang: 'en',
  dir: 'ltr',
  brand: 'Loftline',
  sky: 'day',
  photo: null,
  ridges: [],
  line: 'solid',
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

const start = () => {
  lines.length = 0;
  painter = createPainter({ error: (line: unknown) => void lines.push(line) });
};

it('paints the next picture after one that could not be painted', async () => {
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

it('lets so many wait and no more, and ends with those who wait told so', async () => {
  start();
  const asked = Array.from({ length: 100 }, (_, i) => painter.picture(`key ${i}`, { ...card, title: `Loft ${i}` }));
  const ended = Promise.allSettled(asked);
  await expect(painter.picture('one more', card)).rejects.toMatchObject({ code: 'too_often' });
  // Whoever asks for one that is on its way already is one who waits with others.
  const shared = painter.picture('key 99', card).catch((error: Error) => error.message);
  painter.close();
  const results = await ended;
  expect(results.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(98);
  expect(await shared).toBe('no share pictures are painted any more');
  expect(lines.length).toBeLessThan(2);
});
