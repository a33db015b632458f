/** The browser tests: two at a time, each of the two with a real program with the built pages and a Chromium of its own. */
import { defineConfig } from '@playwright/test';
import { chromiumArgs, chromiumShell, findChromium } from './dev/browser.ts';

const shell = process.env.CHROMIUM_SHELL ?? chromiumShell();
const chromium = process.env.CHROMIUM_PATH ?? (await findChromium());
// For the workers, which read this file again.
process.env.CHROMIUM_PATH = chromium;
if (shell) process.env.CHROMIUM_SHELL = shell;

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/playwright',
  // Most of a test is waiting for a page: one alone leaves half of two cores idle.
  workers: 2,
  // The longest take a whole day of a loft, and a machine may be busy.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // A browser on two cores is now and then late by itself; what passes only then is named as flaky.
  retries: 1,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    // Only the tests that are about the worker have one: it answers before what a test says of the network.
    serviceWorkers: 'block',
    timezoneId: 'Europe/Brussels',
    launchOptions: {
      executablePath: shell ?? chromium,
      args: chromiumArgs,
    },
  },
});
