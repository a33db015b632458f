import { Form } from 'react-router';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '#testing/show.tsx';
import { SeenAs, SeenAsRefusal } from './SeenAs.tsx';

const me = { id: 7, email: 'ann@example.org', first_name: 'Ann', last_name: 'Peeters', is_seen: true };

async function page({ is_seen = true } = {}) {
  const action = vi.fn(() => null);
  await SeenAsRefusal.load();
  const screen = await show(
    <>
      <SeenAs />
      <Form method="post">
        <input name="name" aria-label="Name" />
        <button type="submit">Save</button>
      </Form>
      <Form method="get">
        <button type="submit">Search</button>
      </Form>
    </>,
    { loader: () => ({ me: { ...me, is_seen } }), action },
  );
  return { screen, action };
}

test('what would change something stays on the page as it was filled in, and the bar says why', async () => {
  const { screen, action } = await page();
  await screen.getByLabelText('Name').fill('Red');
  await screen.getByText('Save').click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent(screen.t('refusals.only_seen'));
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Red');
  await userEvent.keyboard('{Enter}');
  expect(action).not.toHaveBeenCalled();
});

test('control: a search is sent, and so is a form of somebody who is nobody else', async () => {
  const { screen } = await page();
  await screen.getByText('Search').click();
  expect(screen.getByRole('alert').elements()).toHaveLength(0);
  const own = await page({ is_seen: false });
  await own.screen.getByText('Save').click();
  await expect.poll(() => own.action.mock.calls.length).toBe(1);
});
