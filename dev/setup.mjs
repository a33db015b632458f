/**
 * Prepares a fresh clone to run: installs the packages and builds the pages. Runs before every npm script; silent and
 * quick when there is nothing to do. Needs Node 20 and no package; prints to stderr only, so that the output of a
 * script stays clean.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = dirname(dirname(fileURLToPath(import.meta.url)));
const installed = join(project, 'node_modules', '.loftline-installed');
const built = join(project, 'build', '.loftline-built');
const lockFile = join(project, '.cache', 'setup.lock');
const nodeHere = join(project, 'node_modules', '.bin', 'node');
const neededNode = 24;

/** The sources of the built pages. */
const sources = [
  'src/web',
  'src/domain',
  'locales',
  'vite.config.ts',
  'dev/icons.ts',
  'react-router.config.ts',
  'package-lock.json',
];

class Trouble extends Error {}

/** The running child process (npm or the build), which is killed with this one. */
let child;

async function main() {
  if (versionOf(process.version) < 20) {
    throw new Trouble(`Loftline needs Node 20 to set itself up; this is ${process.version}. Install Node 24 or newer.`);
  }
  const wanted = process.argv.includes('--no-build') ? [install] : [install, build];
  if (wanted.every((step) => step.done())) return checkNode();
  const unlock = await lock();
  try {
    for (const step of wanted) {
      // Checked again: the previous holder of the lock has probably done it.
      if (!step.done()) await step.run();
      checkNode();
    }
  } finally {
    unlock();
  }
}

/** Installs the packages of the lockfile. The marker is written last, into the folder that `npm ci` empties first. */
const install = {
  mark: () => digest([join(project, 'package-lock.json')], `${process.platform}-${process.arch}`),
  done: () => read(installed) === install.mark(),
  async run() {
    const mark = install.mark();
    const modules = join(project, 'node_modules');
    // npm would empty the target of the link, which may belong to another checkout.
    if (fs.lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new Trouble(`${modules} is a link, and what it leads to does not fit this lockfile. Remove the link.`);
    const npm = npmCommand();
    const options = ['ci', '--include=dev', '--include=optional', '--loglevel=warn'];
    // By default npm retries for a minute and a half before it reports that there is no network.
    options.push('--fetch-retries=1', '--fetch-retry-mintimeout=2000');
    const { code, words } = await work('Installing the packages', npm.command, [...npm.options, ...options]);
    // On a full disk npm writes incomplete files, warns, and exits with 0; then its own list of installed packages is
    // missing.
    const half = /TAR_ENTRY_ERROR/.test(words) || !fs.existsSync(join(project, 'node_modules', '.package-lock.json'));
    if (code !== 0 || half) throw new Trouble(whyNotInstalled(code, words));
    dropForeignNode();
    // npm silently skips an optional package that it could not load.
    const missing = optionalPackages().find((name) => !fs.existsSync(join(project, 'node_modules', name)));
    if (missing)
      throw new Trouble(`npm could not load ${missing}, which this machine needs: is there a network? Try again.`);
    fs.writeFileSync(installed, mark);
  },
};

/** Builds the pages, if the project has any. */
const build = {
  mark: () => digest(sources.flatMap((path) => filesIn(join(project, path)))),
  done: () => !fs.existsSync(join(project, 'react-router.config.ts')) || read(built) === build.mark(),
  async run() {
    const mark = build.mark();
    fs.rmSync(built, { force: true });
    const node = fs.existsSync(nodeHere) ? nodeHere : process.execPath;
    const program = join(project, 'node_modules', '@react-router', 'dev', 'bin.cjs');
    const { code } = await work('Building the pages', node, [program, 'build'], { NODE_ENV: 'production' });
    if (code !== 0) throw new Trouble(`The pages could not be built (exit code ${code}); the reason stands above.`);
    fs.writeFileSync(built, mark);
  },
};

/**
 * The npm that called this script, with its Node (ours may be one of the packages that it replaces); else the PATH's.
 */
function npmCommand() {
  const path = process.env.npm_execpath;
  if (path && /^npm-cli\.c?js$/.test(basename(path)))
    return { command: process.env.npm_node_execpath ?? process.execPath, options: [path] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', options: [] };
}

function whyNotInstalled(code, words) {
  if (code === 'ENOENT') return 'npm is not installed, and Loftline gets its packages with it: install Node with npm.';
  if (/ENOSPC/.test(words)) return `The packages could not be installed: the disk is full (they take about 600 MB).`;
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET/.test(words)) {
    return 'The packages could not be installed: the package registry cannot be reached. The first start needs the network.';
  }
  if (/EACCES|EPERM|EROFS/.test(words))
    return `The packages could not be installed: ${project} cannot be written by this user.`;
  if (/EUSAGE/.test(words)) return 'package.json and package-lock.json do not agree: run npm install.';
  return `The packages could not be installed (npm ended with ${code}); the reason stands above.`;
}

/** The optional packages of the lockfile for this platform: PostgreSQL, and Node where there is one. */
function optionalPackages() {
  const { packages } = JSON.parse(fs.readFileSync(join(project, 'package-lock.json'), 'utf8'));
  const fits = (list, here) => [list ?? here].flat().includes(here);
  return Object.keys(packages[''].optionalDependencies ?? {}).filter((name) => {
    const entry = packages[`node_modules/${name}`];
    return entry && fits(entry.os, process.platform) && fits(entry.cpu, process.arch);
  });
}

/** Removes a packaged Node that does not run here (no glibc): it would hide the machine's own from npm scripts. */
function dropForeignNode() {
  if (fs.existsSync(nodeHere) && spawnSync(nodeHere, ['--version']).status !== 0) fs.rmSync(nodeHere);
}

function checkNode() {
  if (fs.existsSync(nodeHere) || versionOf(process.version) >= neededNode) return;
  throw new Trouble(
    `Loftline runs on Node ${neededNode}; this machine has ${process.version}, and there is no Node among the packages for ${process.platform}-${process.arch}. Install Node ${neededNode} or newer.`,
  );
}

function versionOf(version) {
  return Number(version.slice(1).split('.')[0]);
}

/** Runs a long command with a line on stderr at its start and end, and its whole output when it fails. */
async function work(title, command, options, env = {}) {
  const since = Date.now();
  const seconds = () => Math.round((Date.now() - since) / 1000);
  say(`${title} …`);
  const progress = setInterval(() => say(`${title} … ${seconds()} s`), 15_000);
  let words = '';
  const code = await new Promise((resolve) => {
    child = spawn(command, options, {
      cwd: project,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: command.endsWith('.cmd'),
    });
    // The lock names the child too: if this set-up is killed, the child goes on working.
    if (child.pid) hold([self(), { pid: child.pid, started: startOf(child.pid) }]);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        words = (words + chunk).slice(-200_000);
      });
    }
    child.once('error', (error) => resolve(error.code));
    child.once('close', (status, signal) => resolve(status ?? signal));
  });
  child = undefined;
  clearInterval(progress);
  if (code !== 0)
    process.stderr.write(words); // the output of a successful command is dropped
  else say(`${title}: done in ${seconds()} s.`);
  return { code, words };
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.on(signal, () => {
    child?.kill('SIGTERM');
    if (!child) process.exit(code);
    child.once('close', () => {
      fs.rmSync(lockFile, { force: true });
      process.exit(code);
    });
  });
}

