import { expect, test } from 'vitest';
import { outLevels } from '#domain/arrivals/expected-bird.ts';
import type { Expectation } from '#domain/arrivals/expected-contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { show } from '#testing/show.tsx';
import { ExpectedTimes } from './ExpectedTimes.tsx';

const at = (time: string) => Date.parse(`2026-09-12T${time}Z`);
const flight = {
  release_time: '2026-09-12T06:15:00Z',
  replay_factor: null,
  estimated_average_speed: null,
} as Flight;
const loft = { time_zone: 'Europe/Lisbon' } as Loft;
const window = (from: string, to: string) => ({ from_ms: at(from), to_ms: at(to) });
const known: Expectation = {
  times: {
    home: 1200,
    basketed: 6834,
    first: null,
    next: { ...window('12:40:00', '12:52:00'), home: 1368 },
    half: window('13:28:00', '13:44:00'),
    last: { from_ms: at('18:00:00'), to_ms: at('18:00:00') + 14 * 3_600_000 },
    out: { times_ms: outLevels.map((level) => at('12:30:00') + level * 4 * 3_600_000), turn: 0.2, comes: 0.9 },
  },
  made_from: 'birds',
  wind: null,
  earlier_flights: 5,
  too_few: false,
};

test('each window is said by the clocks of the loft, with the weekday where it is not today', async () => {
  const { container, t } = await show(
    <ExpectedTimes flight={flight} loft={loft} read_at="2026-09-12T12:30:00Z" expected={known} />,
  );
  const text = container.textContent!.replace(/\s+/g, ' ');
  expect(text).toContain(`${t('expected.next', { share: '20%', n: '1,368' })} 13:40–13:52`);
  expect(text).toContain(`${t('before_release.half')} 14:28–14:44`);
  expect(text).toContain('19:00–Sun 09:00');
  expect(text).not.toContain(t('before_release.first'));
  expect(text).toContain(t('expected.from_birds', { n: '1,200' }));
  // 0.9 of those out come, and of them nine of ten by then.
  expect(text).toContain(t('expected.of_ten', { time: '17:10', n: '8' }));
});

test('with too few flights of the loft it says that it does not know yet, and how many that takes', async () => {
  const unknown: Expectation = { times: null, made_from: null, wind: null, earlier_flights: 1, too_few: true };
  const { container, t } = await show(
    <ExpectedTimes flight={flight} loft={loft} read_at="2026-09-12T04:00:00Z" expected={unknown} />,
  );
  expect(container.textContent).toContain(t('expected.too_few', { n: '1', least: '3' }));
  expect(container.querySelector('dd')).toBeNull();
});

test('where nothing is said, there is no panel', async () => {
  const silent: Expectation = { times: null, made_from: null, wind: null, earlier_flights: 5, too_few: false };
  const { container } = await show(
    <ExpectedTimes flight={flight} loft={loft} read_at="2026-09-12T04:00:00Z" expected={silent} />,
  );
  expect(container.querySelector('section')).toBeNull();
});

test('it says that the forecast of the wind is counted in, and that the weather of the demo is invented', async () => {
  const textWith = async (wind: Expectation['wind']) => {
    const expected: Expectation = { ...known, made_from: 'earlier', wind };
    const shown = await show(
      <ExpectedTimes flight={flight} loft={loft} read_at="2026-09-12T12:30:00Z" expected={expected} />,
    );
    return { text: shown.container.textContent!, t: shown.t };
  };
  const { text, t } = await textWith('windy');
  expect(text).toContain(t('expected.with_wind'));
  expect(text).not.toContain(t('flight_map.invented'));
  expect((await textWith('invented')).text).toContain(t('flight_map.invented'));
  expect((await textWith(null)).text).not.toContain(t('expected.with_wind'));
});
