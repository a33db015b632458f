/**
 * What the command line tools share: the database connection, sentences instead of stacks, exit codes. 0: done; 1:
 * failed or refused; 2: called wrongly.
 */
import { fileURLToPath } from 'node:url';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Loft } from '#domain/lofts/contract.ts';
import { isRefusal } from '#domain/refusal.ts';
import { type Config, readConfig } from '#server/config.ts';
// Changes by a tool have the same consequences as in the program.
import '#server/consequences.ts';
import { type Connection, connect, type Tx } from '#server/db/database.ts';
import { findDataDir, hasCluster, startEmbedded } from '#server/db/embedded.ts';
import { allLofts } from '#server/lofts/lofts.ts';
import { prepare } from '#server/prepare.ts';
import { sentenceOf } from '#server/translations.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

export interface ToolConnection {
  config: Config;
  connection: Connection;
  url: string;
  /** The URL of the role that owns the tables; undefined where it was not given. */
  ownerUrl: string | undefined;
  /** How many migrations ran when the tool connected. */
  ran: number;
  close: () => Promise<void>;
}

/**
 * The database of this installation, migrated: `DATABASE_URL`, or the embedded one, which is started if it is not
 * running and stopped again if nobody else uses it. A tool never creates a database: if the address was forgotten, it
 * would work on an empty one. Progress is printed to stderr.
 * @throws Error in one sentence when the database cannot be used.
 */
export async function openForTools(): Promise<ToolConnection> {
  const { config, url, ownerUrl, stop } = await findDatabase();
  let prepared: Awaited<ReturnType<typeof prepare>>;
  try {
    prepared = await prepare({ url, ownerUrl });
  } catch (error) {
    await stop();
    throw cannot(whyNoDatabase(error, url));
  }
  const connection = connect(url, () => {}, 4, null); // the query that was running reports a lost connection
  return {
    config,
    connection,
    url,
    ...prepared,
    async close() {
      await connection.close();
      await stop();
    },
  };
}

export interface FoundDatabase {
  config: Config;
  url: string;
  /** The URL of the role that owns the tables; undefined where it was not given. */
  ownerUrl: string | undefined;
  /** The URL of the superuser of the embedded database. */
  superUrl: string | undefined;
  /** Where uploaded files, secrets and the embedded database lie. */
  dataDir: string;
  /** Releases the embedded database; the last user stops it. */
  stop(): Promise<void>;
}

/**
 * The database of this installation, running and not migrated.
 * @throws Error in one sentence when there is none.
 */
export async function findDatabase(): Promise<FoundDatabase> {
  const config = environment();
  const dataDir = await dataDirOf(config);
  if (config.database_url !== undefined) {
    const { database_url: url, database_owner_url: ownerUrl } = config;
    return { config, url, ownerUrl, superUrl: undefined, dataDir, async stop() {} };
  }
  const embedded = await startDatabase(dataDir);
  const { url, ownerUrl, superUrl } = embedded;
  return { config, url, ownerUrl, superUrl, dataDir, stop: () => embedded.stop() };
}

/** The data folder of this installation. */
export function dataDirOf({ data_dir }: Config): Promise<string> {
  return findDataDir(data_dir === undefined ? {} : { DATA_DIR: data_dir }, root);
}

/** Runs a tool and sets its exit code; an error is printed as a sentence. */
export async function runTool(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    const { message, stack, exitCode } = error as Error & { exitCode?: number };
    // An error without an exit code is a bug and keeps its stack.
    process.stderr.write(`${isRefusal(error) ? sentenceOf(error, 'en') : exitCode === undefined ? stack : message}\n`);
    process.exitCode = exitCode ?? 1;
  }
}

/** A refusal by the tool: the message is printed as it stands, with exit code 1. */
export function cannot(message: string): Error {
  return Object.assign(new Error(message), { exitCode: 1 });
}

/** The error of a wrong call, with exit code 2. */
export function wrongCall(message: string): Error {
  return Object.assign(new Error(message), { exitCode: 2 });
}

