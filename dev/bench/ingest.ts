/** What the clocks' door takes in, every reading safe on the disk before it is answered. */

import type { Told } from './ingest-load.ts';
import { calm, measure } from './machine.ts';
import { headOf, raceOf } from './race.ts';
import type { Site } from './site.ts';
import { type Figure, type Report, written } from './table.ts';

export async function ingest(site: Site, quick: boolean, say: (line: string) => void): Promise<Report> {
  const seconds = quick ? 1 : 6;
  const birds = quick ? 9000 : 60_000;
  const followers = quick ? 1000 : 10_000;
  const rows: string[][] = [];
  const figures: Figure[] = [];
  const note = (key: string, says: string, told: Told, cores: string, bar: { rate?: number; p99?: number }) => {
    const rate = told.readings / told.seconds;
    rows.push([
      says,
      written(rate),
      written((100 * told.arrivals) / told.readings),
      written(told.p50),
      written(told.p99),
      written(told.max),
      cores,
    ]);
    figures.push(
      {
        key: `ingest/${key}`,
        says: `Ingest, ${says}`,
        value: rate,
        unit: 'readings/s',
        better: 'more',
        ...(bar.rate && { bar: bar.rate }),
      },
      {
        key: `ingest/${key}/p99`,
        says: `Ingest, ${says}: answer p99`,
        value: told.p99,
        unit: 'ms',
        better: 'less',
        ...(bar.p99 && { bar: bar.p99 }),
      },
    );
  };

  const server = await site.program('all', 'free');
  const load = await site.load();
  try {
    for (const [key, says, clocks, batch, bar] of [
      ['batches', '4 clocks, batches of 500', 4, 500, 10_000],
      ['singles', '16 clocks, one by one', 16, 1, 2500],
    ] as const) {
      say(says);
      const race = await raceOf(site, batch === 1 ? Math.ceil(birds / 3) : birds, clocks);
      await calm(quick ? 0 : 10_000);
      const end = measure({ server: server.pid, postgres: site.postgres });
      const told = await load.ingest({
        port: server.port,
        keys: race.keys,
        batch,
        seconds,
        release_ms: race.release_ms,
        chips: race.chips,
        boot: 'bench',
      });
      const { of, foreign } = end();
      note(key, says, told, coresOf(of, foreign, told.seconds), { rate: bar });
    }
    const says = `50/s one by one while ${written(followers)} watch`;
    say(says);
    const race = await raceOf(site, 2000);
    const { epoch, seq } = await headOf(site, race);
    await load.gather({
      port: server.port,
      count: followers,
      protocol: 'live',
      topic: race.topic,
      epoch,
      after: seq,
      together: 500,
    });
    const end = measure({ server: server.pid, postgres: site.postgres });
    const told = await load.ingest({
      port: server.port,
      keys: race.keys,
      batch: 1,
      seconds,
      release_ms: race.release_ms,
      chips: race.chips,
      boot: 'bench',
      per_second: 50,
    });
    const { of, foreign } = end();
    note('watched', says, told, coresOf(of, foreign, told.seconds), { p99: 250 });
  } finally {
    await load.stop();
    await server.stop();
  }
  return {
    figures,
    sheets: [
      {
        title: 'Ingest',
        notes: [
          'One process for everything, PostgreSQL with fsync and synchronous_commit on; an answer means that the readings are on the disk.',
          'Arrivals: the share of readings that became one (a chip of a basketed bird, read for the first time).',
        ],
        columns: ['', 'readings/s', 'arrivals %', 'answer p50 ms', 'p99', 'max', 'cores: server + PostgreSQL'],
        rows,
      },
    ],
  };
}

function coresOf(of: Record<string, number>, foreign: number, seconds: number): string {
  const cores = (name: string) => written(of[name]! / 1000 / seconds);
  return `${cores('server')} + ${cores('postgres')}${foreign > 0.12 ? ` †${written(foreign)}` : ''}`;
}
