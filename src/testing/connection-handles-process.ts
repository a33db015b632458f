/** For a test: a process that receives connections, and is slow to acknowledge them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectionHandle, connectionOf } from '#server/processes/connection-handles.ts';

const more_than_the_channel_holds = 4 << 20;

process.on('message', (message: 'delay' | 'take' | 'keep', handle?: ConnectionHandle) => {
  // Later messages, also Node's own, wait behind this one until the process is idle.
  if (message === 'delay') process.send!('x'.repeat(more_than_the_channel_holds));
  if (message !== 'take' || !handle) return;
  const connection = connectionOf(handle);
  connection.write('come in');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  const heard = new Promise((resolve) => connection.once('data', (bytes) => resolve(String(bytes))));
  void Promise.race([heard, sleep(2000, 'nothing')]).then((first) => process.send!(first));
});
