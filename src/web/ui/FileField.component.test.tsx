import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { FieldError } from '#domain/refusal.ts';
import { picture } from '#testing/picture.ts';
import { show } from '#testing/show.tsx';
import { FileField } from './FileField.tsx';

async function field(as: 'image' | 'file', errors?: readonly FieldError[]) {
  const screen = await show(<FileField as={as} max={1} name="file" label="File" hint="Up to 1 MB" errors={errors} />);
  const input = screen.getByLabelText('File');
  return { screen, input, element: input.element() as HTMLInputElement };
}

test('a picture is made smaller before it is sent, as a JPEG of its name (5.16)', async () => {
  const { input, element } = await field('image');
  await userEvent.upload(input, await picture(2000, 500, 'my.pigeon.png'));
  await expect.poll(() => element.files?.[0]?.type).toBe('image/jpeg');
  expect(element.files?.[0]?.name).toBe('my.pigeon.jpg');
  const { width, height } = await createImageBitmap(element.files![0]!);
  expect([width, height]).toEqual([1024, 256]);
  await expect.element(input).not.toHaveAttribute('aria-invalid');
});

test('a file that is too large is refused at the field, which is empty then', async () => {
  const { screen, input, element } = await field('file');
  await userEvent.upload(input, new File([new Uint8Array((1 << 20) + 1)], 'list.csv'));
  await expect.element(input).toHaveAttribute('aria-invalid', 'true');
  await expect
    .element(input)
    .toHaveAccessibleDescription(`Up to 1 MB ${screen.t('refusals.file_too_large', { max: 1 })}`);
  expect(element.files?.length).toBe(0);
  await userEvent.upload(input, new File(['ring'], 'list.csv'));
  await expect.element(input).not.toHaveAttribute('aria-invalid');
  expect(element.files?.length).toBe(1);
});

test('what only says that it is a picture is refused (8.7)', async () => {
  const { screen, input, element } = await field('image');
  await userEvent.upload(input, new File(['no picture'], 'bird.png', { type: 'image/png' }));
  await expect.element(screen.getByText(screen.t('refusals.pedigree.import_invalid_file'))).toBeVisible();
  expect(element.files?.length).toBe(0);
});

test('the error of the site goes with the next file', async () => {
  const { screen, input } = await field('file', [{ code: 'file_too_large', params: { max: 1 } }]);
  const said = screen.getByText(screen.t('refusals.file_too_large', { max: 1 }));
  await expect.element(said).toBeVisible();
  await userEvent.upload(input, new File(['ring'], 'list.csv'));
  await expect.element(said).not.toBeInTheDocument();
});
