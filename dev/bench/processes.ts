/**
 * A single process, a supervisor with one worker, and one with two workers and the sockets apart: all run at the same
 * time and are measured in alternation, so that other load on the machine affects all of them alike.
 */
import { calm, family, measure, residentSet } from './machine.ts';
import { bringHome, headOf, raceOf } from './race.ts';
import type { Load, Server, Site } from './site.ts';
import { type Figure, type Report, written } from './table.ts';

const contenders = [
  { key: 'alone', says: 'one process alone', PROCESSES: '0' },
  { key: 'one', says: 'supervisor, one worker', PROCESSES: '1' },
  { key: 'two', says: 'supervisor, two workers, sockets apart', PROCESSES: '2' },
] as const;

/** The work of a contender in all rounds, and the CPU time of all its processes for it, ms. */
interface Work {
  done: number;
  seconds: number;
  cpu_ms: number;
  p99: number[];
}

interface Row {
  says: string;
  key: string;
  server: Server;
  pages: Work;
  anew: Work;
  ingest: Work;
  /** Sockets accepted, and the time until the last of them was live, ms. */
  sockets: Work;
  mb: number;
}

const work = (): Work => ({ done: 0, seconds: 0, cpu_ms: 0, p99: [] });
const perCore = ({ done, cpu_ms }: Work) => done / (cpu_ms / 1000);
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export async function processes(site: Site, quick: boolean, say: (line: string) => void): Promise<Report> {
  const rounds = quick ? 1 : 4;
  const ms = quick ? 500 : 3000;
  const followers = quick ? 1000 : 10_000;
  const rows: Row[] = [];
  const load = await site.load();
  try {
    for (const { key, says, PROCESSES } of contenders) {
      const server = await site.program('all', 'free', { PROCESSES, SOCKETS_PER_ADDRESS: '100000' });
      rows.push({ key, says, server, pages: work(), anew: work(), ingest: work(), sockets: work(), mb: 0 });
    }
    const race = await raceOf(site, 3000, 1);
    await bringHome(race, rows[0]!.server.port, 1500);
    for (let round = 0; round < rounds; round += 1)
      for (const row of rows) {
        say(`round ${round + 1} of ${rounds}: ${row.says}`);
        await calm(quick ? 0 : 5000);
        await askPages(load, row, row.pages, race.path, 32, ms);
        await askPages(load, row, row.anew, `${race.path}?n={n}`, 8, ms);
        await measureIngest(site, load, row, ms, `${row.key}-${round}`);
        await follow(site, load, row, followers);
        row.mb = family(row.server.pid).reduce((sum, pid) => sum + residentSet(pid), 0) / 2 ** 20;
      }
  } finally {
    await load.stop();
    for (const { server } of rows) await server.stop();
  }
  const [alone, one] = rows as [Row, Row, Row];
  const against = (name: 'pages' | 'anew' | 'ingest', says: string): Figure => ({
    key: `processes/${name}`,
    says: `Under a supervisor against alone, per core: ${says}`,
    value: perCore(one[name]) / perCore(alone[name]),
    unit: '×',
    better: 'more',
    // The difference between two runs of the same program.
    bar: 0.95,
  });
  return {
    figures: [
      against('pages', 'pages kept'),
      against('anew', 'pages made anew'),
      against('ingest', 'readings one by one'),
    ],
    sheets: [
      {
        title: 'Processes',
        notes: [
          'All three run at the same time and are asked in turn; each second of CPU of all their processes counts, the supervisor’s too, PostgreSQL’s not.',
          `Sockets: ${written(followers)} that come at once, until the last one follows; of two workers one hands them over to the other.`,
        ],
        columns: [
          '',
          'pages kept/s/core',
          'p99 ms',
          'pages anew/s/core',
          'p99 ms',
          'readings/s/core',
          'p99 ms',
          'sockets/s/core',
          'all there after ms',
          'MB',
        ],
        rows: rows.map(({ says, pages, anew, ingest, sockets, mb }) => [
          says,
          ...[pages, anew, ingest].flatMap((one) => [written(perCore(one)), written(median(one.p99))]),
          written(perCore(sockets)),
          written(median(sockets.p99)),
          written(mb),
        ]),
      },
    ],
  };
}

/** Runs `act`, and measures the CPU time of all processes of a server for it. */
async function spent<T>({ server }: Row, act: () => Promise<T>): Promise<[T, number]> {
  const end = measure({ server: () => family(server.pid) });
  const answer = await act();
  return [answer, end().of.server!];
}

async function askPages(load: Load, row: Row, to: Work, path: string, connections: number, ms: number): Promise<void> {
  const requests = { port: row.server.port, path, connections, ms };
  await load.ask({ ...requests, ms: ms / 3 });
  const [asked, cpu_ms] = await spent(row, () => load.ask(requests));
  if (asked.refused) throw new Error(`${asked.refused} of ${asked.answers} pages were refused`);
  to.done += asked.answers;
  to.seconds += asked.seconds;
  to.cpu_ms += cpu_ms;
  to.p99.push(asked.p99);
}

async function measureIngest(site: Site, load: Load, row: Row, ms: number, boot: string): Promise<void> {
  const race = await raceOf(site, 10_000, 16);
  const ingest_order = {
    port: row.server.port,
    keys: race.keys,
    batch: 1,
    release_ms: race.release_ms,
    chips: race.chips,
  };
  const [ingested, cpu_ms] = await spent(row, () => load.ingest({ ...ingest_order, seconds: ms / 1000, boot }));
  row.ingest.done += ingested.readings;
  row.ingest.seconds += ingested.seconds;
  row.ingest.cpu_ms += cpu_ms;
  row.ingest.p99.push(ingested.p99);
}

async function follow(site: Site, load: Load, row: Row, count: number): Promise<void> {
  const race = await raceOf(site, 100);
  const { epoch, seq } = await headOf(site, race);
  const gathering = { port: row.server.port, count, protocol: 'live' as const, topic: race.topic, epoch, after: seq };
  const [gathered, cpu_ms] = await spent(row, () => load.gather({ ...gathering, together: 500 }));
  await load.scatter();
  row.sockets.done += count;
  row.sockets.cpu_ms += cpu_ms;
  row.sockets.p99.push(gathered.ms);
}