/**
 * Allows one set-up at a time. The lock is a file with its processes; it is void when all of them are dead. It is
 * created by a hard link, which is atomic.
 */
async function lock() {
  fs.mkdirSync(dirname(lockFile), { recursive: true });
  const mine = `${lockFile}.${process.pid}`;
  fs.writeFileSync(mine, JSON.stringify([self()]));
  try {
    for (let waited = 0; ; waited += 100) {
      try {
        fs.linkSync(mine, lockFile);
        return () => fs.rmSync(lockFile, { force: true });
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      if (!held()) removeStale();
      else {
        if (waited === 1000) say('Another set-up is at work in this folder; waiting for it …');
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  } finally {
    fs.rmSync(mine, { force: true });
  }
}

/** Writes the processes of the lock, atomically. */
function hold(processes) {
  const fresh = `${lockFile}.${process.pid}`;
  fs.writeFileSync(fresh, JSON.stringify(processes));
  fs.renameSync(fresh, lockFile);
}

function held() {
  let holders;
  try {
    holders = JSON.parse(fs.readFileSync(lockFile, 'utf8'));
  } catch {
    return false; // gone
  }
  return holders.some(({ pid, started }) => startOf(pid) !== null && startOf(pid) === started);
}

/** Only one process removes a stale lock: a second, late one would remove the new lock of the first. */
function removeStale() {
  const broom = `${lockFile}.stale`;
  try {
    fs.writeFileSync(broom, '', { flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    // The removal lock is held for microseconds; one that is seconds old belongs to a killed process.
    if (Date.now() - (fs.statSync(broom, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 5000)
      fs.rmSync(broom, { force: true });
    return;
  }
  if (!held()) fs.rmSync(lockFile, { force: true });
  fs.rmSync(broom, { force: true });
}

function self() {
  return { pid: process.pid, started: startOf(process.pid) };
}

/**
 * Identifies a process by its number: its start time on Linux, elsewhere only whether it runs. Null: none, or a dead
 * one.
 */
function startOf(pid) {
  if (process.platform === 'linux') {
    const stat = read(`/proc/${pid}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return stat === '' || fields[0] === 'Z' ? null : fields[19];
  }
  try {
    process.kill(pid, 0);
    return 'alive';
  } catch (error) {
    return error.code === 'EPERM' ? 'alive' : null;
  }
}

function filesIn(path) {
  const found = fs.statSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  if (found.isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return fs
    .readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

function digest(files, text = '') {
  const hash = createHash('sha256').update(text);
  for (const file of files) hash.update(`\0${file.slice(project.length)}\0`).update(fs.readFileSync(file));
  return hash.digest('hex');
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

main().catch((error) => {
  if (error instanceof Trouble) say(error.message);
  else if (error.code === 'ENOSPC') say(`The disk is full: there is no room left in ${project}.`);
  else if (['EACCES', 'EPERM', 'EROFS'].includes(error.code)) say(`${error.path} cannot be written by this user.`);
  else say(String(error.stack));
  process.exitCode = 1;
});
