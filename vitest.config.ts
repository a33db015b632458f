import { defineConfig } from 'vitest/config';

/**
 * `fast`: rules, without a database. `server`: everything that speaks to PostgreSQL or HTTP. `prove`: the reliability
 * tests of both at full size (npm run prove); in the other two they run small.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'fast',
          include: ['src/{domain,web}/**/*.test.ts', 'src/*.test.ts', 'dev/**/*.test.ts'],
          environment: 'node',
          // Some start programs of their own, beside everything else that a machine does.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'prove',
          include: ['src/**/*.proof.test.ts'],
          environment: 'node',
          globalSetup: ['src/server/db/test-cluster.ts'],
          testTimeout: 3_600_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['src/server/db/test-cluster.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
