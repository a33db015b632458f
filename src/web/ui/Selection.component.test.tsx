import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '#testing/show.tsx';
import { BulkAction } from './BulkAction.tsx';
import { ChooseAll, ChooseRow, Selection } from './Selection.tsx';

interface Posted {
  intent: FormDataEntryValue | null;
  chosen: FormDataEntryValue[];
  reason: FormDataEntryValue | null;
}

async function list(locale: 'en' | 'ar' = 'en') {
  const posted: Posted[] = [];
  const screen = await show(
    <Selection
      actions={
        <>
          <button type="submit" name="intent" value="confirm">
            Confirm
          </button>
          <BulkAction name="reject" title="Reject" isRefused={false} submit="Reject them">
            <input name="reason" aria-label="Reason" />
          </BulkAction>
        </>
      }
      sum={(ids) => `${ids.length * 10} EUR`}
    >
      <table>
        <thead>
          <tr>
            <ChooseAll />
          </tr>
        </thead>
        <tbody>
          {[1, 2, 3].map((id) => (
            <tr key={id}>
              <ChooseRow id={id} name={`Order ${id}`} />
            </tr>
          ))}
        </tbody>
      </table>
    </Selection>,
    {
      locale,
      action: async ({ request }) => {
        const fields = await request.formData();
        posted.push({ intent: fields.get('intent'), chosen: fields.getAll('chosen'), reason: fields.get('reason') });
        return null;
      },
    },
  );
  const row = (id: number) => screen.getByRole('checkbox', { name: screen.t('rows.row', { name: `Order ${id}` }) });
  const all = screen.getByRole('checkbox', { name: screen.t('rows.all') });
  return { screen, posted, row, all };
}

test('rows selected by keyboard are counted and summed for screen readers', async () => {
  const { screen, row } = await list();
  (row(2).element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(row(2)).toBeChecked();
  const bar = screen.container.querySelector('[aria-live="polite"]');
  await expect.poll(() => bar?.textContent).toBe(`${screen.t('rows.selected', { count: 1 })}, 10 EUR`);
  await userEvent.keyboard(' ');
  await expect.poll(() => bar?.textContent).toBe(screen.t('rows.choose'));
});

test('one box selects all rows and clears them, and the count follows', async () => {
  const { screen, row, all } = await list();
  await all.click();
  for (const id of [1, 2, 3]) await expect.element(row(id)).toBeChecked();
  await expect.element(screen.getByText(screen.t('rows.selected', { count: 3 }))).toBeVisible();
  await all.click();
  for (const id of [1, 2, 3]) await expect.element(row(id)).not.toBeChecked();
  await expect.element(screen.getByText(screen.t('rows.choose'))).toBeVisible();
});

test('Enter in the reason of one action does not press the first button, which confirms (4.1)', async () => {
  const { screen, posted, row } = await list();
  await row(3).click();
  await screen.getByText('Reject', { exact: true }).click();
  await screen.getByLabelText('Reason').fill('no place');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => posted).toEqual([{ intent: 'reject', chosen: ['3'], reason: 'no place' }]);
});
