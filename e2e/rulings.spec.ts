/** Rulings from their page: what one changes is seen before it is made, and a prize takes a second person. */
import { expect, type Page } from '@playwright/test';
import { clockOf as clockAt } from '#domain/day.ts';
import { transact } from '#server/db/transaction.ts';
import { closeFlight, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { buildPerson } from '#testing/builders.ts';
import { pdfOf } from '#testing/files.ts';
import { buildFinal } from '#testing/finals.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, desktop, overflow, pageOf, type Race, type Site, seriousIn, test } from './support.ts';

const { release, ruling } = english;

/** A final whose first four birds are home, after 200 minutes and half a minute between each. */
async function finalAtHome(site: Site) {
  const release_time = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 5 * 3_600_000).toISOString();
  const final = await buildFinal(site.db, { birds: 8, release_time });
  const { race, flight_id } = final;
  const clock = await clockOf(site, { ...race, flight_id } as Race, 'North trap');
  for (let bird = 0; bird < 4; bird += 1) await clock(bird, 200 + bird / 2);
  const own = `${site.program}/admin/seasons/${race.season_id}/flights/${flight_id}`;
  const at = (minutes: number) => clockAt(race.release_ms + minutes * 60_000, race.loft.time_zone);
  return { ...final, own, at };
}

/** After midnight the day is another than that of the release. */
async function seenAt(page: Page, { date, time }: { date: string; time: string }) {
  await page.getByLabel(ruling.day, { exact: true }).fill(date);
  await page.getByLabel(ruling.time_seen).fill(time);
}

test('a bird without a reading comes in: its effect is seen, Marta sends it, Inês signs it, and it is withdrawn by another', async ({
  browser,
  site,
}) => {
  const { own, at, ringOf, marta, ines } = await finalAtHome(site);
  const page = await pageOf(browser, site, marta, desktop);
  await page.goto(`${own}/control`);
  await page.getByRole('region', { name: english.control.not_home }).getByText(ringOf(5).slice(-3)).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ruling.kind_manual);
  await expect(page.getByLabel(ruling.ring)).toHaveValue(ringOf(5));
  // A time that is none is refused at its field, and nothing typed is lost.
  await page.getByLabel(ruling.time_seen).fill('noon');
  await page.getByRole('button', { name: ruling.show_effect }).click();
  await expect(page.getByLabel(ruling.time_seen)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel(ruling.ring)).toHaveValue(ringOf(5));
  await seenAt(page, at(200));
  await page.getByRole('button', { name: ruling.show_effect }).click();

  const effect = page.getByRole('region', { name: ruling.effect });
  await expect(effect.getByRole('row').filter({ hasText: ringOf(5).slice(-3) })).toContainText('€500');
  await expect(page.getByText(ruling.not_made)).toBeVisible();
  await expect(page.getByText(english.rulebook.manual_last_of_drop)).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('textbox', { name: ruling.reason }).fill('Camera 2 shows it on the board. Tiago read its ring.');
  await expect(page.getByRole('listitem').filter({ hasText: 'Tiago Nunes' })).toContainText(ruling.is_witness);
  await effect.getByRole('link', { name: ruling.view_all }).click();
  await expect(page).toHaveURL(/all=1/);
  await expect(page.getByRole('textbox', { name: ruling.reason })).toHaveValue(/Camera 2/);
  await page.getByRole('button', { name: ruling.do_prepare }).click();
  await expect(page.getByText(ruling.prepared, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: ruling.sign })).toHaveCount(0);
  expect(await seriousIn(page)).toEqual([]);

  const second = await pageOf(browser, site, ines);
  await second.goto(`${own}/control`);
  await second.getByRole('link', { name: `Ruling 1: ${ruling.kind_manual}` }).click();
  await expect(second.getByRole('button', { name: ruling.sign })).toBeVisible();
  expect(await overflow(second)).toBe(0);
  await second.getByRole('button', { name: ruling.sign }).click();
  await expect(second.getByText(ruling.made, { exact: true })).toBeVisible();
  expect(await seriousIn(second)).toEqual([]);

  // Nothing is edited: it is withdrawn by the next one.
  await second.getByRole('link', { name: ruling.withdraw }).click();
  await expect(
    second.getByRole('region', { name: ruling.effect }).getByText(ruling.out, { exact: true }),
  ).toBeVisible();
  expect(await overflow(second)).toBe(0);
  await second.getByRole('textbox', { name: ruling.reason }).fill('It was another bird.');
  await second.getByRole('button', { name: ruling.do_prepare }).click();
  await expect(second.getByText(ruling.prepared, { exact: true })).toBeVisible();
  await page.goto(`${own}/rulings/2`);
  await page.locator('summary').filter({ hasText: ruling.refuse }).click();
  await page.getByLabel(ruling.because, { exact: true }).fill('I saw it too.');
  await page.getByRole('button', { name: ruling.refuse }).click();
  await expect(page.getByText('Refused by Marta Lopes')).toBeVisible();
  await page.goto(`${own}/rulings`);
  await expect(page.getByRole('region', { name: ruling.title }).getByRole('listitem')).toHaveCount(2);
  await page.context().close();
  await second.context().close();
});

