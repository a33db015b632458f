/** The newest arrival of a page whose script has not come yet. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askNewest, newestScript, overEvent } from './newest.ts';

const asked = { address: '/result', seq: 4, time_zone: 'Europe/Brussels', every_ms: 5, over: overEvent };
const landed = (n: number) => ({ rank: n, ring: `BE 22-100000${n}`, time: `2022-06-06T09:0${n}:05.000Z` });
const box = document.createElement('div');
let reply: { seq: number; latest: object[] };
const fetched = vi.fn(async (_address: string) => new Response(JSON.stringify(reply)));

beforeEach(() => {
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
  box.hidden = true;
  box.innerHTML = '<strong>Just in</strong><div><p></p></div>';
  document.body.append(box);
});
afterEach(() => {
  dispatchEvent(new Event(overEvent));
  box.remove();
  vi.unstubAllGlobals();
});

const line = () => [...box.querySelectorAll('bdi')].map((part) => part.textContent);

test('is hidden until somebody lands after the page was made, then named with rank and time of the loft', async () => {
  reply = { seq: 4, latest: [landed(4)] };
  askNewest(box, asked);
  await expect.poll(() => fetched.mock.calls.length).toBeGreaterThan(1);
  expect(box.hidden).toBe(true);
  reply = { seq: 5, latest: [{ ...landed(5), rank: 3709 }, landed(4)] };
  await expect.poll(() => box.hidden).toBe(false);
  expect(line()).toEqual(['3,709', 'BE 22-1000005', '11:05:05']);
});

test('leaves out what the season hides', async () => {
  reply = { seq: 5, latest: [{ rank: null, ring: 'a', time: null }] };
  askNewest(box, asked);
  await expect.poll(line).toEqual(['a']);
});

test('survives a lost line, and ends when the board is live', async () => {
  fetched.mockRejectedValueOnce(new TypeError('no network'));
  reply = { seq: 5, latest: [landed(5)] };
  askNewest(box, asked);
  await expect.poll(() => box.hidden).toBe(false);
  dispatchEvent(new Event(overEvent));
  expect(box.hidden).toBe(true);
  const count = fetched.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(fetched.mock.calls.length).toBeLessThanOrEqual(count + 1);
  expect(box.hidden).toBe(true);
});

test('needs nothing but its own text', async () => {
  reply = { seq: 5, latest: [landed(5)] };
  const text = newestScript({ loft_id: 1, id: 2 }, 4, 'Europe/Brussels').replace('"every_ms":4000', '"every_ms":5');
  expect(text).not.toContain('</script');
  const script = document.createElement('script');
  script.textContent = text;
  box.lastElementChild!.append(script);
  await expect.poll(() => box.hidden).toBe(false);
  expect(fetched.mock.calls[0]).toEqual(['/api/lofts/1/flights/2/result?per_page=25']);
});
