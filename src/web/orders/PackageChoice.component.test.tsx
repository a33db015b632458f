import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Offer } from '#domain/orders/registration-contract.ts';
import { overflow, show } from '#testing/show.tsx';
import type { Choice } from './choice.ts';
import { PackageChoice } from './PackageChoice.tsx';

const product = (id: number, name: string, remaining: number | null) =>
  ({
    id,
    product_category_id: 1,
    name,
    description: null,
    amount_cents: 10_000,
    pigeons_active: 2,
    pigeons_reserve: 1,
    sale: { state: 'open', from: null, to: null, remaining },
  }) as unknown as Offer['products'][number];

const offer = {
  products: [product(1, 'Team', null), product(2, 'Last places', 1)],
  currency: 'EUR',
  room: { all: { max: 30, taken: 20 }, active: { max: null, taken: 0 }, reserve: { max: null, taken: 0 } },
} as unknown as Offer;

function Chooser() {
  const [choice, setChoice] = useState<Choice>({});
  return (
    <PackageChoice
      {...offer}
      choice={choice}
      change={(name, value) => setChoice({ ...choice, [name]: value })}
      errors={undefined}
    />
  );
}

async function packages(options: Parameters<typeof show>[1] = {}) {
  const screen = await show(<Chooser />, options);
  const quantity = (name: string) => screen.getByRole('textbox', { name, exact: true });
  const more = (name: string) => screen.getByRole('button', { name: screen.t('register.more', { name }) });
  const less = (name: string) => screen.getByRole('button', { name: screen.t('register.less', { name }) });
  return { screen, quantity, more, less };
}

test('a double click on the stepper orders two, and none is the least', async () => {
  const { quantity, more, less } = await packages();
  await expect.element(less('Team')).toBeDisabled();
  await more('Team').dblClick();
  await expect.element(quantity('Team')).toHaveValue('2');
  await less('Team').dblClick();
  await expect.element(quantity('Team')).toHaveValue('0');
  await expect.element(less('Team')).toBeDisabled();
});

test('of a package no more can be taken than are left (5.3)', async () => {
  const { quantity, more } = await packages();
  await more('Last places').click();
  await expect.element(more('Last places')).toBeDisabled();
  await expect.element(quantity('Last places')).toHaveValue('1');
});

test('more than there are places for is reported at the package while it is typed (5.3)', async () => {
  const { screen, quantity } = await packages();
  await quantity('Team').fill('3');
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument();
  await quantity('Team').fill('4');
  await expect.element(screen.getByRole('status')).toHaveTextContent(screen.t('refusals.error_max_value', { max: 3 }));
  await expect.element(quantity('Team')).toHaveAttribute('aria-invalid', 'true');
  // A quantity that is refused takes no places.
  await expect.element(screen.getByText(screen.t('register.of_left', { chosen: '0', left: '10' }))).toBeVisible();
});

test('a text that is no number stays as it was typed and counts as none', async () => {
  const { screen, quantity } = await packages();
  await quantity('Team').click();
  await userEvent.keyboard('x');
  await expect.element(quantity('Team')).toHaveValue('0x');
  await expect.element(screen.getByText(screen.t('register.of_left', { chosen: '0', left: '10' }))).toBeVisible();
});

test.for(['en', 'ar'] as const)('it fits a window of 320 px with buttons of a finger’s size, in %s', async (locale) => {
  const { more, quantity } = await packages({ locale, width: 320 });
  expect(overflow()).toBe(0);
  const box = more('Team').element().getBoundingClientRect();
  expect([box.width >= 44, box.height >= 44]).toEqual([true, true]);
  // More is after the quantity, in the direction of reading.
  expect(box.left > quantity('Team').element().getBoundingClientRect().left).toBe(locale === 'en');
});
