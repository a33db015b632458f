/** How long an operator waits for what a ruling changes, for its making, and a reader for “why this place?”. */
import { setTimeout as sleep } from 'node:timers/promises';
import { maxBatch } from '#domain/arrivals/contract.ts';
import { clockOf } from '#domain/day.ts';
import type { RulingKind } from '#domain/rulings/ruling.ts';
import { readingOf } from '#testing/builders.ts';
import { buildFinal } from '#testing/finals.ts';
import { calm, measure } from './machine.ts';
import { settleDatabase } from './race.ts';
import type { Site } from './site.ts';
import { type Figure, type Report, written } from './table.ts';

/** The last ones stay out: one comes home by a ruling. */
const out = 10;

export async function rulings(site: Site, quick: boolean, say: (line: string) => void): Promise<Report> {
  const birds = quick ? 500 : 6000;
  const times = quick ? 5 : 40;
  const rows: string[][] = [];
  const figures: Figure[] = [];
  const figure = (key: string, says: string, value: number, bar: number) =>
    figures.push({ key: `rulings/${key}`, says: `Rulings: ${says}`, value, unit: 'ms', better: 'less', bar });
  say(`a final of ${written(birds)}`);
  const release_ms = Math.floor(Date.now() / 3_600_000 - 9) * 3_600_000;
  const release_time = new Date(release_ms).toISOString();
  const { race, flight_id, marta, ines, ringOf } = await buildFinal(site.connection.db, { birds, release_time });
  await settleDatabase(site);
  const server = await site.program('all', 'free');
  const home = `http://127.0.0.1:${server.port}`;
  const call = async (path: string, headers: Record<string, string>, body?: object) => {
    const type = { 'content-type': 'application/json' };
    const answer = await fetch(`${home}${path}`, {
      headers: { ...headers, ...(body && type) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  try {
    for (let from = 0; from < birds - out; from += maxBatch) {
      const some = Array.from({ length: Math.min(maxBatch, birds - out - from) }, (_, at) => from + at);
      // A bird each 600 ms, from five hours after the release on.
      const readings = some.map((bird) => readingOf(race, bird, 300 + bird / 100, { sequence: bird + 1 }));
      await call('/api/devices/readings', { authorization: `Bearer ${race.key}` }, { readings });
    }
    await settleDatabase(site);
    const url = `/api/admin/seasons/${race.season_id}/flights/${flight_id}/rulings`;
    const moment = (minutes: number) => clockOf(release_ms + minutes * 60_000, race.loft.time_zone);
    const ringsOf = (some: number) => Array.from({ length: some }, (_, at) => ringOf(at * 20)).join('\n');
    const kinds: [kind: RulingKind, says: string, ruling: object][] = [
      ['disqualified', 'a bird is disqualified', { ring: ringOf(3) }],
      ['manual', 'a bird came home unread', { ring: ringOf(birds - 1), ...moment(305) }],
      ['void', 'a reading is withdrawn', { number: 10 }],
      ['distance', 'another distance', { distance: 401.5 }],
      ['release_group', 'a later group of 200', { group: 2, time: moment(8).time, rings: ringsOf(200) }],
      ['closing', 'a closing at the middle bird', moment(300 + birds / 200)],
      ['release', 'a release a minute earlier', moment(-1)],
      ['offset', 'an offset of the clock that read all', { device_id: race.device.device_id, offset_ms: -2300 }],
    ];
    const measured = async (what: string, once: (n: number) => Promise<unknown>) => {
      say(what);
      for (let n = 0; n < times; n += 1) await once(n);
      await calm(quick ? 0 : 5000);
      const end = measure({ server: server.pid, postgres: site.postgres });
      const waits: number[] = [];
      for (let n = 0; n < times; n += 1) {
        const since = performance.now();
        await once(n);
        waits.push(performance.now() - since);
        await sleep(5);
      }
      const { of, foreign } = end();
      waits.sort((a, b) => a - b);
      const [p50, p95] = [0.5, 0.95].map((share) => waits[Math.floor(waits.length * share)]!) as [number, number];
      const cpu = [of.server!, of.postgres!].map((ms) => written(ms / times)).join(' + ');
      rows.push([what, written(p50), written(p95), cpu, foreign > 0.12 ? `†${written(foreign)}` : '']);
      return p95;
    };
    for (const [kind, says, ruling] of kinds) {
      const body = { ruling: { kind, ...ruling } };
      const p95 = await measured(says, () => call(`${url}/effect`, marta.headers, body));
      figure(`effect/${kind}`, `before → after of ${birds.toLocaleString('en')}, ${says}, p95`, p95, 100);
    }
    const place = (n: number) => `/api/lofts/${race.loft.id}/flights/${flight_id}/places/${race.pigeon_ids[n * 10]}`;
    const why = await measured('“why this place?”', (n) => call(place(n), {}));
    figure('why', `“why this place?” among ${birds.toLocaleString('en')}, p95`, why, 50);
    for (const [kind, says, ruling] of kinds.slice(-2).toReversed()) {
      say(`${says}, made`);
      const wanted = { kind, ...ruling };
      const seen = await call(`${url}/effect`, marta.headers, { ruling: wanted });
      const since = performance.now();
      const made = await call(url, marta.headers, { ruling: wanted, reason: 'Bench', seen: seen.effect.fingerprint });
      if (made.state === 'prepared')
        await call(`${url}/${made.n}/signature`, ines.headers, { seen: seen.effect.fingerprint });
      const took = performance.now() - since;
      rows.push([`${says}, made`, written(took), '', '', '']);
      figure(`made/${kind}`, `${says}, prepared and made over ${birds.toLocaleString('en')}`, took, 2000);
    }
  } finally {
    await server.stop();
  }
  return {
    figures,
    sheets: [
      {
        title: `Rulings on a final of ${birds.toLocaleString('en')} birds`,
        notes: [
          `All but ${out} birds home, read by one clock. From the request to the whole answer, one at a time, after as many to warm up; what is made is prepared and carried out together. Prizes for the first three.`,
          '† cores that other work of the machine took meanwhile.',
        ],
        columns: ['', 'p50 ms', 'p95 ms', 'server + PostgreSQL ms', ''],
        rows,
      },
    ],
  };
}
