import { expect, test } from 'vitest';
import { readFlight } from '#domain/flights/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Call } from './route.ts';
import { createSharedCalls } from './shared-calls.ts';

const flight = (flight_id: number) => ({ params: { loft_id: 1, flight_id } });

function build(answer: () => Promise<unknown>) {
  let now_ms = 1000;
  let asked = 0;
  const call = (async () => {
    asked += 1;
    return answer();
  }) as unknown as Call;
  const shared = createSharedCalls({ call, keep_ms: 1000, now_ms: () => now_ms });
  return { shared, asked: () => asked, wait: (ms: number) => (now_ms += ms) };
}

test('pages that make the same call within a second share a reply, and know its age', async () => {
  const { shared, asked, wait } = build(async () => ({}));
  const [german, polish] = [shared.forPage(), shared.forPage()];
  const [one, other] = await Promise.all([german.call(readFlight, flight(7)), polish.call(readFlight, flight(7))]);
  expect(other).toBe(one);
  expect(await shared.forPage().call(readFlight, flight(8))).not.toBe(one);
  expect(asked()).toBe(2);

  wait(900);
  const late = shared.forPage();
  expect(late.since_ms()).toBe(1900);
  expect(await late.call(readFlight, flight(7))).toBe(one);
  expect(late.since_ms()).toBe(1000);

  wait(100);
  expect(await shared.forPage().call(readFlight, flight(7))).not.toBe(one);
});

test('a reply from before a change is not used after it', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const answers = [promise, Promise.resolve('after')];
  const { shared } = build(() => answers.shift()!);
  const before = shared.forPage().call(readFlight, flight(7));
  shared.clear();
  const after = shared.forPage().call(readFlight, flight(7));
  resolve('before');
  expect(await before).toBe('before');
  expect(await after).toBe('after');
  expect(await shared.forPage().call(readFlight, flight(7))).toBe('after');
});

test('a refused call is made again', async () => {
  const answers = [Promise.reject(new Refusal('not_found')), Promise.resolve('there')];
  const { shared } = build(() => answers.shift()!);
  await expect(shared.forPage().call(readFlight, flight(7))).rejects.toThrow(Refusal);
  expect(await shared.forPage().call(readFlight, flight(7))).toBe('there');
});
