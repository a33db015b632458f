import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { picture } from '#testing/picture.ts';
import { show } from '#testing/show.tsx';
import { AddEvidence } from './AddEvidence.tsx';

afterEach(() => vi.restoreAllMocks());

test('a file is shown small, the same one once, and is removed before the form is sent', async () => {
  let id = 0;
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    id += 1;
    const file = { id, kind: 'image', name: 'bird.png', src: '/a.-full.webp', bytes: 9, width: 900, height: 1600 };
    Object.defineProperties(this, { status: { value: 200 }, response: { value: { data: [file] } } });
    this.dispatchEvent(new ProgressEvent('load'));
  });
  const screen = await show(
    <AddEvidence legend="Evidence" most={3} as="image" path="/files" kept={undefined} isPrivate />,
  );
  const ids = () => [...document.querySelectorAll<HTMLInputElement>('input[name=file_id]')].map(({ value }) => value);
  const input = screen.getByLabelText(screen.t('upload.choose_one'));
  await userEvent.upload(input, await picture(90, 160, 'bird.png'));
  await expect.poll(ids).toEqual(['1']);
  const whole = screen.getByRole('link', { name: `bird.png ${screen.t('upload.whole')}` });
  await expect.element(whole).toHaveAttribute('href', '/a.-full.webp');
  expect(document.querySelector('img')!.getBoundingClientRect().height).toBeLessThanOrEqual(240);
  await userEvent.upload(input, await picture(90, 160, 'bird.png'));
  await expect.poll(() => id).toBe(2);
  await expect.poll(ids).toEqual(['1']);
  await screen.getByRole('button', { name: `${screen.t('upload.remove')} bird.png` }).click();
  expect(ids()).toEqual([]);
  await expect.element(whole).not.toBeInTheDocument();
});
