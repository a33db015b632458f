import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type Screen, show } from '#testing/show.tsx';
import { RowKeys } from './RowKeys.tsx';

const names = ['Anna', 'Bert', 'Cees'];

function list(): Promise<Screen> {
  return show(
    <section>
      <input type="search" aria-label="Search" />
      <RowKeys />
      <table>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <td>
                <input type="checkbox" name="chosen" aria-label={`Select ${name}`} />
              </td>
              <td>
                <a href={`#${name}`}>{name}</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
  );
}

const focused = () => document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label');

test('j and k move from row to row and stop at both ends', async () => {
  await list();
  const path: unknown[] = [];
  for (const key of ['j', 'j', 'j', 'j', 'k']) {
    await userEvent.keyboard(key);
    path.push(focused());
  }
  expect(path).toEqual(['Anna', 'Bert', 'Cees', 'Cees', 'Bert']);
});

test('x selects the row of the focus', async () => {
  const screen = await list();
  await userEvent.keyboard('jjx');
  await expect.element(screen.getByLabelText('Select Bert')).toBeChecked();
  await expect.element(screen.getByLabelText('Select Anna')).not.toBeChecked();
});

test('what is typed into the search field stays text, and with Ctrl a key is the browser’s', async () => {
  const screen = await list();
  await userEvent.keyboard('/');
  await expect.element(screen.getByLabelText('Search')).toHaveFocus();
  await userEvent.keyboard('jx');
  await expect.element(screen.getByLabelText('Search')).toHaveValue('jx');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('{Control>}j{/Control}');
  expect(document.activeElement).toBe(document.body);
});

test('? shows the keys, and what is switched off there stays off', async () => {
  const screen = await list();
  await userEvent.keyboard('?');
  const on = screen.getByLabelText(screen.t('rows.keys_on'));
  await expect.element(on).toBeVisible();
  await on.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(on).not.toBeVisible();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('j');
  expect(document.activeElement).toBe(document.body);
});
