/** A change of the account with the bundled provider is visible on the site's next page. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Site, startSite } from '#testing/attacks/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

const home = { street: 'Duivenstraat 1', zipcode: '9300', city: 'Aalst' };
const profile = { first_name: 'Ida', last_name: 'Aerts', country: 'BE', language: 'nl' } as const;

it('an address that an order needs is known after the person enters it in the account (5.9)', async () => {
  const { browser, email, account } = await site.member();
  const known = () =>
    site.db
      .selectFrom('users')
      .select(['first_name', 'email', 'street', 'zipcode', 'city', 'country', 'language'])
      .where('subject', '=', account)
      .executeTakeFirst();
  // An account that never signed in at the site has no row in `users`.
  await browser.id((identity) => identity.changeProfile({ ...profile, street: '', zipcode: '', city: '' }));
  expect(await known()).toBeUndefined();

  await browser.logIn(email);
  expect(await known()).toMatchObject({ street: null, zipcode: null, city: null });
  await browser.id((identity) => identity.changeProfile({ ...profile, ...home }));
  expect(await known()).toEqual({ first_name: 'Ida', email, ...home, country: 'BE', language: 'nl' });
  expect(await browser.isSignedIn()).toBe(true);
});
