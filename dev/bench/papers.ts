/** The cost of lists as files, and whether a share picture waits for them. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { csvOf } from '#domain/csv.ts';
import type { Card } from '#domain/share/card.ts';
import type { Cell, Table } from '#domain/table.ts';
import type { FileFormat, Painted, ToPaint } from '#server/share/paint.ts';
import { createPainter } from '#server/share/painter.ts';
import { cpuTime, pin, residentSet, serverCore } from './machine.ts';
import type { Site } from './site.ts';
import { type Figure, type Report, written } from './table.ts';

/** As many as a large race has birds. */
const most_birds = 6834;

export async function papers(_site: Site, quick: boolean, say: (line: string) => void): Promise<Report> {
  const birds = quick ? 500 : most_birds;
  const rows: string[][] = [];
  const figures: Figure[] = [];
  for (const [name, table] of Object.entries({ birds: birdsOf(birds), result: resultOf(birds) })) {
    for (const format of ['pdf', 'xlsx'] as const) {
      say(`${name} as ${format}`);
      const { cpu_ms, wall_ms, bytes, resident } = await made(table, format);
      rows.push([
        `${name}, ${birds} × ${table.rows[0]!.length} as ${format}`,
        written(cpu_ms / 1000),
        written(wall_ms / 1000),
        written(bytes / 1000),
        written(resident / 2 ** 20),
      ]);
      figures.push({
        key: `papers/${name}/${format}`,
        says: `Papers: ${name} of ${birds.toLocaleString('en')} as ${format}, CPU`,
        value: cpu_ms / 1000,
        unit: 's',
        better: 'less',
        bar: 3,
      });
    }
    const before = process.cpuUsage();
    const csv = csvOf(table.rows);
    const { user, system } = process.cpuUsage(before);
    const seconds = written((user + system) / 1e6);
    rows.push([`${name} as csv, in the server itself`, seconds, seconds, written(csv.length / 1000), '–']);
  }
  say('share pictures beside lists');
  const [alone, beside] = await pictures(birds);
  figures.push({
    key: 'papers/picture/beside',
    says: 'Papers: a share picture while ten lists wait',
    value: beside,
    unit: 'ms',
    better: 'less',
    bar: 1000,
  });
  return {
    figures,
    sheets: [
      {
        title: 'Lists as files',
        notes: [
          'Made one by one by the program beside the server, on one core; the first of each program reads the typefaces too.',
          `A share picture by itself took ${written(alone)} ms, while ten lists were waited for ${written(beside)} ms.`,
        ],
        columns: ['', 'CPU s', 'until it is there s', 'kB', 'memory MB'],
        rows,
      },
    ],
  };
}

const names = [
  ['Denderhoek', 'Jan Peeters'],
  ['Lof van Vlaanderen & Zonen', 'Søren Østergård'],
  ['Zażółć Gęślą Jaźń', 'Пётр Ильин'],
  ['فريق الصقور 26', 'محمد بن راشد'],
  ['ทีมเชียงใหม่', 'นกพิราบ'],
  ['李明 赛鸽', '田中 一郎'],
] as const;

function birdOf(i: number): Cell[] {
  const [team, fancier] = names[i % names.length]!;
  const name = i % 3 ? null : `Blue Lady ${i}`;
  return [`BE 26-${1_000_000 + 37 * i}`, name, i % 2 ? 'Hen' : 'Cock', 'Blue bar', team, fancier, 'BE'];
}

function listOf(head: readonly string[], count: number, row: (i: number) => Cell[]): Table {
  return {
    title: 'Denderhoek',
    rows: [head, ...Array.from({ length: count }, (_, i) => row(i))],
    lang: 'en',
    dir: 'ltr',
  };
}

const birdHeads = ['Ring', 'Name', 'Sex', 'Color', 'Team', 'Fancier', 'Country'];
const birdsOf = (count: number) => listOf(birdHeads, count, birdOf);
const resultOf = (count: number) =>
  listOf(['Place', ...birdHeads, 'Date', 'Time', 'Net s', 'Gap s', 'Speed (m/min)'], count, (i) => [
    i + 1,
    ...birdOf(i),
    { day: '2026-06-06' },
    new Date(Date.UTC(2026, 5, 6, 10, 0, 0, 377 * i)).toISOString().slice(11, 23),
    (18_000_000 + 377 * i) / 1000,
    (377 * i) / 1000,
    Math.round(13_032_573 - 900 * i) / 10_000,
  ]);

/** Renders a file in a process of its own. */
async function made(table: Table, format: FileFormat) {
  const program = startProgram();
  try {
    const since = performance.now();
    const what = { format, json: Buffer.from(JSON.stringify(table)) };
    program.send({ number: 1, what } satisfies ToPaint);
    const [painted] = (await once(program, 'message')) as [Painted];
    if ('error' in painted) throw new Error(painted.error);
    return {
      wall_ms: performance.now() - since,
      cpu_ms: cpuTime(program.pid!),
      resident: residentSet(program.pid!),
      bytes: painted.picture.length,
    };
  } finally {
    program.kill('SIGKILL');
  }
}

function startProgram(): ChildProcess {
  const paint = fileURLToPath(new URL('../../src/server/share/paint.ts', import.meta.url));
  const program = fork(paint, { env: {}, execArgv: [], serialization: 'advanced' });
  pin(program.pid!, serverCore);
  return program;
}

/** The latency of a share picture, ms: alone, and while ten lists are requested. */
async function pictures(birds: number): Promise<[alone: number, beside: number]> {
  const painter = createPainter({ error: (line: unknown) => process.stderr.write(`${String(line)}\n`) });
  try {
    await picture(painter, 'warm');
    const alone = await picture(painter, 'alone');
    const over = new AbortController();
    const json = Buffer.from(JSON.stringify(birdsOf(birds)));
    const lists = Array.from({ length: 10 }, (_, i) =>
      painter.file(`list ${i}`, { format: 'pdf', json }, { signal: over.signal }).catch(() => null),
    );
    const beside = await picture(painter, 'beside');
    over.abort();
    await Promise.all(lists);
    return [alone, beside];
  } finally {
    painter.close();
  }
}

async function picture(painter: ReturnType<typeof createPainter>, title: string): Promise<number> {
  const card: Card = {
    lang: 'en',
    dir: 'ltr',
    brand: 'Loftline',
    sky: 'day',
    photo: null,
    ridges: [],
    solid: 0.5,
    chip: null,
    country: 'BE',
    over: 'Belgium',
    title,
    facts: [],
    birds: null,
  };
  const since = performance.now();
  await painter.picture(title, card);
  return performance.now() - since;
}
