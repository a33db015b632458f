import { realpathSync } from 'node:fs';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArgs, chromiumOnPath } from './dev/browser.ts';
import { icons } from './dev/icons.ts';

/**
 * `fast`: rules, without a database. `server`: everything that speaks to PostgreSQL or HTTP. `components`: single
 * components in a browser, for layout and keyboard. `prove`: the reliability tests of the first two at full size
 * (npm run prove); in those two they run small.
 */
// A slow machine is given time, but less than what is remembered holds (10 s) and than a heartbeat takes (20 s): what comes
// only with those was missed.
const expect = { poll: { timeout: 8000 } };

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
          expect,
          // Some start programs of their own, beside everything else that a machine does.
          testTimeout: 120_000,
        },
      },
      {
        plugins: [icons],
        cacheDir: '.cache/components',
        oxc: { jsx: { runtime: 'automatic' } },
        // The fonts, where node_modules is a link.
        server: { fs: { allow: ['.', realpathSync('node_modules')] } },
        // A library that is found late loads the page again, in the middle of a test.
        optimizeDeps: { entries: ['src/{domain,web}/**/*.{ts,tsx}', '!**/*.test.ts'] },
        test: {
          name: 'components',
          include: ['src/web/**/*.component.test.tsx'],
          setupFiles: ['src/testing/styles.ts'],
          // The page is loaded once for all files.
          isolate: false,
          fileParallelism: false,
          expect,
          testTimeout: 15_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: process.env.CHROMIUM_PATH ?? chromiumOnPath(),
                args: chromiumArgs,
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'prove',
          include: ['src/**/*.proof.test.ts'],
          environment: 'node',
          expect,
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
          setupFiles: ['src/testing/leaks.ts', 'src/testing/passwords.ts'],
          server: { deps: { external: [/\/build\/server\//] } },
          expect,
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
