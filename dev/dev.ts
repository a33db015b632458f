/**
 * `npm run dev`: the program of development. The database, the card sandbox and Vite start once; the server is loaded
 * again, in this process, when a file of `src/server` or `src/domain` changes. Pages are reloaded by Vite. What the
 * database and this file import (`server/db/embedded.ts`, `server/config.ts`) is new only after a restart.
 */
import { watch } from 'node:fs';
import { createServer as createProbe } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ViteDevServer } from 'vite';
import { type Config, readConfig } from '#server/config.ts';
import { startSandboxFor } from '#server/processes/sandbox.ts';
import { checkPorts, root, say, startDatabase, version } from '#server/program.ts';
import type * as ServeModule from '#server/serve.ts';
import { createShutdown, type Shutdown } from '#server/shutdown.ts';
import { versionModules } from './module-versions.ts';

/** Editors write a file in several steps. */
const debounce_ms = 50;

const watched = ['src/server', 'src/domain'].map((folder) => join(root, folder));
const modules = versionModules((url) => watched.some((folder) => url.startsWith(pathToFileURL(folder).href)));
const shutdown = createShutdown(say);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void shutdown.begin(signal));
try {
  await develop(readConfig(process.env));
} catch (error) {
  if (shutdown.begun()) await new Promise(() => {});
  await shutdown.stopAll();
  const { name, message, stack } = error as Error;
  process.stderr.write(`${name === 'CannotStart' ? message : stack}\n`);
  process.exit(1);
}

async function develop(config: Config): Promise<void> {
  await checkPorts(config);
  const starting = config.database_url === undefined ? startDatabase(config) : undefined;
  if (starting) shutdown.add(async () => (await starting.catch(() => undefined))?.stop());
  const load = () =>
    import(modules.urlOf(pathToFileURL(join(root, 'src/server/serve.ts')).href)) as Promise<typeof ServeModule>;
  const [embedded, hmrPort] = await Promise.all([starting, freePort(), load()]);
  let here = '';
  const sandbox = await startSandboxFor(config, () => here);
  if (sandbox) shutdown.add(() => sandbox.stop());
  let vite: Promise<ViteDevServer> | undefined;
  const pages = {
    hmrPort,
    // Started with the first request or once the program listens: the start does not wait for it.
    server: () => {
      vite ??= startVite(hmrPort);
      return vite;
    },
  };

  let current: Shutdown | undefined;
  /** One reload after the other: a change during one begins the next. */
  let reloading = Promise.resolve();
  shutdown.add(async () => {
    await reloading;
    await current?.stopAll();
  });
  const start = async () => {
    const own = createShutdown(say);
    current = own;
    const { serve } = await load();
    const { port } = await serve(
      { ...config },
      {
        url: config.database_url ?? embedded!.url,
        ownerUrl: config.database_owner_url ?? embedded?.ownerUrl,
        sandbox: sandbox && { keys: sandbox.keys, sandbox },
        say,
        vite: pages,
      },
      own,
    );
    here = `http://127.0.0.1:${port}`;
  };
  await start();
  say(`Loftline ${version} is up: ${config.public_url ?? `http://localhost:${new URL(here).port}`}`);
  void pages.server().catch((error: Error) => say(`Vite does not start. ${error.stack}`));

  const reload = async () => {
    if (shutdown.begun()) return;
    const began_ms = performance.now();
    await current?.stopAll();
    try {
      await start();
      say(`The server is loaded again: ${Math.round(performance.now() - began_ms)} ms.`);
    } catch (error) {
      await current?.stopAll();
      say(`The server does not start; it is tried again with the next change.\n${(error as Error).stack}`);
    }
  };
  let timer: NodeJS.Timeout | undefined;
  for (const folder of watched) {
    const watcher = watch(folder, { recursive: true }, (_event, file) => {
      if (file === null || !modules.change(pathToFileURL(join(folder, file)).href)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        reloading = reloading.then(reload);
      }, debounce_ms);
    });
    shutdown.add(async () => watcher.close());
  }
}

/** @param hmrPort a separate port for HMR: the server upgrades live sockets only */
async function startVite(hmrPort: number): Promise<ViteDevServer> {
  const before = process.listeners('SIGTERM');
  const { createServer } = await import('vite');
  const vite = await createServer({
    root,
    server: { middlewareMode: true, hmr: { port: hmrPort } },
    appType: 'custom',
  });
  // Vite ends the process on SIGTERM before it has drained.
  for (const listener of process.listeners('SIGTERM'))
    if (!before.includes(listener)) process.removeListener('SIGTERM', listener);
  shutdown.add(() => vite.close());
  return vite;
}

/** A free port of this machine. */
async function freePort(): Promise<number> {
  const probe = createProbe();
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening));
  const { port } = probe.address() as { port: number };
  await new Promise((closed) => probe.close(closed));
  return port;
}