test('two birds are exchanged: what each flew is seen before, and “why this place?” names it', async ({
  browser,
  site,
}) => {
  const { own, race, flight_id, marta, ines, ringOf, at } = await finalAtHome(site);
  const page = await pageOf(browser, site, marta);
  await page.goto(`${own}/rulings/create?kind=exchanged`);
  await page.getByLabel(ruling.ring).fill(ringOf(0));
  await page.getByLabel(ruling.other_ring).fill(ringOf(0));
  await page.getByRole('button', { name: ruling.show_effect }).click();
  await expect(page.getByText(english.refusals.exchange_itself)).toBeVisible();
  await page.getByLabel(ruling.other_ring).fill(ringOf(6));
  await page.getByRole('button', { name: ruling.show_effect }).click();
  const effect = page.getByRole('region', { name: ruling.effect });
  await expect(effect.getByRole('row').filter({ hasText: ringOf(6).slice(-3) })).toContainText('3:20:00.000');
  expect(await overflow(page)).toBe(0);
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('textbox', { name: ruling.reason }).fill('The film shows the rings.');
  await page.getByLabel(english.upload.choose_one).setInputFiles({
    name: 'statement.pdf',
    mimeType: 'application/pdf',
    buffer: pdfOf(),
  });
  await expect(page.getByRole('link', { name: 'statement.pdf' })).toBeVisible();
  await page.getByRole('button', { name: ruling.do_prepare }).click();
  await expect(page.getByText(ruling.prepared, { exact: true })).toBeVisible();
  const second = await pageOf(browser, site, ines, desktop);
  await second.goto(`${own}/rulings/1`);
  await expect(second.getByRole('link', { name: 'statement.pdf' })).toBeVisible();
  await second.getByRole('button', { name: ruling.sign }).click();
  await expect(second.getByText(ruling.made, { exact: true })).toBeVisible();
  await second.goto(`${site.program}/lofts/${race.loft.id}/flights/${flight_id}/places/${race.pigeon_ids[6]}`);
  await expect(second.getByText(ruling.kind_exchanged)).toBeVisible();
  // All birds fly twelve seconds less: nobody moves, and that is said with the sums.
  const { date, time } = at(0);
  await second.goto(`${own}/rulings/create?kind=release&date=${date}&time=${time}:12&show=1`);
  await expect(second.getByText(ruling.nothing)).toBeVisible();
  await expect(second.getByRole('region', { name: ruling.effect })).toContainText('-12');
  await page.context().close();
  await second.context().close();
});

