/**
 * `npm test`: types, lint and rules side by side, then the server's tests, then components and whole pages in a real
 * browser. Continues after a stage that failed, names the ten slowest tests, ends with the one line
 * `Tests: N passed, N failed`, and leaves no process behind. With --check: what needs no database and no browser
 * (`npm run check`). With --prove: the reliability tests at full size.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromiumShell, findChromium } from './browser.ts';

interface Count {
  passed: number;
  failed: number;
  /** The failures, one line each: repeated at the end, so that they are in a log that is cut off at the top. */
  names?: string[];
  times?: Time[];
}

interface Time {
  name: string;
  ms: number;
}

interface Stage {
  title: string;
  run: (start: Start) => Promise<Count>;
}

/** Runs a program of a stage. @returns whether it ended well */
type Start = (program: string, options: readonly string[], env?: NodeJS.ProcessEnv) => Promise<boolean>;

const project = dirname(dirname(fileURLToPath(import.meta.url)));
/** The folder of the reports and of the temporary files of all stages; removed as a whole. */
const folder = await mkdtemp(join(tmpdir(), 'loftline-run-'));
await chmod(folder, 0o711); // root's PostgreSQL runs as nobody and must pass through
const grace = 15_000;
const crashed: Count = { passed: 0, failed: 1 };

/** The programs of stages, each with its mark in the environment: a process that has left the group is found by it. */
const running = new Map<ChildProcess, string>();
let interrupted = false;

/** The types of the pages, generated from the routes: before all that reads them, because they are written anew. */
const pageTypes: Stage[] = [
  { title: 'types of the pages', run: (start) => whole(start, '@react-router/dev/bin.cjs', ['typegen']) },
];

/** What needs no database and no browser: two lanes side by side. */
const check: Stage[][] = [
  [
    { title: 'types', run: (start) => whole(start, 'typescript/bin/tsc', ['-b']) },
    { title: 'lint: Biome', run: (start) => whole(start, '@biomejs/biome/bin/biome', ['check', '.']) },
    { title: 'rules', run: (start) => vitest(start, 'fast') },
  ],
  [
    {
      title: 'lint: oxlint',
      run: (start) => whole(start, 'oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']),
    },
  ],
];

const prove: Stage[] = [
  { title: 'reliability at full size', run: (start) => vitest(start, 'prove') },
  {
    title: 'hostile texts and axe in a browser, at full size',
    run: (start) => browser(start, 'e2e/xss.spec.ts', 'e2e/axe.spec.ts'),
  },
];

const rest: Stage[] = [
  { title: 'database and HTTP', run: (start) => vitest(start, 'server') },
  { title: 'components', run: components },
  { title: 'browser', run: (start) => browser(start) },
];

/** One after the other; the lanes of one go side by side, each stage of a lane after the one before it. */
const steps: Stage[][][] = process.argv.includes('--prove')
  ? [[prove]]
  : process.argv.includes('--check')
    ? [[pageTypes], check]
    : [[pageTypes], check, [rest]];

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    const clearAll = () => {
      for (const child of running.keys()) clear(child);
    };
    if (interrupted) clearAll(); // asked a second time
    interrupted = true;
    // The stage's own shutdown first: it stops its databases and servers in order.
    for (const child of running.keys()) child.kill('SIGINT');
    setTimeout(clearAll, grace).unref();
  });
}

const sum = { passed: 0, failed: 0, names: [] as string[], times: [] as Time[] };
for (const lanes of steps)
  await Promise.all(
    lanes.map(async (lane) => {
      for (const stage of lane) if (!interrupted) await runStage(stage, lanes.length > 1);
    }),
  );
await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
if (interrupted && sum.failed === 0) sum.failed = 1;
const slowest = sum.times.sort((a, b) => b.ms - a.ms).slice(0, 10);
if (slowest.length > 0)
  console.log(
    `\nThe ten slowest tests:\n${slowest.map(({ name, ms }) => `  ${(ms / 1000).toFixed(1)} s  ${name}`).join('\n')}`,
  );
