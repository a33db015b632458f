/** The start and the shutdown of the program: a supervisor with workers, one of these workers, or a process alone. */
import cluster from 'node:cluster';
import { type Config, readConfig } from './config.ts';
import { checkPorts, processName, say, startDatabase, version } from './program.ts';
import { createShutdown } from './shutdown.ts';

const shutdown = createShutdown(say);

try {
  // Process managers that start this module (pm2) set no process name.
  if (cluster.isWorker && processName !== undefined) {
    const { work } = await import('./processes/worker.ts');
    await work(shutdown, processName);
  } else {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void shutdown.begin(signal));
    const config = readConfig(process.env);
    if (config.processes === 0) await startAlone(config);
    else {
      const { supervise } = await import('./processes/supervisor.ts');
      await supervise(config, shutdown);
    }
  }
} catch (error) {
  // The rest of the start fails without the database: the shutdown has already begun.
  if (shutdown.begun()) await new Promise(() => {});
  await shutdown.stopAll();
  const { name, message, stack, exit_code } = error as Error & { exit_code?: number };
  const expected = name === 'CannotStart';
  // A worker that could not start has reported the reason.
  if (exit_code === undefined) process.stderr.write(`${expected ? message : stack}\n`);
  // EX_CONFIG for errors that the operator can correct.
  process.exit(exit_code ?? (expected ? 78 : 1));
}

/** Everything in this process. */
async function startAlone(config: Config): Promise<void> {
  const { serve } = await import('./serve.ts');
  const { startSandboxFor } = await import('./processes/sandbox.ts');
  await checkPorts(config);
  const starting = config.database_url === undefined ? startDatabase(config) : undefined;
  // Registered before it is up, so that a shutdown during the start leaves no PostgreSQL behind.
  if (starting) shutdown.add(async () => (await starting.catch(() => undefined))?.stop());
  const embedded = await starting;
  /** Known once the program listens. */
  let here = '';
  const sandbox = await startSandboxFor(config, () => here);
  if (sandbox) shutdown.add(() => sandbox.stop());
  const { port, live } = await serve(
    config,
    {
      url: config.database_url ?? embedded!.url,
      ownerUrl: config.database_owner_url ?? embedded?.ownerUrl,
      sandbox: sandbox && { keys: sandbox.keys, sandbox },
      say,
    },
    shutdown,
  );
  embedded?.onRestart(() => live.listenAgain());
  here = `http://127.0.0.1:${port}`;
  say(`Loftline ${version} is up: ${config.public_url ?? `http://localhost:${port}`}`);
}
