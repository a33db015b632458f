/** `npm run bench`: speed and memory on this machine, against other servers, in one table. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cannot, readFlags, runTool, wrongCall } from '../connection.ts';
import { birds } from './birds.ts';
import { browser } from './browser.ts';
import { desk } from './desk.ts';
import { expected } from './expected.ts';
import { fanOut } from './fan-out.ts';
import { fans } from './fans.ts';
import { finalDay } from './final-day.ts';
import { ingest } from './ingest.ts';
import { describeMachine } from './machine.ts';
import { outside } from './outside.ts';
import { pages } from './pages.ts';
import { papers } from './papers.ts';
import { processes } from './processes.ts';
import { rankings } from './rankings.ts';
import { replay } from './replay.ts';
import { rulings } from './rulings.ts';
import { openSite, type Site } from './site.ts';
import { asMarkdown, asText, isMet, moved, type Run, type Runs, verdict } from './table.ts';
import { uploads } from './uploads.ts';

const parts = {
  'fan-out': fanOut,
  ingest,
  uploads,
  birds,
  rulings,
  pages,
  processes,
  outside,
  papers,
  browser,
  replay,
  desk,
  expected,
  rankings,
  // The last part: sending its notices takes longer than one part may take.
  fans,
} as const;
/** Parts too long for a run of all parts: they run only when they are named. */
const alone = { 'final-day': finalDay } as const;
const all = { ...parts, ...alone };
type Part = keyof typeof all;

const help = `
npm run bench                     all parts, under a quarter of an hour
npm run bench -- fan-out pages    only these: ${Object.keys(parts).join(', ')}
npm run bench -- final-day        twenty minutes of everything at once, with a graph; by its name only
npm run bench -- --quick          small sizes, under a minute
npm run bench -- --write          keep the figures of these parts: docs/performance.md, and docs/performance.json for the next run

Needs Linux with /proc and taskset. Exit code 1 when a bar is missed.
`;

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const lastRuns = join(docs, 'performance.json');

async function main(): Promise<number> {
  const call = readFlags({ quick: { type: 'boolean' }, write: { type: 'boolean' } }, help);
  if (!call) return 0;
  if (process.platform !== 'linux') throw cannot('The bench needs Linux: it reads CPU time and memory from /proc.');
  const { quick = false, write = false } = call.values;
  const strange = call.positionals.find((name) => !Object.hasOwn(all, name));
  if (strange) throw wrongCall(`There is no part "${strange}". See --help.`);
  const wanted = call.positionals.length ? (call.positionals as Part[]) : (Object.keys(parts) as Part[]);

  const site = await openSite();
  endOn(['SIGINT', 'SIGTERM'], site);
  const runs: Record<string, Run> = {};
  const machine = describeMachine(await versionOf(site));
  const last = readLast();
  try {
    for (const name of wanted) {
      const report = await all[name](site, quick, (line) => process.stderr.write(`${name}: ${line}\n`));
      for (const sheet of report.sheets) process.stdout.write(asText(sheet));
      runs[name] = { at: new Date().toISOString(), quick, machine, ...report };
      // Saved after each part: an error later in the run loses none of the earlier parts.
      if (write) keep({ ...last, ...runs });
    }
  } finally {
    await site.close();
  }
  const figures = Object.values(runs).flatMap((run) => run.figures);
  process.stdout.write(asText(verdict(figures)));
  process.stdout.write(asText(moved(figures, last)));
  return figures.every(isMet) ? 0 : 1;
}

async function versionOf(site: Site): Promise<string> {
  const { rows } = await site.connection.pool.query<{ server_version: string }>('show server_version');
  return rows[0]!.server_version;
}

/** Stops the database, servers and load on a signal, as Ctrl-C. */
function endOn(signals: NodeJS.Signals[], site: Site): void {
  for (const signal of signals) {
    process.once(signal, () => {
      void site.close().then(() => process.exit(130));
    });
  }
}

function readLast(): Runs {
  return existsSync(lastRuns) ? (JSON.parse(readFileSync(lastRuns, 'utf8')) as Runs) : {};
}

/** Writes the last run of every part to docs/performance.json and docs/performance.md, and its graphs as files. */
function keep(runs: Runs): void {
  const ordered = Object.keys(all).flatMap((name) => (runs[name] ? [[name, runs[name]] as const] : []));
  for (const { sheets } of Object.values(runs))
    for (const graph of sheets.flatMap(({ graphs = [] }) => graphs))
      if (graph.svg !== undefined) writeFileSync(join(docs, graph.file), graph.svg);
  // The graphs have files of their own.
  const short = (key: string, value: unknown) =>
    key === 'svg' ? undefined : typeof value === 'number' ? Number(value.toPrecision(4)) : value;
  writeFileSync(lastRuns, `${JSON.stringify(Object.fromEntries(ordered), short, 2)}\n`);
  const page = join(docs, 'performance.md');
  writeFileSync(page, pageOf(ordered) + triedIn(page));
}

/** The section "Tried" at the end of the page is written by hand and stays. */
function triedIn(page: string): string {
  const written = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const start = written.indexOf('\n## Tried\n');
  return start < 0 ? '' : written.slice(start);
}

function pageOf(runs: readonly (readonly [string, Run])[]): string {
  const { cpu, cores, memory_gb, kernel, node, postgresql } = runs[0]![1].machine;
  const whens = runs.map(([name, { at, quick }]) => `${name} on ${at.slice(0, 10)}${quick ? ' (`--quick`)' : ''}`);
  return [
    '# Performance',
    '',
    `Written by \`npm run bench -- --write\`: ${cores} cores (${cpu}), ${memory_gb} GB, ${kernel}, Node ${node}, PostgreSQL ${postgresql} with \`fsync\` and \`synchronous_commit\` on. Run: ${whens.join(', ')}.`,
    '',
    ...[verdict(runs.flatMap(([, { figures }]) => figures)), ...runs.flatMap(([, { sheets }]) => sheets)].map(
      asMarkdown,
    ),
  ].join('\n');
}

if (import.meta.main) await runTool(main);