if (sum.names.length > 0) console.log(`\nFailed:\n${sum.names.map((name) => `  ${name}`).join('\n')}`);
console.log(`\nTests: ${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed > 0 ? 1 : 0;

/** What runs beside another stage says what it has to say when it is done. */
async function runStage({ title, run }: Stage, is_beside: boolean): Promise<void> {
  const output: Buffer[] = [];
  const began_ms = performance.now();
  if (!is_beside) console.log(`\n── ${title}`);
  const {
    passed,
    failed,
    names = [],
    times = [],
  } = await run((...program) => succeeds(is_beside ? output : null, ...program));
  const took_s = Math.round((performance.now() - began_ms) / 1000);
  if (is_beside) process.stdout.write(Buffer.concat([Buffer.from(`\n── ${title}\n`), ...output]));
  console.log(`── ${title}: ${took_s} s`);
  sum.passed += passed;
  sum.failed += failed;
  sum.times.push(...times);
  if (failed > 0) sum.names.push(...(names.length > 0 ? names.map((name) => `${title}: ${name}`) : [title]));
}

/** A stage that counts as one test. */
async function whole(start: Start, program: string, options: readonly string[]): Promise<Count> {
  const good = await start(program, options);
  return { passed: good ? 1 : 0, failed: good ? 0 : 1 };
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string; duration?: number | null }[];
  }[];
}

async function components(start: Start): Promise<Count> {
  const chromium = await chromiumOrNone();
  return chromium ? vitest(start, 'components', { CHROMIUM_PATH: chromium }) : crashed;
}

function chromiumOrNone(): Promise<string | null> {
  return findChromium().catch((error: Error) => {
    console.error(error.message);
    return null;
  });
}

async function vitest(start: Start, project_name: string, env: NodeJS.ProcessEnv = {}): Promise<Count> {
  const file = join(folder, `${project_name}.json`);
  const options = [
    'run',
    '--project',
    project_name,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const good = await start('vitest/vitest.mjs', options, env);
  const report = await reportIn<VitestReport>(file);
  if (!report) return crashed;
  // A file that cannot be loaded has no failed test: it counts as one.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const names = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed').map((test) => ` › ${test.fullName}`);
      return (failed.length > 0 ? failed : ['']).map((test) => relative(project, name) + test);
    });
  const times = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${relative(project, name)} › ${fullName}`,
      ms: duration ?? 0,
    })),
  );
  return { ...count(report.numPassedTests, report.numFailedTests + broken.length, good), names, times };
}

interface PlaywrightSuite {
  specs: { file: string; title: string; ok: boolean; tests: { results: { duration: number }[] }[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
}

function failedSpecs({ specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file} › ${title}`);
  return [...failed, ...suites.flatMap(failedSpecs)];
}

function timesOf({ specs, suites = [] }: PlaywrightSuite): Time[] {
  const own = specs.map(({ file, title, tests }) => ({
    name: `${file} › ${title}`,
    ms: tests.flatMap(({ results }) => results).reduce((total, { duration }) => total + duration, 0),
  }));
  return [...own, ...suites.flatMap(timesOf)];
}

async function browser(start: Start, ...specs: string[]): Promise<Count> {
  if (!existsSync(join(project, 'playwright.config.ts'))) {
    console.log('no playwright.config.ts: nothing to do');
    return { passed: 0, failed: 0 };
  }
  const chromium = await chromiumOrNone();
  if (!chromium) return crashed;
  const file = join(folder, 'playwright.json');
  const env = { CHROMIUM_PATH: chromium, CHROMIUM_SHELL: chromiumShell(), PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const good = await start(
    '@playwright/test/cli.js',
    ['test', ...specs, '--reporter=list,json', '--pass-with-no-tests'],
    env,
  );
  const report = await reportIn<PlaywrightReport>(file);
  if (!report) return crashed;
  const { expected, flaky, unexpected } = report.stats;
  return {
    ...count(expected + flaky, unexpected, good),
    names: report.suites.flatMap(failedSpecs),
    times: report.suites.flatMap(timesOf),
  };
}

/** A failure outside of all tests (a setup, an unhandled rejection) counts as one. */
function count(passed: number, failed: number, good: boolean): Count {
  return { passed, failed: good ? failed : Math.max(failed, 1) };
}

function reportIn<Report>(file: string): Promise<Report | undefined> {
  return readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Report,
    () => undefined,
  );
}

/**
 * Runs a program in its own process group, and ends the whole group with it.
 * @param said takes its output; null: the output is this program's own
 */
async function succeeds(
  said: Buffer[] | null,
  program: string,
  options: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  const mark = randomBytes(8).toString('hex');
  const child = spawn(process.execPath, [join(project, 'node_modules', program), ...options], {
    cwd: project,
    // Some forty processes load the program's files: Node keeps what it compiled of them.
    env: { NODE_COMPILE_CACHE: join(folder, 'compiled'), ...process.env, ...env, TEST_RUN: mark, TMPDIR: folder },
    stdio: ['ignore', said ? 'pipe' : 'inherit', said ? 'pipe' : 'inherit'],
    detached: process.platform !== 'win32',
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said?.push(chunk));
  running.set(child, mark);
  const closed = new Promise((resolve) => child.once('close', resolve));
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  clear(child);
  if (code !== null) await closed;
  running.delete(child);
  return code === 0;
}

/** Kills what is left of a stage: its group, and processes that left the group (web servers and databases do). */
function clear(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === 'win32') return;
  end(-child.pid);
  if (process.platform !== 'linux') return;
  const mark = `TEST_RUN=${running.get(child)}`;
  for (const pid of readdirSync('/proc').map(Number))
    if (pid > 0 && pid !== process.pid && hasMark(pid, mark)) end(pid);
}

function hasMark(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark);
  } catch {
    return false; // gone, or another user's
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {} // nobody is left
}
