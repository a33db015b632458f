/** The rate at which readings are taken in; the reply means that a reading is on the disk. */

import type { Ingested } from './ingest-load.ts';
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
  const note = (key: string, says: string, ingested: Ingested, cores: string, bar: { rate?: number; p99?: number }) => {
    const rate = ingested.readings / ingested.seconds;
    rows.push([
      says,
      written(rate),
      written((100 * ingested.arrivals) / ingested.readings),
      written(ingested.p50),
      written(ingested.p99),
      written(ingested.max),
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
        value: ingested.p99,
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
      const ingested = await load.ingest({
        port: server.port,
        keys: race.keys,
        batch,
        seconds,
        release_ms: race.release_ms,
        chips: race.chips,
        boot: 'bench',
      });
      const { of, foreign } = end();
      note(key, says, ingested, coresOf(of, foreign, ingested.seconds), { rate: bar });
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
    const ingested = await load.ingest({
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
    note('watched', says, ingested, coresOf(of, foreign, ingested.seconds), { p99: 250 });
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
