/** Errors for an operator whose pg_dump is missing or too old; a dump and its restore where there is a suitable one. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#server/db/database.ts';
import { type Embedded, startEmbedded } from '#server/db/embedded.ts';
import { hasOldest } from '#server/db/embedded-binaries.ts';
import { serveFrom } from '#server/db/embedded-cluster.ts';
import { prepare } from '#server/prepare.ts';
import { verify } from '#server/verify.ts';
import { compare } from '#testing/backup.ts';
import { buildRace } from '#testing/builders.ts';
import { backup } from './backup.ts';
import { dump, restoreDump } from './dump.ts';
import { afterRestore, restore } from './restore.ts';

let folder: string;
let server: Embedded;
const path = process.env.PATH;
const say = () => {};

/** The version in the PATH; 0 for none. */
function versionOf(name: string): number {
  try {
    return Number(/\(PostgreSQL\) (\d+)/.exec(execFileSync(name, ['--version'], { encoding: 'utf8' }))?.[1]);
  } catch {
    return 0;
  }
}
const fits = hasOldest() && versionOf('pg_dump') >= 17 && versionOf('pg_restore') >= 17;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loftline-dump-'));
  await chmod(folder, 0o711); // as root, PostgreSQL runs as nobody, who must be able to enter
  server = await startEmbedded({ dataDir: join(folder, 'server'), log: say, throwaway: true, oldest: hasOldest() });
  await prepare({ url: server.url, ownerUrl: server.ownerUrl });
});
afterAll(async () => {
  process.env.PATH = path;
  await server?.stop();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const taken = (ownerUrl = server.ownerUrl) =>
  backup({
    source: { kind: 'dump', ownerUrl },
    dataDir: join(folder, 'files-of-the-site'),
    has_bucket: false,
    to: join(folder, 'backups'),
    version: 'test',
    say,
  });

describe('pg_dump of the PATH', () => {
  it('is named in the error where there is none', async () => {
    process.env.PATH = join(folder, 'nothing');
    await expect(taken()).rejects.toThrow(/pg_dump is not in the PATH: install .*postgresql-client-\d+/);
    process.env.PATH = path;
  });

  it('is refused where it is older than the server', async () => {
    const own = join(folder, 'old');
    await rm(own, { recursive: true, force: true });
    execFileSync('mkdir', [own]);
    await writeFile(join(own, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"\n');
    await chmod(join(own, 'pg_dump'), 0o755);
    process.env.PATH = `${own}:${path}`;
    await expect(taken()).rejects.toThrow(/15\.18.* is older than the server, PostgreSQL \d+/);
    process.env.PATH = path;
  });
});

describe.skipIf(!fits)('an external database', () => {
  it('is neither dumped nor restored by the serving role; the error names the missing address', async () => {
    const asks = /takes the role that owns the database: set DATABASE_OWNER_URL/;
    await expect(dump(server.url, join(folder, 'served.dump'))).rejects.toThrow(asks);
    const file = join(folder, 'owned.dump');
    await dump(server.ownerUrl, file);
    const admin = new pg.Client({ connectionString: server.superUrl });
    await admin.connect();
    await admin.query('create database served owner loftline_owner');
    for (const statement of serveFrom('served')) await admin.query(statement);
    await admin.end();
    const served = Object.assign(new URL(server.url), { pathname: '/served' }).href;
    await expect(restoreDump(served, file)).rejects.toThrow(asks);
  });

  it('is dumped and restored into an empty one, completely, with its grants', async () => {
    const source = connect(server.url, say, 4);
    await buildRace(source.db, { birds: 50 });
    const admin = new pg.Client({ connectionString: server.superUrl });
    await admin.connect();
    await admin.query('create database other owner loftline_owner');
    for (const statement of serveFrom('other')) await admin.query(statement);
    await admin.end();
    const other = (url: string) => Object.assign(new URL(url), { pathname: '/other' }).href;
    const loftline = Object.assign(new URL(server.superUrl), { pathname: '/loftline' }).href;

    const { folder: from } = await taken();
    const { snapshot } = JSON.parse(await readFile(join(from, 'manifest.json'), 'utf8')) as { snapshot: string };
    await expect(restore({ from, ownerUrl: server.ownerUrl, dataDir: join(folder, 'restored'), say })).rejects.toThrow(
      /The database "loftline" is not empty/,
    );
    const manifest = await restore({ from, ownerUrl: other(server.ownerUrl), dataDir: join(folder, 'restored'), say });
    const found = await compare(loftline, other(server.superUrl), snapshot);
    expect(found.unexplained).toEqual({});
    expect(found.invented).toEqual({});
    await prepare({ url: other(server.url), ownerUrl: other(server.ownerUrl) });
    const copy = connect(other(server.url), say, 4);
    const faults: string[] = [];
    await afterRestore(copy.db, manifest.taken_at);
    for await (const one of verify(copy.db)) faults.push(...one.faults);
    expect(faults).toEqual([]);
    await expect(copy.pool.query('create table x ()')).rejects.toMatchObject({ code: '42501' });
    await copy.close();
    await source.close();
  });
});
