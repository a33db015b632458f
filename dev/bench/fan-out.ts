/**
 * Broadcasts an arrival to all followers: the live hub against plain ws, socket.io and a bare loop, on the same frames.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pace } from './clocks.ts';
import {
  type Cell,
  type Contender,
  figuresOf,
  inFlight,
  limited,
  paces,
  perCore,
  type Row,
  sheetsOf,
} from './fan-out-report.ts';
import { timesOf } from './figures.ts';
import { calm, measure, residentSet } from './machine.ts';
import type { Gathered } from './orders.ts';
import { bringHome, commitsOf, headOf, type Race, raceOf } from './race.ts';
import type { Load, Server, Site } from './site.ts';
import { type Report, written } from './table.ts';

export async function fanOut(site: Site, quick: boolean, say: (line: string) => void): Promise<Report> {
  const report: Report = { sheets: [], figures: [] };
  for (const size of quick ? [1000] : [1000, 10_000]) {
    const race = await raceOf(site, quick ? 12_000 : 30_000);
    const rows: Row[] = [];
    for (const contender of contenders(site)) {
      const row = await run(site, race, contender, size, quick);
      rows.push(row);
      const [alone, together] = inFlight.map((name) => written(perCore(row.cells[name]!) / 1000));
      const slow = written(row.cells['50/s']!.last.p99);
      say(
        `${written(size)} followers, ${contender.name}: ${alone} and ${together} k/s/core, ${written(row.kb_per_socket)} kB, ${slow} ms at 50/s`,
      );
    }
    report.sheets.push(...sheetsOf(size, rows));
    report.figures.push(...figuresOf(size, rows));
  }
  return report;
}

function contenders(site: Site): Contender[] {
  const rival = (kind: 'ws' | 'socket.io' | 'raw', name: string): Contender => ({
    name,
    key: kind,
    protocol: kind === 'socket.io' ? 'socket.io' : 'ws',
    async open() {
      const server = await site.rival(kind);
      return { sockets: server, clocks: server };
    },
  });
  return [
    {
      name: 'Loftline, sockets apart',
      key: 'apart',
      protocol: 'live',
      open: async () => ({ clocks: await site.program('web', 'free'), sockets: await site.program('live') }),
    },
    {
      name: 'Loftline, one process',
      key: 'one',
      protocol: 'live',
      async open() {
        const server = await site.program('all');
        return { sockets: server, clocks: server };
      },
    },
    rival('ws', 'ws, a string per socket'),
    rival('socket.io', 'socket.io, a room'),
    rival('raw', 'bare loop, a finished frame'),
  ];
}

async function run(site: Site, race: Race, contender: Contender, size: number, quick: boolean): Promise<Row> {
  const { sockets, clocks } = await contender.open();
  const load = await site.load();
  try {
    await sleep(quick ? 500 : 1500);
    const before = residentSet(sockets.pid);
    await calm(quick ? 0 : 15_000);
    const { epoch, seq } = await headOf(site, race);
    const gathered = await load.gather({
      port: sockets.port,
      count: size,
      protocol: contender.protocol,
      topic: race.topic,
      epoch,
      after: seq,
      together: 500,
    });
    await sleep(quick ? 300 : 3000);
    const row: Row = {
      contender,
      gathered,
      kb_per_socket: (residentSet(sockets.pid) - before) / 1024 / size,
      cells: {},
    };
    for (const [name, pace] of Object.entries(paces)) {
      const seconds = quick ? pace.seconds / 8 : size < 10_000 ? pace.seconds / 2 : pace.seconds;
      const cell = await shoot(
        site,
        race,
        contender,
        load,
        sockets,
        clocks,
        limited(row, size, { ...pace, seconds }),
        quick,
      );
      row.cells[name] = cell;
    }
    if (contender.protocol === 'live') row.back = await comeBack(race, load, clocks);
    return row;
  } finally {
    await load.stop();
    await sockets.stop();
    await clocks.stop();
  }
}

async function shoot(
  site: Site,
  race: Race,
  contender: Contender,
  load: Load,
  sockets: Server,
  clocks: Server,
  pace: Pace,
  quick: boolean,
): Promise<Cell> {
  await calm(quick ? 0 : 2000);
  const product = contender.protocol === 'live';
  const end = measure({ server: sockets.pid, load: load.pid, postgres: site.postgres });
  const birds = race.next(4000);
  const shot = await load.shoot({
    port: clocks.port,
    keys: product ? race.keys : [],
    release_ms: race.release_ms,
    topic: race.topic,
    birds,
    most: birds.length,
    pace,
    timeout_ms: 40_000,
  });
  const spent = end();
  let since = new Map(shot.last.map(([pigeon_id, sent]) => [pigeon_id, sent]));
  if (product) {
    race.home(shot.arrivals);
    since = await commitsOf(site, race, [...since.keys()]);
  }
  const last = timesOf(shot.last.filter(([, , at]) => at > 0).map(([pigeon_id, , at]) => at - since.get(pigeon_id)!));
  return { shot, spent, last };
}

/** All connections break, birds arrive meanwhile, and all followers reconnect and catch up. */
async function comeBack(race: Race, load: Load, clocks: Server): Promise<Gathered> {
  await load.scatter();
  await bringHome(race, clocks.port, 20);
  await sleep(700);
  return load.back();
}
