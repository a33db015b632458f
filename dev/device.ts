/**
 * The clocks of a loft from the command line: register one, list them, revoke one.
 *   npm run -s device -- --loft "Serra Alta" --name "Clock 1"
 */
import { plainDevice } from '#domain/devices/device.ts';
import type { Database } from '#server/db/database.ts';
import { enterDevice, revokeDevice } from '#server/devices/devices.ts';
import { allLofts } from '#server/lofts/lofts.ts';
import {
  cannot,
  isId,
  loftBy,
  nameFlag,
  openForTools,
  readFlags,
  runTool,
  whatExists,
  wrongCall,
} from './connection.ts';

const help = `
npm run -s device -- --loft LOFT --name NAME    register a clock and print its key, once
npm run -s device -- --list [--loft LOFT]       list clocks
npm run -s device -- --revoke ID                from now on the clock's key opens nothing; its readings stay

  --loft LOFT   id or exact name of the loft
  --name NAME   what people call the clock, up to 64 characters
The key is the last line of the output and is kept nowhere else: put it into the clock now.
`;

const flags = {
  loft: { type: 'string' },
  name: { type: 'string' },
  list: { type: 'boolean' },
  revoke: { type: 'string' },
} as const;

async function main(): Promise<number> {
  const call = readFlags(flags, help);
  if (!call) return 0;
  const { loft, list, revoke } = call.values;
  const name = call.values.name === undefined ? undefined : nameFlag('name', call.values.name, 64);
  if (call.positionals.length) throw wrongCall(`"${call.positionals[0]}" belongs to no flag. See --help.`);
  if ([name !== undefined, list, revoke !== undefined].filter(Boolean).length !== 1)
    throw wrongCall('Say one of --name, --list and --revoke. See --help.');
  if (revoke !== undefined && !isId(revoke)) throw wrongCall(`--revoke "${revoke}" is not the id of a clock.`);
  if (name !== undefined && loft === undefined) throw wrongCall('Say with --loft whose clock it is.');

  const { connection, close } = await openForTools();
  try {
    const { db } = connection;
    if (revoke !== undefined) await revokeClock(db, Number(revoke));
    else if (name !== undefined) await registerClock(db, loft!, name);
    else await listClocks(db, loft);
    return 0;
  } finally {
    await close();
  }
}

async function registerClock(db: Database, loft: string, name: string): Promise<void> {
  const { id: loft_id, name: loft_name } = await existingLoft(db, loft);
  const clocks = await clocksOf(db, loft_id);
  const taken = clocks.find((clock) => clock.revoked_at === null && clock.name.toLowerCase() === name.toLowerCase());
  if (taken) throw cannot(`"${loft_name}" has a clock ${taken.id} "${taken.name}" already; choose another name.`);
  const act = { by: null, now_ms: Date.now() };
  const { device_id, key } = await db
    .transaction()
    .execute((tx) => enterDevice(tx, act, loft_id, { ...plainDevice, kind: 'clock', name }));
  print(`Clock ${device_id} "${name}" of "${loft_name}". Its key, shown this once:`);
  print(key!);
}

async function listClocks(db: Database, loft: string | undefined): Promise<void> {
  const only = loft === undefined ? undefined : await existingLoft(db, loft);
  for (const { id, name } of only ? [only] : await allLofts(db)) {
    for (const clock of await clocksOf(db, id)) {
      const state = clock.revoked_at === null ? 'in use' : `revoked ${clock.revoked_at}`;
      print([clock.id, name, clock.name, `registered ${clock.created_at}`, state].join('\t'));
    }
  }
}

async function revokeClock(db: Database, device_id: number): Promise<void> {
  const clock = (await clocksOf(db)).find(({ id }) => id === device_id);
  if (!clock) throw cannot(`There is no clock ${device_id}. List them with --list.`);
  await db.transaction().execute((tx) => revokeDevice(tx, { loft_id: clock.loft_id, device_id }));
  print(clock.revoked_at === null ? `Clock ${device_id} "${clock.name}" is revoked.` : `It was revoked already.`);
}

async function existingLoft(db: Database, text: string) {
  const loft = await loftBy(db, text);
  if (!loft) throw cannot(`There is no loft "${text}". ${whatExists('loft', await allLofts(db))}`);
  return loft;
}

function clocksOf(db: Database, loft_id?: number) {
  let clocks = db.selectFrom('devices').select(['loft_id', 'id', 'name', 'created_at', 'revoked_at']);
  if (loft_id !== undefined) clocks = clocks.where('loft_id', '=', loft_id);
  return clocks.orderBy('id').execute();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (import.meta.main) await runTool(main);