test('a later group of the release takes a second person where it moves a prize; a first release moves its own group only', async ({
  browser,
  site,
}) => {
  const { own, race, flight_id, marta, ines, ringOf, at } = await finalAtHome(site);
  const page = await pageOf(browser, site, marta);
  await page.goto(`${own}/release`);
  await expect(page.getByText(english.refusals.group_by_ruling)).toBeVisible();
  expect(await overflow(page)).toBe(0);
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('link', { name: release.group_later }).click();
  await expect(page.getByRole('combobox', { name: release.groups })).toHaveValue('2');
  await page.getByLabel(ruling.time_release).fill(at(300).time);
  await page.getByLabel(release.group_rings_field).fill(`${ringOf(2)}\n${ringOf(3)}`);
  await page.getByRole('button', { name: ruling.show_effect }).click();
  // The time is refused at its field, and nothing typed is lost.
  await expect(page.getByLabel(ruling.time_release)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel(release.group_rings_field)).toHaveValue(new RegExp(ringOf(3)));
  await page.getByLabel(ruling.time_release).fill(at(2).time);
  await page.getByRole('button', { name: ruling.show_effect }).click();
  const effect = page.getByRole('region', { name: ruling.effect });
  await expect(effect.getByRole('row').filter({ hasText: ringOf(2).slice(-3) })).toContainText('3:19:00');
  await expect(page.getByRole('region', { name: ruling.kind_release_group }).last()).toContainText('Birds: 2');
  expect(await overflow(page)).toBe(0);
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('textbox', { name: ruling.reason }).fill('The driver opened the second side later.');
  await page.getByRole('button', { name: ruling.do_prepare }).click();
  await expect(page.getByText(ruling.prepared, { exact: true })).toBeVisible();

  const second = await pageOf(browser, site, ines, desktop);
  await second.goto(`${own}/rulings/1`);
  await second.getByRole('button', { name: ruling.sign }).click();
  await expect(second.getByText(ruling.made, { exact: true })).toBeVisible();
  await expect(second.getByRole('link', { name: ruling.withdraw })).toHaveAttribute(
    'href',
    /kind=release_group&group=2/,
  );

  const { date, time } = at(-1);
  await page.goto(`${own}/rulings/create?kind=release&date=${date}&time=${time}`);
  const first = 'This moves the first group only. Later groups keep their release: 2';
  await expect(page.getByText(first)).toBeVisible();
  await page.getByRole('button', { name: ruling.show_effect }).click();
  await expect(effect.getByText(first)).toBeVisible();
  expect(await overflow(page)).toBe(0);
  await page.getByRole('textbox', { name: ruling.reason }).fill('The film shows the first side.');
  await page.getByRole('button', { name: new RegExp(`${ruling.do_prepare}|${ruling.do_make}`) }).click();
  await expect(page.getByText(new RegExp(`^(${ruling.prepared}|${ruling.made})$`)).first()).toBeVisible();
  await second.goto(`${own}/rulings/2`);
  await expect(second.getByText(first)).toBeVisible();
  const sign = second.getByRole('button', { name: ruling.sign });
  if ((await sign.count()) > 0) await sign.click();
  await expect(second.getByText(ruling.made, { exact: true }).first()).toBeVisible();
  await page.goto(`${site.program}/lofts/${race.loft.id}/flights/${flight_id}?tab=info`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Ruling 2' })).toContainText(first);
  await expect(page.getByRole('listitem').filter({ hasText: ruling.kind_release_group })).toContainText('Birds: 2');
  await page.context().close();
  await second.context().close();
});

test('its bird is found by part of the ring; what a clock read of it is said before; who cannot sign reads why', async ({
  browser,
  site,
}) => {
  const { own, at, ringOf, marta, tiago, ines } = await finalAtHome(site);
  const page = await pageOf(browser, site, marta);
  await page.goto(`${own}/rulings/create?kind=manual`);
  await page.getByRole('button', { name: ruling.show_effect }).click();
  await expect(page.getByLabel(ruling.ring)).toBeFocused();
  await expect(page.getByText(english.refusals.error_required)).toHaveCount(2);
  await page.getByLabel(ruling.ring).fill(ringOf(2).slice(0, 2));
  await seenAt(page, at(200.25));
  await page.getByRole('button', { name: ruling.show_effect }).click();
  const birds = page.getByRole('navigation', { name: ruling.choose_bird });
  await expect(birds.getByRole('link')).toHaveCount(8);
  expect(await overflow(page)).toBe(0);
  expect(await seriousIn(page)).toEqual([]);
  await birds.getByRole('link', { name: ringOf(2) }).click();
  await expect(page.getByRole('region', { name: ruling.rule })).toContainText(ruling.read_repeated);
  // It was read before that.
  await page.goto(`${own}/rulings/create?kind=manual`);
  await page.getByLabel(ruling.ring).fill(ringOf(0));
  await seenAt(page, at(210));
  await page.getByRole('button', { name: ruling.show_effect }).click();
  await expect(page.getByText(english.refusals.pigeon_home)).toBeVisible();

  await page.goto(`${own}/rulings/create?kind=disqualified&show=1&ring=${encodeURIComponent(ringOf(1))}`);
  await page.getByRole('textbox', { name: ruling.reason }).fill('Tiago saw it.');
  await page.getByRole('button', { name: ruling.do_prepare }).click();
  await expect(page.getByText(english.refusals.ruling_own)).toBeVisible();
  const admin = await buildPerson(site.db, { is_admin: true });
  for (const [who, why] of [
    [tiago, english.refusals.ruling_witness],
    [admin, english.refusals.ruling_of_loft],
  ] as const) {
    const other = await pageOf(browser, site, who, desktop);
    await other.goto(`${own}/rulings/1`);
    await expect(other.getByText(why)).toBeVisible();
    await expect(other.getByRole('button', { name: ruling.sign })).toHaveCount(0);
    await expect(other.getByText(ruling.refuse, { exact: true })).toHaveCount(0);
    await other.context().close();
  }
  const second = await pageOf(browser, site, ines, desktop);
  await second.goto(`${own}/rulings/1`);
  await expect(second.getByRole('button', { name: ruling.sign })).toBeVisible();
  await second.context().close();
  await page.context().close();
});

test('a distance by a ruling has it as its source on the page of the flight and in “why this place?”; one that waits stands before the signatures', async ({
  browser,
  site,
}) => {
  const { own, at, race, flight_id, ringOf, marta } = await finalAtHome(site);
  const page = await pageOf(browser, site, marta);
  const rule = async (query: string, button: string) => {
    await page.goto(`${own}/rulings/create?${query}&show=1`);
    await page.getByRole('textbox', { name: ruling.reason }).fill('Measured again');
    await page.getByRole('button', { name: button }).click();
  };
  await rule('kind=distance&distance=401', ruling.do_make);
  await expect(page.getByText(ruling.made, { exact: true }).first()).toBeVisible();
  const flight = `${site.program}/lofts/${race.loft.id}/flights/${flight_id}`;
  const source = 'Ruling 1: The distance is another';
  await page.goto(`${flight}?tab=info`);
  await expect(page.getByRole('link', { name: source })).toHaveAttribute('href', /#ruling-1$/);
  await expect(page.getByText('Made by Marta Lopes')).toBeVisible();
  await page.goto(`${flight}/places/${race.pigeon_ids[0]}`);
  await expect(page.getByRole('link', { name: source })).toBeVisible();
  await expect(page.getByText(english.rules.distance_stated)).toHaveCount(0);

  const key = { loft_id: race.loft.id, flight_id };
  await transact(site.db, async (tx) =>
    closeFlight(tx, await lockFlight(tx, key), new Date(race.release_ms + 240 * 60_000).toISOString()),
  );
  await transact(site.db, async (tx) => moveFlight(tx, await lockFlight(tx, key), 'publish'));
  const { date, time } = at(200);
  await rule(`kind=manual&ring=${encodeURIComponent(ringOf(5))}&date=${date}&time=${time}`, ruling.do_prepare);
  await expect(page.getByText(ruling.prepared, { exact: true }).first()).toBeVisible();
  await page.goto(own);
  const toSign = page.getByRole('region', { name: english.official.title });
  await expect(toSign.getByRole('link', { name: 'Rulings that wait for a second person: 1' })).toBeVisible();
  await expect(toSign.getByRole('button', { name: english.official.sign })).toBeDisabled();
  expect(await overflow(page)).toBe(0);
  await page.context().close();
});

test('without a script the same page shows what a ruling changes and makes it', async ({ browser, site }) => {
  const { own, marta, ringOf } = await finalAtHome(site);
  const page = await pageOf(browser, site, marta, { ...desktop, javaScriptEnabled: false });
  await page.goto(own);
  await page.getByRole('link', { name: ruling.title }).click();
  await page.getByRole('link', { name: ruling.kind_distance }).click();
  await page.getByRole('textbox', { name: 'Distance' }).fill('401.5');
  await page.getByRole('button', { name: ruling.show_effect }).click();
  await expect(page.getByText(ruling.nothing)).toBeVisible();
  await page.getByRole('textbox', { name: ruling.reason }).fill('The point was measured again.');
  await page.getByRole('button', { name: ruling.do_make }).click();
  await expect(page.getByText(ruling.made, { exact: true }).first()).toBeVisible();
  // What counts already is refused at its field.
  await page.goto(`${own}/rulings/create?kind=distance&distance=401.5&show=1`);
  await expect(page.getByRole('textbox', { name: 'Distance' })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(english.refusals.ruling_same)).toHaveCount(1);
  // An entry is found by the ring of its bird and chosen.
  await page.goto(`${own}/rulings/create?kind=void`);
  await expect(page.getByRole('radio')).toHaveCount(4);
  await page.getByLabel(ruling.ring).fill(ringOf(1).slice(-5));
  await page.getByRole('button', { name: ruling.find_entry }).click();
  await expect(page.getByRole('radio')).toHaveCount(1);
  await page.getByRole('radio').check();
  await page.getByRole('button', { name: ruling.show_effect }).click();
  await expect(page.getByRole('region', { name: ruling.effect })).toContainText(ruling.out);
  // Of several birds one is chosen by its link.
  await page.goto(`${own}/rulings/create?kind=disqualified&ring=BE&show=1`);
  await page.getByRole('link', { name: ringOf(3) }).click();
  await expect(page.getByRole('region', { name: ruling.effect })).toContainText(ruling.out);
  await page.context().close();
});
