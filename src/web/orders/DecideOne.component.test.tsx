import { expect, test } from 'vitest';
import { show } from '#testing/show.tsx';
import { DecideOne, type DecideOneProps } from './DecideOne.tsx';

const decide = (order: Partial<DecideOneProps['order']>, payments: string | null = '/payments/3') => {
  const shown = {
    id: 3,
    number: '27-0003',
    kind: 'registration',
    status: 'rejected',
    returns: null,
    ...order,
  } as const;
  return show(<DecideOne order={shown} payments={payments} answer={undefined} />);
};

test.each(['owed', 'sent'] as const)(
  'a rejected order whose money is %s says what comes first, with the way there, and offers nothing that is refused',
  async (returns) => {
    const screen = await decide({ returns });
    await expect
      .element(screen.getByText(screen.t(`order_admin.reopen_${returns}`, { number: '27-0003' })))
      .toBeVisible();
    await expect.element(screen.getByRole('link')).toHaveAttribute('href', '/payments/3');
    await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
  },
);

test.each([null, 'paid'] as const)('control: whose refund is %s can be taken back', async (returns) => {
  const screen = await decide({ returns });
  await screen.getByText(screen.t('order_admin.reopen'), { exact: false }).first().click();
  await expect.element(screen.getByRole('button', { name: screen.t('order_admin.reopen') })).toBeVisible();
});

test.each([
  ['confirmed', 'pay.mark'],
  ['payment_pending', 'pay.mark'],
  ['revoked', 'pay.mark'],
  ['paid', 'admin.payments'],
] as const)('an order that is %s leads to its payments, beside its rejection', async (status, word) => {
  const screen = await decide({ status });
  await expect.element(screen.getByRole('link', { name: screen.t(word) })).toHaveAttribute('href', '/payments/3');
  await expect.element(screen.getByText(`${screen.t('order_admin.reject')}…`)).toBeVisible();
});

test('control: a pending order is confirmed first, and whoever may not see payments has no way to them', async () => {
  const pending = await decide({ status: 'pending' });
  await expect.element(pending.getByRole('button', { name: pending.t('order_admin.confirm') })).toBeVisible();
  await expect.element(pending.getByRole('link')).not.toBeInTheDocument();
  const confirmed = await decide({ status: 'confirmed' }, null);
  await expect.element(confirmed.getByText(`${confirmed.t('order_admin.reject')}…`)).toBeVisible();
  await expect.element(confirmed.getByRole('link')).not.toBeInTheDocument();
});
