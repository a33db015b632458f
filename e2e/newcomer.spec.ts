/** A newcomer's registration on a phone: what is missing is said where it is missing, and what comes next comes first. */
import { expect, type Page } from '@playwright/test';
import { markPaid } from '#server/payments/by-hand.ts';
import { buildPerson } from '#testing/builders.ts';
import { type BuiltOffer, buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { asSeen, linesOfPdf } from '#testing/pdf-text.ts';
import { buildAgent, plantCollection } from '#testing/transports.ts';
import english from '../locales/en.json' with { type: 'json' };
import { type Site, seriousIn, signIn, test, untilHydrated } from './support.ts';

const said = english.register;
const home = { street: 'Kerkstraat 4', zipcode: '9300', city: 'Aalst' };
const registerPath = ({ loft, season }: BuiltOffer) => `/lofts/${loft.id}/seasons/${season.season_id}/register`;

async function goAs(page: Page, site: Site, { token }: { token: string }, path: string) {
  await signIn(page.context(), site.program, token);
  await page.goto(site.program + path);
  await untilHydrated(page);
}

/** An order of three birds that was paid in cash, after this was done. */
async function paidOrder(
  site: Site,
  offer: BuiltOffer,
  user_id: number,
  first: (order_id: number) => Promise<void> = async () => {},
) {
  const order = await plantOrder(site.db, offer, user_id, ['confirm']);
  await first(order.id);
  await site.db.transaction().execute((tx) =>
    markPaid(tx, order.id, {
      by: offer.merchant.user_id,
      is_merchant: true,
      reason: 'Cash',
      file_id: null,
      now_ms: Date.now(),
    }),
  );
  return order;
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('going on says what is missing at its field, and nothing typed is lost', async ({ page, site }) => {
    const offer = await buildOffer(site.db);
    await page.goto(site.program + registerPath(offer));
    await untilHydrated(page);
    const goOn = page.getByRole('link', { name: english.sign_in.continue });
    const three = page.getByRole('textbox', { name: 'Team of three' });
    await goOn.click();
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toHaveText(english.refusals.order_empty);
    await expect(three).toBeFocused();
    await expect(three).toHaveAccessibleDescription(english.refusals.order_empty);
    expect(await seriousIn(page)).toEqual([]);
    await page.getByRole('button', { name: said.more.replace('{{name}}', 'Team of three') }).click();
    await expect(alert).toHaveCount(0);
    // The first press leads to the team, the second one says what it lacks.
    await goOn.click();
    await expect(page.getByRole('heading', { name: english.bird.team })).toBeInViewport();
    const team = page.getByLabel(said.team_name);
    await expect(team).not.toHaveAttribute('aria-invalid');
    await goOn.click();
    await expect(team).toBeFocused();
    await expect(team).toHaveAccessibleDescription(english.refusals.error_required);
    await team.fill('Van Aerde');
    await page.getByLabel(english.lofts.country).selectOption('BE');
    await goOn.click();
    await goOn.click();
    await expect(page.getByLabel(said.accept)).toBeFocused();
    await page.getByLabel(said.accept).check();
    // Once nothing is missing the bar sends, wherever one reads.
    const send = page.getByRole('button', { name: said.sign_in });
    await expect(send).toBeInViewport();
    await expect(goOn).toHaveCount(0);
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
    await expect(send).toBeInViewport();
    await expect(three).toHaveValue('1');
    await expect(team).toHaveValue('Van Aerde');
  });

  test('the log-in says that the registration is kept, for whom has an account and whom has none', async ({
    page,
    site,
  }) => {
    const offer = await buildOffer(site.db);
    const address = site.program.replace('127.0.0.1', 'localhost');
    await page.goto(`${address}${registerPath(offer)}?q${offer.three}=1`);
    await expect(page.getByText(said.needs_account)).toBeVisible();
    await page.getByLabel(said.team_name).fill('Van Aerde');
    await page.getByLabel(english.lofts.country).selectOption('BE');
    await page.getByLabel(said.accept).check();
    await page.getByRole('button', { name: said.sign_in }).click();
    await expect(page.getByText(english.identity.registration_kept)).toBeVisible();
    const size = async (role: 'button' | 'link', name: string) =>
      (await page.getByRole('main').getByRole(role, { name, exact: true }).boundingBox())!;
    const [logIn, create] = [await size('button', english.nav.log_in), await size('link', english.identity.register)];
    expect([create.width, create.height]).toEqual([logIn.width, logIn.height]);
    await page.getByRole('main').getByRole('link', { name: english.identity.register, exact: true }).click();
    await expect(page.getByText(english.identity.registration_kept)).toBeVisible();
  });

  test('the number for the agent is asked for by its name, and kept through the log-in into another tab', async ({
    page,
    site,
  }) => {
    const offer = await buildOffer(site.db);
    const agent = await buildAgent(site.db, offer.loft.id);
    await plantCollection(site.db, { loft_id: offer.loft.id, agent_id: agent.user_id });
    await page.goto(`${site.program}${registerPath(offer)}?q${offer.three}=1&team=Van+Aerde&country=BE`);
    await untilHydrated(page);
    await page.getByRole('radio', { name: said.agent }).check();
    await page.getByRole('radio', { name: 'Zwolle' }).check();
    const phone = page.getByLabel(english.transports.phone);
    const missing = said.missing.replace('{{step}}', english.transports.phone);
    await expect(page.getByText(missing).last()).toBeVisible();
    await page.getByRole('link', { name: english.sign_in.continue }).click();
    await expect(phone).toBeFocused();
    await expect(phone).toHaveAccessibleDescription(new RegExp(english.refusals.error_required));
    await phone.fill('+32 470 12 34 56');
    await page.getByLabel(said.accept).check();
    const loginRequest = page.waitForRequest((request) => new URL(request.url()).pathname === '/login');
    await page.getByRole('button', { name: said.sign_in }).click();
    const back = new URL((await loginRequest).url()).searchParams.get('to')!;
    expect(back).not.toContain('470');
    // The link of a mail opens another tab, which has no storage of the first one.
    const tab = await page.context().newPage();
    await goAs(tab, site, await buildCustomer(site.db), back);
    await expect(tab.getByLabel(english.transports.phone)).toHaveValue('+32 470 12 34 56');
    await tab.getByRole('button', { name: said.send }).click();
    await expect(tab.getByText(english.orders.done_sent)).toBeVisible();
    expect((await tab.context().cookies()).filter(({ name }) => name === 'agent_phone')).toEqual([]);
  });

  test('who has no address is told before the first step, and comes back with everything (5.9)', async ({
    page,
    site,
  }) => {
    const offer = await buildOffer(site.db);
    const newcomer = await buildPerson(site.db, { first_name: 'Lowie' });
    await goAs(page, site, newcomer, registerPath(offer));
    const notice = page.getByText(said.address_first).first();
    await expect(notice).toBeInViewport();
    await page.getByRole('button', { name: said.more.replace('{{name}}', 'Team of three') }).click();
    await page.getByLabel(said.team_name).fill('Van Aerde');
    await page.getByLabel(english.lofts.country).selectOption('BE');
    await page.getByLabel(said.accept).check();
    const goOn = page.getByRole('link', { name: english.sign_in.continue });
    await goOn.click();
    await goOn.click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(english.refusals.address_missing);
    const add = page.getByRole('link', { name: english.identity.add_address });
    await expect(add.last()).toBeFocused();
    expect(await seriousIn(page)).toEqual([]);
    const back = new URL((await add.first().getAttribute('href'))!, site.program).searchParams.get('to')!;
    await site.db.updateTable('users').set(home).where('id', '=', newcomer.user_id).execute();
    await page.goto(site.program + back);
    await expect(page.getByText(said.address_first)).toHaveCount(0);
    await expect(page.getByText('Kerkstraat 4, 9300 Aalst')).toBeVisible();
    await expect(page.getByLabel(said.team_name)).toHaveValue('Van Aerde');
    await expect(page.getByLabel(said.accept)).toBeChecked();
    await page.getByRole('button', { name: said.send }).click();
    await expect(page.getByText(english.orders.done_sent)).toBeVisible();
    await expect(page.getByText(english.orders.next_wait)).toBeVisible();
    // The loft reads where its customer lives, on the order.
    const { id } = await site.db
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', newcomer.user_id)
      .executeTakeFirstOrThrow();
    await goAs(page, site, offer.merchant, `/admin/seasons/${offer.season.season_id}/orders/${id}`);
    const contact = page.getByRole('region', { name: english.people.customer });
    await expect(contact).toContainText('Kerkstraat 4');
    await expect(contact).toContainText('9300 Aalst');
  });

  test('a paid order leads to its pigeons, and what is done to one names it', async ({ page, site }) => {
    const offer = await buildOffer(site.db);
    const customer = await buildCustomer(site.db);
    const { id } = await paidOrder(site, offer, customer.user_id);
    await goAs(page, site, customer, `/registrations/${id}/paid`);
    await expect(page.getByRole('main').getByRole('link').first()).toHaveText(english.orders.step_enter);
    await page
      .getByRole('main')
      .getByRole('link', { name: english.orders.order.replace('{{number}}', '') })
      .click();
    const order = page.getByRole('article');
    await expect(order.getByText(english.orders.next_enter)).toBeVisible();
    expect(await seriousIn(page)).toEqual([]);
    await order.getByRole('link', { name: english.orders.step_enter }).click();
    await page.getByRole('textbox', { name: english.sheet.ring, exact: true }).fill('BE 26-4023187');
    await page.getByRole('button', { name: english.entries.add, exact: true }).click();
    const status = page.getByRole('main').getByRole('status');
    await expect(status).toHaveText('Entered: BE 26-4023187');
    await page.locator('summary').filter({ hasText: english.people.remove }).click();
    await page.getByRole('button', { name: english.people.remove }).click();
    await expect(status).toHaveText('Removed: BE 26-4023187');
    await expect(page.getByText(english.entries.none_entered)).toBeVisible();
  });

  test('in Arabic prices and names keep their order, and no page scrolls sideways', async ({ page, site }) => {
    const offer = await buildOffer(site.db);
    await site.db
      .updateTable('seasons')
      .set({ currency: 'EUR', receipt_text: 'VAT BE 0123.456.789' })
      .where('id', '=', offer.season.season_id)
      .execute();
    const customer = await buildCustomer(site.db);
    const { id } = await paidOrder(site, offer, customer.user_id);
    await page.context().addCookies([{ name: 'locale', value: 'ar', url: site.program }]);
    for (const path of [
      `${registerPath(offer)}?q${offer.three}=1`,
      `/registrations/${id}`,
      `/registrations/${id}/pigeons`,
      `/registrations/${id}/paid`,
      '/registrations',
    ]) {
      await goAs(page, site, customer, path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
      expect(await seriousIn(page), path).toEqual([]);
    }
  });
});

test('a receipt says who paid what and how, with the rings, in any script', async ({ page, site }) => {
  const offer = await buildOffer(site.db);
  await site.db
    .updateTable('seasons')
    .set({ receipt_text: 'VAT BE 0123.456.789' })
    .where('id', '=', offer.season.season_id)
    .execute();
  const customer = await buildPerson(site.db, { first_name: 'ليلى', last_name: 'الحداد', ...home });
  const rings = ['BE 26-4023187', 'DV 06914-27-601'];
  const enter = async (order_id: number, ring: string) => {
    const answer = await fetch(`${site.program}/api/registrations/${order_id}/pigeons`, {
      method: 'POST',
      headers: { ...customer.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ring, name: '', color: '', sex: 'unknown' }),
    });
    expect(answer.status).toBe(200);
  };
  const { id } = await paidOrder(site, offer, customer.user_id, async (order_id) => {
    for (const ring of rings) await enter(order_id, ring);
  });
  // The receipt is of its day: what is entered later does not stand on it.
  await enter(id, 'BE 27-4023199');
  await goAs(page, site, customer, `/registrations/${id}`);
  const receipts = page.getByRole('region', { name: english.receipts.title });
  const address = (await receipts.getByRole('link').getAttribute('href'))!;
  const { label } = (
    await (await fetch(`${site.program}/api/orders/${id}/payment`, { headers: customer.headers })).json()
  ).order as { label: string };
  const paper = async (locale: string) => {
    await page.context().addCookies([{ name: 'locale', value: locale, url: site.program }]);
    const answer = await page.request.get(site.program + address);
    expect(answer.headers()['content-type']).toBe('application/pdf');
    return linesOfPdf(await answer.body());
  };
  const [lines, ...more] = await paper('en');
  expect(more).toEqual([]);
  expect(lines![0]).toBe(english.receipts.number.replace('{{number}}', `${label}-1`));
  const whole = lines!.join('\n');
  expect(whole).toContain(`${asSeen('الحداد')} ${asSeen('ليلى')}`);
  expect(whole).toContain(offer.loft.name);
  for (const part of [home.street, `${home.zipcode} ${home.city}`]) expect(whole).toContain(part);
  expect(lines).toContain(`${english.pay.order} ${label}`);
  expect(lines).toContain(`${english.admin.pigeons} ${rings.join(', ')}`);
  expect(lines).toContain('Team of three 3 / 0 1 × €650.00 €650.00');
  expect(lines).toContain(`${english.receipts.received} €650.00`);
  expect(lines).toContain('VAT BE 0123.456.789');
  expect(whole).not.toContain('4023199');
  expect(lines!.some((line) => line.startsWith(`${english.pay.hand} `))).toBe(true);
  expect(lines!.at(-1)).toMatch(new RegExp(`/registrations/${id}$`));

  // In a language from right to left the columns are mirrored, and a ring and a sum are not.
  const [mirrored] = await paper('ar');
  expect(mirrored).toEqual(expect.arrayContaining([expect.stringContaining(rings.join(', '))]));
  expect(mirrored!.some((line) => line.includes('650.00') && line.includes('Team of three'))).toBe(true);
  const thai = await paper('th');
  expect(thai[0]).toEqual(expect.arrayContaining([expect.stringContaining(asSeen('الحداد'))]));
});
