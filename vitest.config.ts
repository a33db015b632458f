import { defineConfig } from 'vitest/config';

/** Two projects: rules without a database, and everything that speaks to PostgreSQL or HTTP. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'fast', include: ['src/{domain,web}/**/*.test.ts', 'src/*.test.ts', 'dev/**/*.test.ts'], environment: 'node' } },
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
