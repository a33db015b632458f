/**
 * `npm run bench`: how fast it is, beside others, on this machine, in one table.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cannot, readFlags, runTool, wrongCall } from '../connection.ts';
import { birds } from './birds.ts';
import { browser } from './browser.ts';
import { fanOut } from './fan-out.ts';
import { ingest } from './ingest.ts';
import { describeMachine, type Machine } from './machine.ts';
import { pages } from './pages.ts';
import { openSite, type Site } from './site.ts';
import { asMarkdown, asText, type Figure, isMet, moved, type Run, runOf, type Sheet, verdict } from './table.ts';
import { uploads } from './uploads.ts';

const parts = { 'fan-out': fanOut, ingest, uploads, birds, pages, browser } as const;
type Part = keyof typeof parts;

const help = `
npm run bench                     all parts, under a quarter of an hour
npm run bench -- fan-out pages    only these: ${Object.keys(parts).join(', ')}
npm run bench -- --quick          small sizes, under a minute
npm run bench -- --write          keep the figures: docs/performance.md, and docs/performance.json for the next run

Needs Linux with /proc and taskset. Exit code 1 when a bar is missed.
`;

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const lastRun = join(docs, 'performance.json');

async function main(): Promise<number> {
  const call = readFlags({ quick: { type: 'boolean' }, write: { type: 'boolean' } }, help);
  if (!call) return 0;
  if (process.platform !== 'linux') throw cannot('The bench needs Linux: it reads CPU time and memory from /proc.');
  const { quick = false, write = false } = call.values;
  const strange = call.positionals.find((name) => !Object.hasOwn(parts, name));
  if (strange) throw wrongCall(`There is no part "${strange}". See --help.`);
  const wanted = call.positionals.length ? (call.positionals as Part[]) : (Object.keys(parts) as Part[]);

  const site = await openSite();
  endOn(['SIGINT', 'SIGTERM'], site);
  const sheets: Sheet[] = [];
  const figures: Figure[] = [];
  const machine = describeMachine(await versionOf(site));
  try {
    for (const name of wanted) {
      const report = await parts[name](site, quick, (line) => process.stderr.write(`${name}: ${line}\n`));
      for (const sheet of report.sheets) process.stdout.write(asText(sheet));
      sheets.push(...report.sheets);
      figures.push(...report.figures);
    }
  } finally {
    await site.close();
  }
  const judged = verdict(figures);
  process.stdout.write(asText(judged));
  const last = readLast();
  if (last) process.stdout.write(asText(moved(figures, last)));
  if (write) keep([judged, ...sheets], figures, machine, quick);
  return figures.every(isMet) ? 0 : 1;
}

async function versionOf(site: Site): Promise<string> {
  const { rows } = await site.connection.pool.query<{ server_version: string }>('show server_version');
  return rows[0]!.server_version;
}

/** Whatever was started is ended, also on Ctrl-C. */
function endOn(signals: NodeJS.Signals[], site: Site): void {
  for (const signal of signals) {
    process.once(signal, () => {
      void site.close().then(() => process.exit(130));
    });
  }
}

function readLast(): Run | undefined {
  try {
    return JSON.parse(readFileSync(lastRun, 'utf8')) as Run;
  } catch {
    return undefined;
  }
}

function keep(sheets: readonly Sheet[], figures: readonly Figure[], machine: Machine, quick: boolean): void {
  const at = new Date();
  writeFileSync(lastRun, `${JSON.stringify(runOf(figures, machine, quick, at), null, 2)}\n`);
  const page = join(docs, 'performance.md');
  writeFileSync(page, pageOf(sheets, machine, quick, at) + triedIn(page));
}

/** What people wrote below the figures stays. */
function triedIn(page: string): string {
  const written = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const start = written.indexOf('\n## Tried\n');
  return start < 0 ? '' : written.slice(start);
}

function pageOf(sheets: readonly Sheet[], machine: Machine, quick: boolean, at: Date): string {
  const { cpu, cores, memory_gb, kernel, node, postgresql } = machine;
  return [
    '# Performance',
    '',
    `Written by \`npm run bench -- --write\`${quick ? ' with `--quick`' : ''} on ${at.toISOString().slice(0, 10)}: ${cores} cores (${cpu}), ${memory_gb} GB, ${kernel}, Node ${node}, PostgreSQL ${postgresql} with \`fsync\` and \`synchronous_commit\` on.`,
    '',
    ...sheets.map(asMarkdown),
  ].join('\n');
}

if (import.meta.main) await runTool(main);
