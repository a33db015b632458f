import { type ComponentProps, StrictMode } from 'react';
import { useActionData, useLoaderData } from 'react-router';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { overflow, show } from '#testing/show.tsx';
import type { RefusedForm } from '#web/lib/form.ts';
import IntakePage from './IntakePage.tsx';

type Props = ComponentProps<typeof IntakePage>;

function Page() {
  const loaderData = useLoaderData<Props['loaderData']>();
  const actionData = useActionData<RefusedForm>();
  return (
    <StrictMode>
      <IntakePage {...({ loaderData, actionData } as unknown as Props)} />
    </StrictMode>
  );
}

const bird = { pigeon_id: 7, ring: 'BE26-4023187', team: 'Anna', health: 'active', location: 'at_home', chip: null };

/** The page of a season with one bird; every chip is on another bird already. */
async function intake(options: Parameters<typeof show>[1] = {}) {
  const scans: string[] = [];
  const chips: FormDataEntryValue[] = [];
  const screen = await show(<Page />, {
    at: '/admin/seasons/1/pigeons/intake',
    loader: ({ request }) => {
      const ring = new URL(request.url).searchParams.get('ring') ?? '';
      if (ring) scans.push(ring);
      const pigeon = ring === bird.ring ? bird : null;
      return {
        season: { id: 1, name: '2026' },
        loft: { id: 1 },
        arrived: 3,
        expected: 2,
        pigeon,
        which: ring === '87' ? [bird, { ...bird, pigeon_id: 8, ring: 'NL26-1563187' }] : [],
        found: ring === '87' ? 2 : pigeon ? 1 : 0,
        ring,
      };
    },
    action: async ({ request }) => {
      const chip = (await request.formData()).get('chip')!;
      chips.push(chip);
      const errors = { chip: [{ code: 'chip_on_bird', params: { pigeon_id: 8, ring: 'BE26-1' } }] };
      return { refused: { code: 'bad_input', params: {}, errors }, typed: { chip }, chosen: [] };
    },
    ...options,
  });
  const ring = screen.getByLabelText(screen.t('sheet.ring'), { exact: true });
  const chip = screen.getByLabelText(screen.t('entries.chip'), { exact: true });
  await expect.element(ring).toHaveFocus();
  return { screen, ring, chip, scans, chips };
}

/** A scanner types at the focus and sends Enter. */
const scan = (code: string) => userEvent.keyboard(`${code}{Enter}`);

test('digits that end several rings offer the birds, and one is chosen', async () => {
  const { screen, chip } = await intake();
  await scan('87');
  await expect.element(screen.getByRole('link', { name: /^NL26/ })).toBeVisible();
  await screen.getByRole('link', { name: /^BE26/ }).click();
  await expect.element(chip).toHaveFocus();
});

test('a ring that is not in the season is kept beside the field, and the next scan is not appended to it', async () => {
  const { screen, ring, scans } = await intake();
  await scan('NL1');
  await expect.element(screen.getByText(`${screen.t('entries.scanned')} NL1`)).toBeVisible();
  await expect.element(ring).toHaveValue('');
  await expect.element(ring).toHaveFocus();
  await expect.element(ring).toHaveAttribute('aria-invalid', 'true');
  await expect.element(ring).toHaveAccessibleDescription(screen.t('refusals.no_such_pigeon'));
  await scan('NL2');
  await expect.element(screen.getByText(`${screen.t('entries.scanned')} NL2`)).toBeVisible();
  // The same wrong ring twice empties the field again.
  await scan('NL2');
  await expect.poll(() => scans).toEqual(['NL1', 'NL2', 'NL2']);
  await expect.element(ring).toHaveValue('');
});

test('after the ring the chip is scanned without a touch; a chip of another bird is shown with that bird', async () => {
  const { screen, chip, chips } = await intake();
  await scan(bird.ring);
  await expect.element(chip).toHaveFocus();
  await scan('AA01');
  await expect
    .element(screen.getByRole('link', { name: 'BE26-1' }))
    .toHaveAttribute('href', expect.stringMatching(/\/8$/));
  await expect.element(chip).toHaveValue('');
  await expect.element(chip).toHaveFocus();
  // Enter alone sends nothing.
  await userEvent.keyboard('{Enter}');
  await scan('AA02');
  await expect.poll(() => chips).toEqual(['AA01', 'AA02']);
});

test('switching the sound off leaves the focus where the next scan goes', async () => {
  const { screen, ring } = await intake();
  const sound = screen.getByRole('button', { name: screen.t('live.sound') });
  await expect.element(sound).toHaveAttribute('aria-pressed', 'true');
  await sound.click();
  await expect.element(sound).toHaveAttribute('aria-pressed', 'false');
  await expect.element(ring).toHaveFocus();
});

test('in Arabic a scan is written from left to right, and the page fits a window of 320 px', async () => {
  const { screen, ring } = await intake({ locale: 'ar', width: 320 });
  expect(getComputedStyle(ring.element()).direction).toBe('ltr');
  await scan('NL-1-2');
  const scanned = screen.getByText('NL-1-2');
  await expect.element(scanned).toBeVisible();
  expect(getComputedStyle(scanned.element()).direction).toBe('ltr');
  expect(overflow()).toBe(0);
});
