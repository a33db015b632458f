/**
 * Vitest's setup of the server tests: a file that leaves a timer, a server or a socket open fails. One worker runs many
 * files, and what is left open runs on in all that follow. Connections to a file's database: see database.ts.
 */
import { afterAll, beforeAll } from 'vitest';
import { leakSince, openResources, type Resources } from './open-resources.ts';

let before: Resources;
beforeAll(() => {
  before = openResources();
});
// Registered before the hooks of the file: it runs after them.
afterAll(async () => {
  const leak = await leakSince(before);
  if (leak !== null) throw new Error(leak);
});
