/** Finding a Chromium, with a local download host in place of Playwright's. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumShell, findChromium } from './browser.ts';

const program = '#!/bin/sh\necho Chromium 1.2.3\n';
let folder: string;
let empty: string;
let server: Server;
let asked: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loftline-browser-'));
  empty = join(folder, 'empty');
  await mkdir(empty);
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const shell = /(chrome-headless-shell-[^/]*)\.zip/.exec(request.url ?? '')?.[1];
    const zip = zipOf(shell ? `${shell}/chrome-headless-shell` : 'ffmpeg-linux', program);
    response.writeHead(200, { 'content-length': zip.length }).end(zip);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** An environment with an empty PATH, without apt-get, and with a cache of its own. */
function bare(cache: string, host: number) {
  return {
    PATH: empty,
    HOME: folder,
    PLAYWRIGHT_BROWSERS_PATH: join(folder, cache),
    PLAYWRIGHT_DOWNLOAD_HOST: `http://127.0.0.1:${host}`,
  };
}

async function put(path: string, text: string): Promise<string> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, text);
  await chmod(path, 0o755);
  return path;
}

describe.skipIf(process.platform === 'win32')('a Chromium', () => {
  it('is the one of CHROMIUM_PATH, if it runs', async () => {
    const path = await put(join(folder, 'named/mine'), program);
    expect(await findChromium({ PATH: empty, CHROMIUM_PATH: path })).toBe(path);
    await expect(findChromium({ PATH: empty, CHROMIUM_PATH: join(folder, 'none') })).rejects.toThrow(/CHROMIUM_PATH/);
  });

  it('is the machine’s own; a wrapper script that only names a package is skipped', async () => {
    const pointer = await put(join(folder, 'a/chromium'), '#!/bin/sh\necho install the chromium snap >&2\nexit 1\n');
    const chrome = await put(join(folder, 'b/google-chrome'), program);
    expect(await findChromium({ PATH: `${join(pointer, '..')}:${join(chrome, '..')}` })).toBe(chrome);
  });

  it('without windows is used where it is installed and nobody names another', async () => {
    const shell = await put(join(folder, 'c/chromium-headless-shell'), program);
    expect(chromiumShell({ PATH: `${empty}:${join(shell, '..')}` })).toBe(shell);
    expect(chromiumShell({ PATH: join(shell, '..'), CHROMIUM_PATH: shell })).toBeUndefined();
    expect(chromiumShell({ PATH: empty })).toBeUndefined();
  });

  it('is downloaded by Playwright once, where the machine has none', async () => {
    const { port } = server.address() as AddressInfo;
    const path = await findChromium(bare('cache', port));
    expect(path.startsWith(join(folder, 'cache'))).toBe(true);
    expect(asked.some((url) => /chrome-headless-shell-.*\.zip$/.test(url))).toBe(true);
    asked = [];
    expect(await findChromium(bare('cache', port))).toBe(path);
    expect(asked).toEqual([]);
  });
});

/** A zip archive of one executable file, not compressed. */
function zipOf(name: string, text: string): Buffer {
  const content = Buffer.from(text);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0); // version
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(content.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), content]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(0o100755 * 65_536, 6); // Unix mode
  const central = Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, rest, Buffer.from(name)]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06'), end]);
}
