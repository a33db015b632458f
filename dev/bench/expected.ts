/** How long the expected times of a large race take, which are worked out anew after its arrivals. */
import { expectedBird, placeScore } from '#domain/arrivals/expected-bird.ts';
import { expectedTimes, likelyField } from '#domain/arrivals/expected-times.ts';
import { cpuTime } from './machine.ts';
import type { Site } from './site.ts';
import { type Figure, type Report, written } from './table.ts';

/** As many as a large race has birds. */
const most_birds = 6800;

export async function expected(_site: Site, quick: boolean, say: (line: string) => void): Promise<Report> {
  const basketed = quick ? 500 : most_birds;
  const times = quick ? 5 : 40;
  say(`a race of ${written(basketed)} birds`);
  const release_ms = Date.parse('2026-06-06T06:00:00Z');
  const hour = 3_600_000;
  const earlier = Array.from({ length: 12 }, (_, at) => ({
    kind: 'hot_spot',
    release_ms: release_ms - at * 7 * 24 * hour,
    distance_m: 400_000,
    first_speed: 1200 + 20 * at,
    shape: { width: 0.2, rise: 2.5, tail: 0.9, lost: 0.1 },
  }));
  const flight = {
    kind: 'hot_spot',
    release_ms,
    distance_m: 400_000,
    earlier,
    estimated_speed: null,
    basketed,
    rests: [],
    closes_ms: release_ms + 14 * hour,
    closing_count: null,
  };
  const field = Array.from({ length: basketed }, (_, at) => {
    const share = (at + 0.5) / basketed;
    return release_ms + 5 * hour * Math.exp(0.2 * (share / (1 - share)) ** 0.4);
  });
  const likely = likelyField(earlier);
  const figures: Figure[] = [];
  const wind = Array.from({ length: 14 }, (_, at) => ({ from_ms: release_ms + at * hour, tail: at % 5, cross: 2 }));
  const counts = [0, 1, ...[0.1, 0.5, 0.9].map((share) => Math.floor(share * basketed))];
  const rows = counts.map((count) => {
    const home = field.slice(0, count);
    const once = () => {
      const found = expectedTimes({ ...flight, wind }, { times_ms: home, now_ms: home.at(-1) ?? release_ms }, likely);
      // A window for each bird that is out.
      if (found?.out)
        for (let bird = home.length; bird < basketed; bird += 1)
          expectedBird(found.out, { flights: bird % 8, score: placeScore(1 + (bird % 400), 400) });
    };
    for (let warm = 0; warm < 5; warm += 1) once();
    const share = Math.round((count / basketed) * 100);
    const home_says = count === 0 ? 'nobody home, with a forecast of the wind' : `${share} % home`;
    const before = cpuTime(process.pid);
    for (let n = 0; n < times; n += 1) once();
    const took_ms = (cpuTime(process.pid) - before) / times;
    figures.push({
      key: `expected/${count === 0 ? 'before' : share}`,
      says: `Expected times: ${written(basketed)} birds, ${home_says}, CPU`,
      value: took_ms,
      unit: 'ms',
      better: 'less',
      bar: 10,
    });
    return [home_says, written(took_ms)];
  });
  return {
    sheets: [
      {
        title: `Expected times of a race of ${written(basketed)} birds, worked out anew after an arrival`,
        notes: ['The windows of the flight and one for each bird that is out. CPU time, ms.'],
        columns: ['', 'ms'],
        rows,
      },
    ],
    figures,
  };
}
