import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '#testing/show.tsx';
import { OrderAction } from './OrderAction.tsx';

const order = { id: 3, number: '27-0003', pigeons_active: 2, pigeons_reserve: 1 };

/** The question about cancelling an order, opened. */
async function asked() {
  let sent = 0;
  const action = () => {
    sent += 1;
    return null;
  };
  const screen = await show(<OrderAction order={order} intent="cancel" />, { action });
  await screen.getByText(screen.t('orders.cancel'), { exact: true }).first().click();
  const question = screen.getByText(screen.t('orders.cancel_sure', { number: order.number }));
  await expect.element(question).toBeVisible();
  return { screen, question, sent: () => sent };
}

test('an order is kept by a press on that word, or by Escape, with the focus where the question was opened', async () => {
  const { screen, question, sent } = await asked();
  await screen.getByRole('link', { name: screen.t('orders.keep') }).click();
  await expect.element(question).not.toBeVisible();
  expect(document.activeElement?.tagName).toBe('SUMMARY');
  await userEvent.keyboard('{Enter}');
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeVisible();
  expect(sent()).toBe(0);
});

test('control: it is cancelled by a press on the other', async () => {
  const { screen, sent } = await asked();
  await screen.getByRole('button', { name: screen.t('orders.cancel') }).click();
  await expect.poll(sent).toBe(1);
});
