/**
 * A Chromium for the browser tests: the one of CHROMIUM_PATH, the machine's own, or Playwright's. If there is none,
 * Debian's package is installed as root, else Playwright's is downloaded.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const program = /(^|[\\/])(chrome|chrome-headless-shell|headless_shell|Google Chrome for Testing)(\.exe)?$/;
const macApps = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

/**
 * Chromium's switches in tests and benchmarks. Of two lists of features Chromium takes the last, so this one repeats
 * Playwright's; the last three are ours: without them a whole Chromium renders the popups of its address bar for every
 * page, two renderers beside that of the page.
 */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-gpu',
  `--disable-features=${[
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
  ].join()}`,
];

/**
 * The path of a Chromium that runs. Progress of an installation is printed to stderr.
 * @throws Error in one sentence when there is none to be had.
 */
export async function findChromium(env: Env = process.env): Promise<string> {
  if (env.CHROMIUM_PATH) {
    if (await runs(env.CHROMIUM_PATH, env)) return env.CHROMIUM_PATH;
    throw new Error(`CHROMIUM_PATH="${env.CHROMIUM_PATH}" is not a Chromium that runs.`);
  }
  const here = (await ownChromium(env)) ?? (await playwrightChromium(env)).path;
  if (here) return here;

  if (process.getuid?.() === 0 && onPath('apt-get', env) && (await isDebian())) {
    say('Installing Chromium with apt-get …');
    await installPackage(env);
    const installed = await ownChromium(env);
    if (installed) return installed;
  }

  say("Downloading Playwright's Chromium …");
  await work(process.execPath, [playwright(), 'install', 'chromium-headless-shell', '--no-remove'], env);
  const { path, complaint } = await playwrightChromium(env);
  if (path) return path;
  const trouble = complaint ? `the one downloaded does not run (${complaint})` : 'none could be installed';
  throw new Error(
    `There is no Chromium for the browser tests, and ${trouble}: install chromium with your package manager, or set CHROMIUM_PATH.`,
  );
}

async function ownChromium(env: Env): Promise<string | undefined> {
  const paths = names.map((name) => onPath(name, env));
  if (process.platform === 'darwin') paths.push(...macApps.filter(existsSync));
  for (const path of paths) if (path && (await runs(path, env))) return path;
}

/** The first Chromium on the PATH, not tried out; undefined: Playwright's. */
export function chromiumOnPath(env: Env = process.env): string | undefined {
  return names.map((name) => onPath(name, env)).find((path) => path !== undefined);
}

/**
 * Debian's Chromium without windows, unless another one is named: the same pages take it three quarters of the work, but
 * it shows no notifications.
 */
export function chromiumShell(env: Env = process.env): string | undefined {
  return env.CHROMIUM_PATH ? undefined : onPath('chromium-headless-shell', env);
}

function onPath(name: string, env: Env): string | undefined {
  return (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(existsSync);
}

/** Runs the program once: Ubuntu's `chromium-browser` on the PATH only says that there is a snap to install. */
async function runs(path: string, env: Env): Promise<boolean> {
  const { code, output } = await outputOf(path, ['--version'], env);
  return code === 0 && /Chrom/.test(output);
}

/** Playwright's download of exactly its version, if it is complete and runs; Playwright names the folders itself. */
async function playwrightChromium(env: Env): Promise<{ path?: string; complaint?: string }> {
  const { output } = await outputOf(process.execPath, [playwright(), 'install', 'chromium', '--dry-run'], env);
  let complaint: string | undefined;
  for (const [, folder = ''] of output.matchAll(/Install location: +(.*chromium.*)/g)) {
    if (!existsSync(join(folder, 'INSTALLATION_COMPLETE'))) continue;
    const file = (await readdir(folder, { recursive: true })).find((name) => program.test(name));
    if (!file) continue;
    const path = join(folder, file);
    if (await runs(path, env)) return { path };
    // The reason is mostly a library that desktops have and servers do not.
    complaint = (await outputOf(path, ['--version'], env)).complaint.trim().split('\n').at(-1);
  }
  return complaint ? { complaint } : {};
}

function playwright(): string {
  const own = createRequire(import.meta.url).resolve('@playwright/test/package.json');
  return join(dirname(createRequire(own).resolve('playwright-core/package.json')), 'cli.js');
}

async function isDebian(): Promise<boolean> {
  // Debian only: Ubuntu's package of that name installs nothing but a pointer to a snap.
  return /^ID="?debian"?$/m.test(await readFile('/etc/os-release', 'utf8').catch(() => ''));
}

async function installPackage(env: Env): Promise<void> {
  // Another apt may be running on a fresh machine; two minutes are enough for its daily update.
  const install = ['-o', 'DPkg::Lock::Timeout=120', 'install', '-y', '--no-install-recommends', 'chromium'];
  const quiet = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
  if ((await work('apt-get', install, quiet)) === 0) return;
  await work('apt-get', ['update'], quiet); // a container comes without the list of packages
  await work('apt-get', install, quiet);
}

/** Runs a long command, with its output on stderr. */
function work(command: string, options: readonly string[], env: Env): Promise<number | null> {
  return endOf(spawn(command, options, { env, stdio: ['ignore', 2, 2] }));
}

async function outputOf(command: string, options: readonly string[], env: Env) {
  const child = spawn(command, options, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 30_000 });
  let output = '';
  let complaint = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  return { code: await endOf(child), output, complaint };
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code));
  });
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
