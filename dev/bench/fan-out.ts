/**
 * One arrival to everybody who watches: the live hub against plain ws, socket.io and the bare loop, on the same frames.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pace } from './clocks.ts';
import { timesOf } from './figures.ts';
import type { Gathered, Protocol, Shot } from './followers.ts';
import { calm, measure, residentSet, type Spent } from './machine.ts';
import { bringHome, commitsOf, headOf, type Race, raceOf } from './race.ts';
import type { Load, Server, Site } from './site.ts';
import { type Figure, type Report, type Sheet, written } from './table.ts';

interface Contender {
  name: string;
  key: string;
  protocol: Protocol;
  /** Where followers go; the process whose time and memory count. */
  open(): Promise<{ sockets: Server; clocks: Server }>;
}

interface Cell {
  shot: Shot;
  spent: Spent;
  /** From commit (the product) or the order to pass on (a rival) to the last follower, per arrival. */
  last: ReturnType<typeof timesOf>;
}

interface Row {
  contender: Contender;
  gathered: Gathered;
  kb_per_socket: number;
  cells: Record<string, Cell>;
  back?: Gathered;
}

/** The paces that everybody runs, in this order, with the seconds of a full run. */
const paces = {
  'one at a time': { in_flight: 1, seconds: 4 },
  '8 in flight': { in_flight: 8, seconds: 4 },
  '1/s': { per_second: 1, burst: 1, seconds: 5 },
  '10/s': { per_second: 10, burst: 1, seconds: 5 },
  '50/s': { per_second: 50, burst: 1, seconds: 6 },
  'bursts of 50': { per_second: 25, burst: 50, seconds: 5 },
} as const;

