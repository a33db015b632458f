/**
 * `npm test`: types, lint, Vitest, a real browser. Continues after a stage that failed, ends with the one line `Tests:
 * N passed, N failed`, and leaves no process behind. With --prove: the reliability tests at full size.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './browser.ts';

interface Count {
  passed: number;
  failed: number;
  /** The failures, one line each: repeated at the end, so that they are in a log that is cut off at the top. */
  names?: string[];
}

interface Stage {
  title: string;
  run: () => Promise<Count>;
}

const project = dirname(dirname(fileURLToPath(import.meta.url)));
/** The folder of the reports and of the temporary files of all stages; removed as a whole. */
const folder = await mkdtemp(join(tmpdir(), 'loftline-run-'));
await chmod(folder, 0o711); // root's PostgreSQL runs as nobody and must pass through
/** Set in the environment of every process of a stage, so that it is found after it has left the process group. */
const mark = randomBytes(8).toString('hex');
const grace = 15_000;
const crashed: Count = { passed: 0, failed: 1 };

let current: ChildProcess | undefined;
let interrupted = false;

const stages: Stage[] = process.argv.includes('--prove')
  ? [
      { title: 'reliability at full size', run: () => vitest('prove') },
      {
        title: 'hostile texts and axe in a browser, at full size',
        run: () => browser('e2e/xss.spec.ts', 'e2e/axe.spec.ts'),
      },
    ]
  : [
      { title: 'types', run: types },
      { title: 'lint: Biome', run: () => whole('@biomejs/biome/bin/biome', ['check', '.']) },
      { title: 'lint: oxlint', run: () => whole('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']) },
      { title: 'rules, database and HTTP', run: () => vitest('!prove') },
      { title: 'browser', run: () => browser() },
    ];

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (interrupted) clear(current); // asked a second time
    interrupted = true;
    // The stage's own shutdown first: it stops its databases and servers in order.
    current?.kill('SIGINT');
    setTimeout(() => clear(current), grace).unref();
  });
}

const sum = { passed: 0, failed: 0, names: [] as string[] };
for (const { title, run } of stages) {
  if (interrupted) break;
  console.log(`\n── ${title}`);
  const { passed, failed, names = [] } = await run();
  sum.passed += passed;
  sum.failed += failed;
  if (failed > 0) sum.names.push(...(names.length > 0 ? names.map((name) => `${title}: ${name}`) : [title]));
}
await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
if (interrupted && sum.failed === 0) sum.failed = 1;
if (sum.names.length > 0) console.log(`\nFailed:\n${sum.names.map((name) => `  ${name}`).join('\n')}`);
console.log(`\nTests: ${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed > 0 ? 1 : 0;

async function types(): Promise<Count> {
  // The types of the pages are generated from the routes; a fresh clone has none.
  const made = existsSync(join(project, 'react-router.config.ts'))
    ? await whole('@react-router/dev/bin.cjs', ['typegen'])
    : { passed: 1, failed: 0 };
  return made.failed > 0 ? made : whole('typescript/bin/tsc', ['-b']);
}

/** A stage that counts as one test. */
async function whole(program: string, options: readonly string[]): Promise<Count> {
  const good = await succeeds(program, options);
  return { passed: good ? 1 : 0, failed: good ? 0 : 1 };
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
}

async function vitest(name: string): Promise<Count> {
  const file = join(folder, 'vitest.json');
  const options = ['run', '--project', name, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const good = await succeeds('vitest/vitest.mjs', options);
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
  return { ...count(report.numPassedTests, report.numFailedTests + broken.length, good), names };
}

interface PlaywrightSuite {
  specs: { file: string; title: string; ok: boolean }[];
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

async function browser(...specs: string[]): Promise<Count> {
  if (!existsSync(join(project, 'playwright.config.ts'))) {
    console.log('no playwright.config.ts: nothing to do');
    return { passed: 0, failed: 0 };
  }
  const chromium = await findChromium().catch((error: Error) => console.error(error.message));
  if (!chromium) return crashed;
  const file = join(folder, 'playwright.json');
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const good = await succeeds(
    '@playwright/test/cli.js',
    ['test', ...specs, '--reporter=list,json', '--pass-with-no-tests'],
    env,
  );
  const report = await reportIn<PlaywrightReport>(file);
  if (!report) return crashed;
  const { expected, flaky, unexpected } = report.stats;
  return { ...count(expected + flaky, unexpected, good), names: report.suites.flatMap(failedSpecs) };
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

/** Runs a stage's program in a process group of its own, and ends the whole group with it. */
async function succeeds(program: string, options: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const child = spawn(process.execPath, [join(project, 'node_modules', program), ...options], {
    cwd: project,
    // The program is started some forty times: Node's compile cache saves time.
    env: { NODE_COMPILE_CACHE: join(folder, 'compiled'), ...process.env, ...env, TEST_RUN: mark, TMPDIR: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
  });
  current = child;
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  clear(child);
  return code === 0;
}

/** Kills what is left of a stage: its group, and processes that left the group (web servers and databases do). */
function clear(child: ChildProcess | undefined): void {
  if (child?.pid === undefined || process.platform === 'win32') return;
  end(-child.pid);
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').map(Number)) if (pid > 0 && isOurs(pid)) end(pid);
}

function isOurs(pid: number): boolean {
  try {
    return (
      pid !== process.pid && readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`TEST_RUN=${mark}`)
    );
  } catch {
    return false; // gone, or another user's
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {} // nobody is left
}
