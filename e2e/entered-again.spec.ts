/**
 * A bird of last year is entered again on a phone; its two seasons link to each other, and a merchant separates two
 * birds whose rings only look alike.
 */
import { expect } from '@playwright/test';
import { buildLoft, buildSeason } from '#testing/builders.ts';
import { buildEntries } from '#testing/entries.ts';
import { signIn, test } from './support.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a bird of last year is entered again with its known facts, and separated where it is another bird', async ({
  page,
  site,
  context,
}) => {
  const loft = await buildLoft(site.db);
  const last = await buildEntries(site.db, { built: loft });
  const next = await buildEntries(site.db, { built: await buildSeason(site.db, loft, 2027), customer: last.customer });
  const before = await last.order();
  const now = await next.order();

  await signIn(context, site.program, last.customer.token);
  await page.goto(`${site.program}/registrations/${before.id}/pigeons`);
  const fresh = page.getByRole('region', { name: 'New pigeon' });
  await fresh.getByLabel('Ring').fill('BE 26-4100077');
  await fresh.getByLabel('Name').fill('Lowie');
  await fresh.getByLabel('Colour', { exact: true }).fill('Blue bar');
  await fresh.getByText('Eye colour, Hatch year').click();
  await fresh.getByLabel('Hatch year').fill('86');
  await fresh.getByLabel('Breeder').fill('Gaston Wuyts');
  await fresh.getByLabel('Sire').fill('BE 21-4100233');
  await fresh.getByRole('button', { name: 'Enter', exact: true }).click();
  // The entries are still there, and the field shows its error.
  await expect(fresh.getByText('Write the year with four figures, for example 2026.')).toBeVisible();
  await expect(fresh.getByLabel('Breeder')).toHaveValue('Gaston Wuyts');
  await fresh.getByLabel('Hatch year').fill('2026');
  await fresh.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(page.getByText('1 of 3 places have a pigeon')).toBeVisible();

  await page.goto(`${site.program}/registrations/${now.id}/pigeons`);
  await page.getByRole('button', { name: 'Enter BE 26-4100077 again' }).click();
  await expect(page.getByText('1 of 3 places have a pigeon')).toBeVisible();
  for (const known of ['Lowie', 'Blue bar', 'Hatch year: 2026', 'Breeder: Gaston Wuyts', 'BE 21-4100233'])
    await expect(page.getByText(known)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your pigeons of earlier seasons' })).toBeHidden();

  const { id: pigeon_id } = await site.db
    .selectFrom('pigeons')
    .select('id')
    .where('season_id', '=', next.season.season_id)
    .executeTakeFirstOrThrow();
  await context.clearCookies();
  await page.goto(`${site.program}/lofts/${loft.loft.id}/teams/${next.team_id}/pigeons/${pigeon_id}`);
  const life = page.getByRole('region', { name: 'Everything so far' });
  await life.getByRole('link', { name: '2026' }).click();
  await expect(page).toHaveURL(new RegExp(`/teams/${last.team_id}/pigeons/`));
  await expect(life.getByRole('link', { name: '2027' })).toBeVisible();

  await signIn(context, site.program, next.merchant.token);
  await page.goto(`${site.program}/admin/seasons/${next.season.season_id}/pigeons/${pigeon_id}`);
  const same = page.getByRole('region', { name: 'The same pigeon in other seasons' });
  await same.getByLabel('Reason').fill('A ring of 1926');
  await same.getByRole('button', { name: 'It is another pigeon' }).click();
  await expect(same.getByText('No other entry of this pigeon is known here.')).toBeVisible();
  await expect(same.getByText('Another pigeon than before')).toBeVisible();
  await expect(same.getByText('A ring of 1926')).toBeVisible();
  await same.getByRole('button', { name: 'It is this pigeon' }).click();
  await expect(same.getByText('The same pigeon again')).toBeVisible();
  await expect(same.getByRole('link', { name: '2026' })).toBeVisible();
});
