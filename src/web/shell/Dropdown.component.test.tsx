import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { overflow, show } from '#testing/show.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Dropdown } from './Dropdown.tsx';

async function menu(options: Parameters<typeof show>[1] = {}) {
  const screen = await show(
    <nav style={{ display: 'flex', justifyContent: 'flex-end' }}>
      <Dropdown label="Menu">
        <Link to="/favorites">Favorites</Link>
        <a href="#lofts">Lofts</a>
      </Dropdown>
      <button type="button">Beside</button>
    </nav>,
    options,
  );
  const button = screen.getByText('Menu', { exact: true });
  return { screen, button, link: screen.getByText('Favorites') };
}

test('Escape closes it, and the focus is on its button again', async () => {
  const { screen, button, link } = await menu();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(link).toBeVisible();
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(screen.getByText('Lofts')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(link).not.toBeVisible();
  await expect.element(button).toHaveFocus();
});

test('it closes when the focus leaves it, and when something else is pressed', async () => {
  const { screen, button, link } = await menu();
  await button.click();
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(link).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByText('Beside')).toHaveFocus();
  await expect.element(link).not.toBeVisible();
  await button.click();
  await expect.element(link).toBeVisible();
  screen.container.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await expect.element(link).not.toBeVisible();
});

test('a link in it opens its page and closes it', async () => {
  const { screen, button, link } = await menu();
  await button.click();
  await link.click();
  await expect.poll(() => screen.router.state.location.pathname).toBe('/favorites');
  await expect.element(link).not.toBeVisible();
});

test.for(['en', 'ar'] as const)('opened it is within a window of 320 px, in %s', async (locale) => {
  const { button, link } = await menu({ locale, width: 320 });
  await button.click();
  const { left, right } = link.element().parentElement!.getBoundingClientRect();
  expect([left >= 0, right <= 320, overflow()]).toEqual([true, true, 0]);
});