/**
 * The flags of a call; `--help` prints the text and gives null.
 * @throws Error with exit code 2 for a flag that does not exist or lacks its value.
 */
export function readFlags<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  help: string,
  args: readonly string[] = process.argv.slice(2),
) {
  const known: ParseArgsConfig['options'] = { ...options, help: { type: 'boolean' } };
  const parse = () => parseArgs({ args: [...args], options: known, allowPositionals: true });
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse();
  } catch (error) {
    throw wrongCall(`${(error as Error).message.split('. ')[0]}. See --help.`);
  }
  if (parsed.values.help) {
    process.stdout.write(`${help.trim()}\n`);
    return null;
  }
  type Values = { [Name in keyof Options]?: Options[Name]['type'] extends 'string' ? string : true };
  return { values: parsed.values as Values, positionals: parsed.positionals };
}

/**
 * A number given as a flag.
 * @throws Error with exit code 2 for what is no number or lies outside.
 */
export function numberFlag(name: string, text: string, { above = 0, upTo = 1e9, whole = false } = {}): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value > above && value <= upTo && (!whole || Number.isInteger(value))) return value;
  throw wrongCall(
    `--${name} "${text}" is not a ${whole ? 'whole ' : ''}number above ${above} and not above ${upTo}. See --help.`,
  );
}

/**
 * A name given as a flag, trimmed.
 * @throws Error with exit code 2 if it is blank, too long or has control characters.
 */
export function nameFlag(name: string, text: string, most: number): string {
  const value = text.trim();
  const count = Array.from(value).length;
  if (count >= 1 && count <= most && !/[\p{Cc}\p{Cs}]/u.test(value)) return value;
  throw wrongCall(`--${name} must have 1 to ${most} characters, and no control characters.`);
}

/**
 * The loft by its id or exact name (case-insensitive); undefined for a name that no loft has.
 * @throws Error with the list of lofts, for an id that no loft has.
 */
export async function loftBy(tx: Tx, text: string): Promise<Loft | undefined> {
  const lofts = await allLofts(tx);
  if (!isId(text)) return lofts.find((loft) => loft.name.toLowerCase() === text.toLowerCase());
  const found = lofts.find((loft) => loft.id === Number(text));
  if (!found) throw cannot(`There is no loft ${text}. ${whatExists('loft', lofts)}`);
  return found;
}

export function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}

/** `There are the lofts 1 "Serra Alta", 2 "Blackmoor".` */
export function whatExists(noun: string, found: readonly { id: number; name: string }[]): string {
  const shown = found.slice(0, 20).map(({ id, name }) => `${id} "${name}"`);
  if (!shown.length) return `There is no ${noun} at all.`;
  return `There ${found.length === 1 ? 'is the' : 'are the'} ${noun}${found.length === 1 ? '' : 's'} ${shown.join(', ')}${found.length > shown.length ? ` and ${found.length - shown.length} more` : ''}.`;
}

/** The settings of the environment; a wrong one ends the tool with exit code 2. */
export function environment(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    throw wrongCall((error as Error).message);
  }
}

async function startDatabase(dataDir: string) {
  const log = (line: string) => process.stderr.write(`${line}\n`);
  try {
    if (!hasCluster(dataDir))
      throw new Error(
        `There is no database in ${dataDir}: set DATABASE_URL to the program's database, or DATA_DIR to its folder; "npm start" makes a new one.`,
      );
    return await startEmbedded({ dataDir, log });
  } catch (error) {
    throw cannot((error as Error).message);
  }
}

/** Node reports connection errors of several addresses as one AggregateError without a message. */
function whyNoDatabase(error: unknown, url: string): string {
  const { name, message, code, errors } = error as Error & { code?: string; errors?: Error[] };
  if (name === 'CannotStart') return message;
  return `The database ${new URL(url).host} cannot be used: ${message || errors?.[0]?.message || code}`;
}
