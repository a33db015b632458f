/** What every process of the program knows of itself, and the checks before anything is served. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { type Config, cannotStart } from './config.ts';
import { type Embedded, findDataDir, startEmbedded } from './db/embedded.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };

/** The name that the supervisor gave this process; undefined for one alone. */
export const processName = process.env.PROCESS_NAME;

/** The fields of each log line that name the process. */
export const about = {
  pid: process.pid,
  hostname: hostname(),
  version,
  role: process.env.ROLE || 'all',
  ...(processName !== undefined && { process: processName }),
};

const log = pino({ base: about });
/** Messages of the program itself: a line for people, a log line for a log collector. */
export const say =
  process.env.NODE_ENV === 'production' && !process.stdout.isTTY
    ? (line: string) => log.info(line)
    : (line: string) => void process.stdout.write(`${line}\n`);

/** The embedded database, where the operator names none. */
export async function startDatabase(config: Config): Promise<Embedded> {
  try {
    return await startEmbedded({ dataDir: await dataDirOf(config), log: say });
  } catch (error) {
    throw cannotStart(`The embedded database does not start. ${(error as Error).message}`);
  }
}

export function dataDirOf({ data_dir }: Config): Promise<string> {
  return findDataDir(data_dir === undefined ? {} : { DATA_DIR: data_dir }, root);
}

/** Before the database starts: a program that cannot listen leaves nothing behind. */
export async function checkPorts({ port, live_port, host }: Config): Promise<void> {
  if (port !== 0) await checkPort('PORT', port, host);
  if (live_port !== undefined) await checkPort('LIVE_PORT', live_port, host);
}

async function checkPort(name: string, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? cannotStart(
              `Port ${port} is taken by another program. Stop it, or choose another port: ${name}=${port + 1} npm start`,
            )
          : cannotStart(`Cannot listen on ${host}:${port}: ${error.message}`),
      ),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
