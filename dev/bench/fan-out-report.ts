/** The report of the fan-out: its measurements as tables and figures. */
import type { Pace } from './clocks.ts';
import type { timesOf } from './figures.ts';
import type { Spent } from './machine.ts';
import type { Gathered, Protocol, Shot } from './orders.ts';
import type { Server } from './site.ts';
import { type Figure, type Sheet, written } from './table.ts';

export interface Contender {
  name: string;
  key: string;
  protocol: Protocol;
  /** The server of the followers, whose CPU time and memory count, and the server of the clocks. */
  open(): Promise<{ sockets: Server; clocks: Server }>;
}

export interface Cell {
  shot: Shot;
  spent: Spent;
  /** Per arrival: from the commit (product) or the order to broadcast (rival) to the last follower. */
  last: ReturnType<typeof timesOf>;
}

export interface Row {
  contender: Contender;
  gathered: Gathered;
  kb_per_socket: number;
  cells: Record<string, Cell>;
  back?: Gathered;
}

/** The paces that every contender runs, in this order, with the seconds of a full run. */
export const paces = {
  'one at a time': { in_flight: 1, seconds: 4 },
  '8 in flight': { in_flight: 8, seconds: 4 },
  '1/s': { per_second: 1, burst: 1, seconds: 5 },
  '10/s': { per_second: 10, burst: 1, seconds: 5 },
  '50/s': { per_second: 50, burst: 1, seconds: 6 },
  'bursts of 50': { per_second: 25, burst: 50, seconds: 5 },
} as const;

export const inFlight = ['one at a time', '8 in flight'] as const;
const rates = ['1/s', '10/s', '50/s', 'bursts of 50'] as const;

/** A contender that cannot sustain a rate gets two seconds of it: then the growth of its queue is measured. */
export function limited(row: Row, size: number, pace: Pace): Pace {
  const alone = row.cells['8 in flight'];
  // The hub batches arrivals: eight in flight do not show its capacity.
  if (!alone || !('per_second' in pace) || row.contender.protocol === 'live') return pace;
  const sustained = alone.shot.deliveries / alone.shot.seconds / size;
  return pace.per_second > sustained ? { ...pace, seconds: 2 } : pace;
}

export const perCore = ({ shot, spent }: Cell) => shot.deliveries / (spent.of.server! / 1000);
const perLoadCore = ({ shot, spent }: Cell) => shot.reads / (spent.of.load! / 1000);

export function sheetsOf(size: number, rows: readonly Row[]): Sheet[] {
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
        'Loftline’s arrivals are readings that go through the ledger; a rival gets the finished frame by HTTP and passes it on. All run with the Node flags of npm start.',
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

export function figuresOf(size: number, rows: readonly Row[]): Figure[] {
  const of = (key: string) => rows.find((row) => row.contender.key === key)!;
  const [apart, one, ws, sio, raw] = [of('apart'), of('one'), of('ws'), of('socket.io'), of('raw')];
  // Only 10,000 followers are judged: with few, the fixed memory of the process outweighs that of the sockets.
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
  add('1/raw', 'one at a time, times the bare loop', ratio('one at a time', raw), '×', 'more', 0.9);
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
