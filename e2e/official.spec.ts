/** A flown race is closed by hand, published, and made official by two people; anybody checks what they signed. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { buildLoftWithoutDisputes, buildPerson } from '#testing/builders.ts';
import { linesOfPdf } from '#testing/pdf-text.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, raceInTheAir, seriousIn, signIn, test } from './support.ts';

const { official, flights, late } = english;

test('two people make a result official, the second without a script; a reader checks it on the own device', async ({
  browser,
  site,
}) => {
  const race = await raceInTheAir(site, 4, await buildLoftWithoutDisputes(site.db));
  const clock = await clockOf(site, race, 'North trap');
  for (let bird = 0; bird < 3; bird += 1) await clock(bird, 100 + bird);
  // Home, but after the closing below.
  await clock(3, 170);
  const own = `${site.program}/admin/seasons/${race.season_id}/flights/${race.flight_id}`;
  const as = async (first_name: string, more: object = {}) => {
    const entries = [{ loft_id: race.loft.id, entry: { is_merchant: true } }];
    const { token } = await buildPerson(site.db, { first_name, entries });
    const context = await browser.newContext({ locale: 'en-GB', ...more });
    await signIn(context, site.program, token);
    return context.newPage();
  };
  const ines = await as('Inês');
  const tiago = await as('Tiago', { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  // Closed by hand: the error stands at its field, and what was written stays.
  await ines.goto(own);
  await ines.getByText(flights.close, { exact: true }).first().click();
  const closing = ines.locator('form', { has: ines.getByRole('button', { name: flights.close, exact: true }) });
  await closing.getByLabel(flights.closing_day).fill('2090-01-01');
  await closing.getByLabel(flights.release_time).fill('12:00');
  await closing.getByLabel(flights.public_reason).fill('All that came are home');
  await closing.getByRole('button', { name: flights.close, exact: true }).click();
  await expect(closing.getByText(english.refusals.closing_in_future)).toBeVisible();
  await expect(closing.getByLabel(flights.public_reason)).toHaveValue('All that came are home');
  const at = new Date(race.release_ms + 150 * 60_000);
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: race.loft.time_zone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at);
  await closing.getByLabel(flights.closing_day).fill(local.slice(0, 10));
  await closing.getByLabel(flights.release_time).fill(local.slice(11, 16));
  await closing.getByRole('button', { name: flights.close, exact: true }).click();
  await ines.locator('summary').filter({ hasText: flights.publish }).click();
  await ines.getByRole('button', { name: flights.publish }).click();

  const box = ines.getByRole('region', { name: official.title });
  await expect(box).toContainText('Home: 3 of 4');
  await expect(box).toContainText(official.nothing_owed);
  expect(await seriousIn(ines)).toEqual([]);
  await box.getByRole('button', { name: official.sign, exact: true }).click();
  await expect(box).toContainText(english.refusals.result_signed);
  await expect(box.getByRole('button')).toHaveCount(0);

  await tiago.goto(own);
  await expect(tiago.getByRole('region', { name: official.title })).toContainText('Signed: Inês');
  await tiago.getByRole('button', { name: official.sign_second }).click();
  const signed = tiago.getByRole('region', { name: official.title });
  await expect(signed).toContainText('Signed: Inês');
  await expect(signed).toContainText('Signed: Tiago');
  await expect(signed.getByRole('button')).toHaveCount(0);

  const reader = await browser.newPage({ locale: 'en-GB' });
  await reader.goto(`${site.program}${race.path}?tab=info`);
  const seal = reader.getByRole('region', { name: official.title });
  await seal.getByText(english.before_release.check).click();
  const waiting = reader.waitForEvent('download');
  await seal.getByRole('link', { name: official.download }).click();
  const file = await (await waiting).path();
  await seal.getByLabel(english.before_release.choose).setInputFiles(file);
  await expect(seal.getByText(official.same)).toBeVisible();
  await seal.getByLabel(english.before_release.choose).setInputFiles({
    name: 'other.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('1\tmine\n'),
  });
  await expect(seal.getByText(official.other)).toBeVisible();
  expect(await seriousIn(reader)).toEqual([]);

  await reader.goto(`${site.program}${race.path}`);
  const outside = reader.getByRole('region', { name: late.title });
  await expect(outside.getByRole('listitem')).toHaveCount(1);
  expect(await seriousIn(reader)).toEqual([]);

  // The certificate rests on the signed result, and leads back to it.
  const place = `${site.program}${race.path}/places/${race.pigeon_ids[1]}`;
  await reader.goto(place);
  const link = reader.getByRole('link', { name: english.certificate.title });
  await expect(link).toHaveAttribute('href', `${race.path}/places/${race.pigeon_ids[1]}/certificate.pdf`);
  const answer = await reader.request.get(`${place}/certificate.pdf`);
  expect(answer.headers()['content-type']).toBe('application/pdf');
  const [lines, ...more] = await linesOfPdf(await answer.body());
  expect(more).toEqual([]);
  const said = lines!.join('\n');
  const signedResult = await readFile(file, 'utf8');
  const fingerprint = createHash('sha256').update(signedResult).digest('hex');
  for (const part of ['2', race.rings[1]!, english.certificate.version.replace('{{n}}', '1')])
    expect(said).toContain(part);
  expect(said.replaceAll(' ', '')).toContain(fingerprint.slice(0, 8));
  // Those of the first birds are one file, a page each.
  const all = await reader.request.get(`${site.program}${race.path}/certificates.pdf`);
  const pages = await linesOfPdf(await all.body());
  expect(pages).toHaveLength(3);
  expect(pages[1]!.join('\n')).toContain(race.rings[1]!);
  // A bird that has no place has none.
  expect(
    (await reader.request.get(`${site.program}${race.path}/places/${race.pigeon_ids[3]}/certificate.pdf`)).status(),
  ).toBe(404);
  for (const page of [ines, tiago, reader]) await page.context().close();
});
