import { useLoaderData } from 'react-router';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { overflow, show } from '#testing/show.tsx';
import { SearchForm } from './SearchForm.tsx';

function Searched() {
  return (
    <>
      <SearchForm hint="Ring, pigeon, team or country" own={['country']}>
        <select name="country" aria-label="Country">
          <option value="">All</option>
          <option value="de">Germany</option>
        </select>
      </SearchForm>
      <output>{String(useLoaderData())}</output>
    </>
  );
}

/** A list whose answers come when the test lets them. */
async function list(options: Parameters<typeof show>[1] = {}) {
  const asked: { q: string | null; answer: () => void }[] = [];
  const screen = await show(<Searched />, {
    ...options,
    loader: ({ request }) => {
      const q = new URL(request.url).searchParams.get('q');
      return new Promise((resolve) => asked.push({ q, answer: () => resolve(`found ${q}`) }));
    },
  });
  await expect.poll(() => asked.length).toBe(1);
  asked[0]!.answer();
  const field = screen.getByRole('searchbox', { name: screen.t('search.label') });
  await expect.element(field).toBeVisible();
  return { screen, asked, field };
}

test('a slow answer takes nothing of what was typed meanwhile, and the focus stays', async () => {
  const { screen, asked, field } = await list();
  await field.click();
  await userEvent.keyboard('40');
  await expect.poll(() => asked.length).toBe(2);
  await userEvent.keyboard('1');
  asked[1]!.answer();
  await expect.poll(() => asked.at(-1)?.q).toBe('401');
  await expect.element(field).toHaveValue('401');
  await expect.element(field).toHaveFocus();
  asked.at(-1)!.answer();
  await expect.element(screen.getByRole('status')).toHaveTextContent('found 401');
  await expect.element(field).toHaveValue('401');
});

test('a pause in typing asks once, from the first page, and keeps the other choices of the address', async () => {
  const { screen, asked, field } = await list({ at: '/?sort=name&page=3&country=de' });
  await field.click();
  await userEvent.keyboard('abc');
  await expect.poll(() => screen.router.state.navigation.location?.search).toContain('q=abc');
  expect(asked.length).toBe(2);
  const search = new URLSearchParams(screen.router.state.navigation.location?.search);
  expect(Object.fromEntries(search)).toMatchObject({ sort: 'name', q: 'abc' });
  expect(search.has('page')).toBe(false);
  // Its own fields are sent as they are, not a second time as they were.
  expect(search.getAll('country').length).toBe(1);
  asked[1]!.answer();
});

test('a link that shows all empties the field too', async () => {
  const { screen, asked, field } = await list({ at: '/?q=old' });
  await expect.element(field).toHaveValue('old');
  void screen.router.navigate('/');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]!.answer();
  await expect.element(field).toHaveValue('');
});

test.for(['en', 'ar'] as const)('it fits a window of 320 px, in %s', async (locale) => {
  const { field } = await list({ locale, width: 320 });
  expect(overflow()).toBe(0);
  const { left, right, height } = field.element().getBoundingClientRect();
  expect([left >= 0, right <= 320, height > 0]).toEqual([true, true, true]);
});