const inFlight = ['one at a time', '8 in flight'] as const;
const rates = ['1/s', '10/s', '50/s', 'bursts of 50'] as const;

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
    await sleep(1500);
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
    await sleep(quick ? 1000 : 3000);
    const row: Row = {
      contender,
      gathered,
      kb_per_socket: (residentSet(sockets.pid) - before) / 1024 / size,
      cells: {},
    };
    for (const [name, pace] of Object.entries(paces)) {
      const seconds = quick ? pace.seconds / 4 : size < 10_000 ? pace.seconds / 2 : pace.seconds;
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

/** Who cannot keep up with a rate is given two seconds of it: what is measured then is how far he falls behind. */
function limited(row: Row, size: number, pace: Pace): Pace {
  const alone = row.cells['8 in flight'];
  if (!alone || !('per_second' in pace)) return pace;
  const sustained = alone.shot.deliveries / alone.shot.seconds / size;
  return pace.per_second > sustained ? { ...pace, seconds: 2 } : pace;
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
  const end = measure({ server: sockets.pid, load: load.pid, postgres: site.postgres() });
  const birds = race.next(4000);
  const shot = await load.shoot({
    port: clocks.port,
    keys: product ? race.keys : [],
    release_ms: race.release_ms,
    topic: race.topic,
    birds,
    most: birds.length,
    pace,
    patience_ms: 40_000,
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

/** Every line breaks, birds come home meanwhile, and everybody comes back for what was missed. */
async function comeBack(race: Race, load: Load, clocks: Server): Promise<Gathered> {
  await load.scatter();
  await bringHome(race, clocks.port, 20);
  await sleep(700);
  return load.back();
}

// -- what is said ----------------------------------------------------------------------------------------------------

const perCore = ({ shot, spent }: Cell) => shot.deliveries / (spent.of.server! / 1000);
const perLoadCore = ({ shot, spent }: Cell) => shot.reads / (spent.of.load! / 1000);

function sheetsOf(size: number, rows: readonly Row[]): Sheet[] {
  const foreign = Math.max(...rows.flatMap((row) => Object.values(row.cells).map((cell) => cell.spent.foreign)));
  const wrong = rows.flatMap((row) =>
    Object.entries(row.cells).flatMap(([name, { shot }]) =>
      shot.lost || shot.doubled || shot.complete < shot.arrivals
        ? [
            `${row.contender.name}, ${name}: ${shot.arrivals - shot.complete} arrivals not at everybody, ${shot.lost} lost, ${shot.doubled} twice`,
          ]
        : [],
    ),
  );
  const ceiling = rows.at(-1)!.cells['one at a time']!;
  return [
    {
      title: `Fan-out to ${written(size)} followers: cost`,
      notes: [
        'Deliveries (one arrival at one socket) per second and core of the process that holds the sockets; the load’s own ceiling is ' +
          `${written(perLoadCore(ceiling) / 1000)} k frames/s on its core.`,
        'Loftline’s arrivals are readings that go through the ledger; a rival gets the finished frame by HTTP and passes it on.',
        `Strangers on the machine took up to ${written(foreign)} cores.`,
        ...wrong,
      ],
      columns: [
        '',
        ...inFlight.map((name) => `${name}, k/s/core`),
        'frames/arrival at 8',
        'kB/idle socket',
        'connect ms',
      ],
      rows: rows.map((row) => [
        row.contender.name,
        ...inFlight.map((name) => written(perCore(row.cells[name]!) / 1000)),
        written(row.cells['8 in flight']!.shot.reads / row.cells['8 in flight']!.shot.deliveries),
        written(row.kb_per_socket),
        written(row.gathered.ms),
      ]),
    },
    {
      title: `Fan-out to ${written(size)} followers: how long until the last one has it`,
      notes: [
        'p50 / p99 / max ms from commit (Loftline) or from the order to pass on (rivals) to the last follower, and the share of a core it takes.',
        '“behind”: it cannot sustain the rate; two seconds of it were sent, and the time is how long the queue grew.',
      ],
      columns: ['', ...rates],
      rows: rows.map((row) => [
        row.contender.name,
        ...rates.map((name) => latency(row.cells[name]!, behind(row, name, size))),
      ]),
    },
  ];
}

function latency({ last, spent, shot }: Cell, isBehind: boolean): string {
  const cores = spent.of.server! / 1000 / spent.seconds;
  const marks = [
    isBehind ? 'behind' : '',
    shot.complete < shot.arrivals ? 'LOST' : '',
    spent.foreign > 0.12 ? `†${written(spent.foreign)}` : '',
  ];
  return [
    `${written(last.p50)} / ${written(last.p99)} / ${written(last.max)}`,
    `(${written(cores)})`,
    ...marks.filter(Boolean),
  ].join(' ');
}

function behind(row: Row, rate: (typeof rates)[number], size: number): boolean {
  const pace = paces[rate];
  return limited(row, size, { ...pace, seconds: 99 }).seconds !== 99;
}

function figuresOf(size: number, rows: readonly Row[]): Figure[] {
  const of = (key: string) => rows.find((row) => row.contender.key === key)!;
  const [apart, one, ws, sio] = [of('apart'), of('one'), of('ws'), of('socket.io')];
  // With few followers the fixed costs weigh more: a server's first megabytes are nobody's socket.
  const judged = size === 10_000;
  const figures: Figure[] = [];
  const add = (key: string, says: string, value: number, unit: string, better: 'more' | 'less', bar?: number) =>
    figures.push({
      key: `fan-out/${size}/${key}`,
      says: `${written(size)} followers: ${says}`,
      value,
      unit,
      better,
      ...(bar !== undefined && judged ? { bar } : {}),
    });
  for (const row of rows) {
    for (const name of inFlight)
      add(
        `${row.contender.key}/${name}`,
        `${row.contender.name}, ${name}`,
        perCore(row.cells[name]!) / 1000,
        'k/s/core',
        'more',
      );
    for (const name of rates)
      add(
        `${row.contender.key}/${name}/p99`,
        `${row.contender.name}, last follower at ${name}, p99`,
        row.cells[name]!.last.p99,
        'ms',
        'less',
      );
  }
  const ratio = (name: string, other: Row) => perCore(apart.cells[name]!) / perCore(other.cells[name]!);
  add('8/socket.io', '8 in flight, times socket.io', ratio('8 in flight', sio), '×', 'more', 10);
  add('8/ws', '8 in flight, times plain ws', ratio('8 in flight', ws), '×', 'more', 6);
  add('1/socket.io', 'one at a time, times socket.io', ratio('one at a time', sio), '×', 'more', 1.9);
  add('1/ws', 'one at a time, times plain ws', ratio('one at a time', ws), '×', 'more', 1.15);
  add('apart/last', 'commit to the last at 50/s, sockets apart, p99', apart.cells['50/s']!.last.p99, 'ms', 'less', 200);
  add('one/last', 'commit to the last at 50/s, one process, p99', one.cells['50/s']!.last.p99, 'ms', 'less', 400);
  add('kb', 'memory per idle socket', apart.kb_per_socket, 'kB', 'less', 7);
  add(
    'kb/socket.io',
    'memory per idle socket against socket.io',
    apart.kb_per_socket / sio.kb_per_socket,
    '×',
    'less',
    0.45,
  );
  add('connect', 'connected and live', apart.gathered.ms, 'ms', 'less');
  add('back', 'reconnected and live again', apart.back!.ms, 'ms', 'less', 1500);
  add(
    'back/lost',
    'missing or twice after the reconnect',
    apart.back!.lost + apart.back!.doubled + apart.back!.behind,
    'rows',
    'less',
    0,
  );
  add('answer', 'answer to a clock at 50/s, one process, p99', one.cells['50/s']!.shot.answers.p99, 'ms', 'less', 250);
  return figures;
}
