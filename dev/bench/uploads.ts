/** Whether uploads slow down the clocks: single readings alone, and while ten people upload pictures. */
import sharp from 'sharp';
import { buildPerson } from '#testing/builders.ts';
import { calm, measure } from './machine.ts';
import { raceOf } from './race.ts';
import type { Site } from './site.ts';
import { type Figure, type Report, written } from './table.ts';

const people = 10;

export async function uploads(site: Site, quick: boolean, say: (line: string) => void): Promise<Report> {
  const seconds = quick ? 2 : 20;
  const rows: string[][] = [];
  const figures: Figure[] = [];
  const body = JSON.stringify([`data:image/jpeg;base64,${(await grainy()).toString('base64')}`]);
  const server = await site.program('all', 'free');
  const load = await site.load();
  try {
    for (const [key, says, uploading] of [
      ['without', '50/s one by one', 0],
      ['with', `50/s one by one while ${people} people upload`, people],
    ] as const) {
      say(says);
      const race = await raceOf(site, 60 * seconds);
      const keys = await merchantsOf(site, race.loft.id, uploading);
      await calm(quick ? 0 : 10_000);
      const over = new AbortController();
      const end = measure({ server: server.pid, postgres: site.postgres });
      const url = `http://127.0.0.1:${server.port}/api/lofts/${race.loft.id}/files`;
      const uploaded = Promise.all(keys.map((headers) => uploadOn({ url, headers, body }, over.signal)));
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
      over.abort();
      const pictures = (await uploaded).reduce((sum, count) => sum + count, 0);
      const cores = (name: string) => written(of[name]! / 1000 / ingested.seconds);
      const strangers = foreign > 0.12 ? ` †${written(foreign)}` : '';
      rows.push([
        says,
        written(ingested.readings / ingested.seconds),
        written(pictures / ingested.seconds),
        written(ingested.p50),
        written(ingested.p99),
        written(ingested.max),
        `${cores('server')} + ${cores('postgres')}${strangers}`,
      ]);
      figures.push({
        key: `uploads/${key}/p99`,
        says: `Uploads, ${says}: answer p99`,
        value: ingested.p99,
        unit: 'ms',
        better: 'less',
        ...(uploading && { bar: 250 }),
      });
    }
  } finally {
    await load.stop();
    await server.stop();
  }
  return {
    figures,
    sheets: [
      {
        title: 'Uploads beside clocks',
        notes: [
          `Pictures of ${written(body.length / 2 ** 20)} MB as they are sent, each person the next one as soon as one is kept; the server makes three sizes of each.`,
        ],
        columns: ['', 'readings/s', 'pictures/s', 'answer p50 ms', 'p99', 'max', 'cores: server + PostgreSQL'],
        rows,
      },
    ],
  };
}

/** A picture as browsers send it: scaled down, a JPEG of the best quality, with the noise of a phone's camera. */
export function grainy(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  return sharp({ create: { width: 2048, height: 1536, channels: 3, background: '#808080', noise } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** The headers of people who may upload for a loft. */
async function merchantsOf({ connection: { db } }: Site, loft_id: number, count: number): Promise<HeadersInit[]> {
  const headers: HeadersInit[] = [];
  for (let i = 0; i < count; i++) {
    const entries = [{ loft_id, entry: { is_merchant: true } }];
    headers.push({ ...(await buildPerson(db, { entries })).headers, 'content-type': 'application/json' });
  }
  return headers;
}

interface Upload {
  url: string;
  headers: HeadersInit;
  body: string;
}

/** Uploads the same picture until the signal. @returns how many were stored */
async function uploadOn({ url, headers, body }: Upload, over: AbortSignal): Promise<number> {
  for (let stored = 0; ; stored++) {
    try {
      const answer = await fetch(url, { method: 'POST', headers, body, signal: over });
      if (!answer.ok) throw new Error(`an upload was answered ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    } catch (error) {
      if (over.aborted) return stored;
      throw error;
    }
  }
}
