import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '#testing/show.tsx';
import { Area, Field } from './Field.tsx';
import { FormResult } from './FormResult.tsx';

test('a text beyond the limit stays whole, and its field says so', async () => {
  const screen = await show(
    <>
      <Field label="Name" name="name" maxLength={5} />
      <Area label="Note" name="note" maxLength={5} />
    </>,
  );
  const said = screen.t('refusals.label_max_characters', { max: 5 });
  for (const label of ['Name', 'Note']) {
    const field = screen.getByLabelText(label);
    await userEvent.fill(field, '🕊🕊🕊🕊🕊');
    await expect.element(field).not.toHaveAttribute('aria-invalid');
    await userEvent.fill(field, 'Lowie de Blauwe');
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field).toHaveAccessibleDescription(said);
    expect(field.element()).toHaveValue('Lowie de Blauwe');
    await userEvent.fill(field, 'Lowie');
    await expect.element(field).not.toHaveAttribute('aria-invalid');
  }
});

test('days in an error are in words, at its field and above the form', async () => {
  const refused = { code: 'collection_outside_shipping', params: { from: '2027-03-01', to: '2027-03-31' } } as const;
  const screen = await show(
    <>
      <FormResult refused={{ ...refused, errors: { day: [refused] } }} />
      <Field label="Day" name="day" errors={[refused]} />
    </>,
    { locale: 'nl' },
  );
  const words = { from: 'maandag 1 maart 2027', to: 'woensdag 31 maart 2027' };
  const said = screen.t('refusals.collection_outside_shipping', words);
  await expect.element(screen.getByLabelText('Day')).toHaveAccessibleDescription(said);
  await expect.element(screen.getByRole('alert')).toHaveTextContent(said);
});
