/** The demo as a visitor has it: its customer registers a team. A program of its own, from an empty database. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startProgram, stopProgram } from '#testing/program.ts';
import english from '../locales/en.json' with { type: 'json' };

test('the customer of the demo registers a team with one choice and one tick', async ({ browser }) => {
  test.setTimeout(240_000);
  const folder = await mkdtemp(join(tmpdir(), 'loftline-demo-'));
  await chmod(folder, 0o711); // as root, PostgreSQL runs as nobody and must pass through
  const program = startProgram({ ROLE: 'all', DEMO: '1', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'info' });
  try {
    const address = `http://localhost:${new URL(await program.up).port}`;
    await expect(() => expect(program.output()).toContain('customer@loftline.example')).toPass({ timeout: 180_000 });
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.goto(`${address}/login?to=/lofts/3/seasons/register`);
    await page.getByLabel('E-mail').fill('customer@loftline.example');
    await page.getByLabel('Password', { exact: true }).fill('Loftline-2026');
    await page.getByRole('button', { name: english.nav.log_in, exact: true }).click();
    await page.getByRole('button', { name: english.register.more.replace('{{name}}', 'Team of three') }).click();
    await page.getByLabel(english.register.accept).check();
    await page.getByRole('button', { name: english.register.send, exact: true }).click();
    await expect(page.getByText(english.orders.done_confirmed)).toBeVisible();
    await context.close();
  } finally {
    await stopProgram(program);
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});
