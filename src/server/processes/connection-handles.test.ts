import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { handleOf, sendHandle } from './connection-handles.ts';

let server: Server;
let client: Socket;
let accepted: Socket;
let other: ChildProcess;
beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  [accepted] = (await once(server, 'connection')) as [Socket];
  other = fork(fileURLToPath(new URL('../../testing/connection-handles-process.ts', import.meta.url)), {
    execArgv: [],
  });
  await once(other, 'spawn');
});
afterEach(() => {
  other.kill('SIGKILL');
  client.destroy();
  server.close();
});

it('data that a client sends right after the other process has answered reaches it, however late it acknowledges the connection', async () => {
  client.once('data', () => client.write('hello'));
  const heard = new Promise((resolve) => {
    other.on('message', (said: string) => said.length < 100 && resolve(said));
  });
  other.send('delay');
  void sendHandle(other, 'take', handleOf(accepted)!).then(() => accepted.destroy());
  expect(await heard).toBe('hello');
});

it('a connection that its client has closed has no handle', async () => {
  accepted.destroy();
  expect(handleOf(accepted)).toBeUndefined();
});

it('a connection that is closed while others are sent before it is skipped', async () => {
  const handle = handleOf(accepted)!;
  const second = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [before] = (await once(server, 'connection')) as [Socket];
  void sendHandle(other, 'keep', handleOf(before)!).then(() => before.destroy());
  const given = sendHandle(other, 'keep', handle);
  accepted.destroy();
  await given;
  second.destroy();
});
