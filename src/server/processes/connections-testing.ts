/** For a test: a process that takes connections, and is slow to let its parent know that it has them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionOf, type Line } from './connections.ts';

const more_than_the_channel_holds = 4 << 20;

process.on('message', (told: 'delay' | 'take' | 'keep', line?: Line) => {
  // Whatever is said from here on, also by Node itself, waits behind this until the process has nothing else to do.
  if (told === 'delay') process.send!('x'.repeat(more_than_the_channel_holds));
  if (told !== 'take' || !line) return;
  const connection = connectionOf(line);
  connection.write('come in');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  const heard = new Promise((resolve) => connection.once('data', (bytes) => resolve(String(bytes))));
  void Promise.race([heard, sleep(2000, 'nothing')]).then((first) => process.send!(first));
});
