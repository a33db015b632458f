import { defineConfig } from 'vitest/config';
import { icons } from './dev/icons.ts';

/**
 * `fast`: rules, without a database. `server`: everything that speaks to PostgreSQL or HTTP. `prove`: the reliability
 * tests of both at full size (npm run prove); in the other two they run small.
 */
// A slow machine is given time, but less than what is remembered holds (10 s) and than a heartbeat takes (20 s): what comes
// only with those was missed.
const patience = { poll: { timeout: 8000 } };

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [icons],
        test: {
          name: 'fast',
          include: ['src/{domain,web}/**/*.test.ts', 'src/*.test.ts', 'dev/**/*.test.ts'],
          isolate: false,
          environment: 'node',
          expect: patience,
          // Some start programs of their own, beside everything else that a machine does.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'prove',
          include: ['src/**/*.proof.test.ts'],
          environment: 'node',
          expect: patience,
          globalSetup: ['src/testing/cluster.ts'],
          testTimeout: 3_600_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'server',
          include: ['src/{server,testing}/**/*.test.ts'],
          // The program is loaded once for all files of a worker.
          isolate: false,
          environment: 'node',
          // As in production: the development build of React takes twice as long for a page.
          env: { NODE_ENV: 'production' },
          setupFiles: ['src/testing/passwords.ts'],
          server: { deps: { external: [/\/build\/server\//] } },
          expect: patience,
          globalSetup: ['src/testing/cluster.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          // Much of a test is waiting: four keep two cores busy.
          maxWorkers: 4,
        },
      },
    ],
  },
});
