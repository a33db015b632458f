import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lineOf, sendLine } from './connections.ts';

let server: Server;
let client: Socket;
let accepted: Socket;
let other: ChildProcess;
beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  [accepted] = (await once(server, 'connection')) as [Socket];
  other = fork(fileURLToPath(new URL('connections-testing.ts', import.meta.url)), { execArgv: [] });
  await once(other, 'spawn');
});
afterEach(() => {
  other.kill('SIGKILL');
  client.destroy();
  server.close();
});

it('what is said right after the other process has answered reaches it, however late it says that it has the connection', async () => {
  client.once('data', () => client.write('hello'));
  const heard = new Promise((resolve) => {
    other.on('message', (said: string) => said.length < 100 && resolve(said));
  });
  other.send('delay');
  void sendLine(other, 'take', lineOf(accepted)!).then(() => accepted.destroy());
  expect(await heard).toBe('hello');
});

it('one that has hung up meanwhile has no line', async () => {
  accepted.destroy();
  expect(lineOf(accepted)).toBeUndefined();
});

it('one that hangs up while others are sent before it is given up', async () => {
  const line = lineOf(accepted)!;
  const second = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [before] = (await once(server, 'connection')) as [Socket];
  void sendLine(other, 'keep', lineOf(before)!).then(() => before.destroy());
  const given = sendLine(other, 'keep', line);
  accepted.destroy();
  await given;
  second.destroy();
});
