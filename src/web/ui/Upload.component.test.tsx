import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { picture } from '#testing/picture.ts';
import { overflow, type Screen, show } from '#testing/show.tsx';
import { Upload } from './Upload.tsx';

interface Sent {
  body: string;
  part(share: number): boolean;
  answer(status: number, reply: unknown): void;
  lose(): boolean;
}

/** What the component sends; the test answers. */
let sent: Sent[] = [];

beforeEach(() => {
  sent = [];
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
    sent.push({
      body: body as string,
      part: (share) => this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: share * 100, total: 100 })),
      answer: (status, reply) => {
        Object.defineProperties(this, { status: { value: status }, response: { value: reply } });
        this.dispatchEvent(new ProgressEvent('load'));
      },
      lose: () => this.dispatchEvent(new ProgressEvent('error')),
    });
  });
  vi.spyOn(XMLHttpRequest.prototype, 'abort').mockImplementation(function (this: XMLHttpRequest) {
    this.dispatchEvent(new ProgressEvent('abort'));
  });
});
afterEach(() => vi.restoreAllMocks());

async function area(options: Parameters<typeof show>[1] = {}) {
  const stored: number[] = [];
  const screen: Screen = await show(
    <Upload path="/files" as="image" many onStored={({ id }) => void stored.push(id)} />,
    options,
  );
  return { screen, stored, input: screen.getByLabelText(screen.t('upload.choose')) };
}

const answer = (id: number) => ({ data: [{ id, src: '/a.-full.webp' }] });

test('a picture is sent within 2048 pixels as a JPEG in a data URL (5.16, 7.13, 9.5)', async () => {
  const { screen, stored, input } = await area();
  await userEvent.upload(input, await picture(4096, 1024, 'bird.png'));
  await expect.poll(() => sent.length).toBe(1);
  const [url] = JSON.parse(sent[0]!.body) as [string];
  expect(url).toMatch(/^data:image\/jpeg;base64,/);
  const { width, height } = await createImageBitmap(await (await fetch(url)).blob());
  expect([width, height]).toEqual([2048, 512]);
  sent[0]!.part(0.25);
  await expect
    .element(screen.getByRole('progressbar', { name: 'Uploading bird.png' }))
    .toHaveAttribute('value', '0.25');
  sent[0]!.answer(200, answer(7));
  await expect.element(screen.getByRole('status')).toHaveTextContent('Uploaded: bird.png');
  expect(stored).toEqual([7]);
});

test('a slow one lets the next wait, and cancelling it lets that go', async () => {
  const { screen, stored, input } = await area();
  await userEvent.upload(input, [await picture(8, 8, 'one.png'), await picture(8, 8, 'two.png')]);
  await expect.poll(() => sent.length).toBe(1);
  await expect.element(screen.getByText(screen.t('upload.waiting'))).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel one.png' }).click();
  await expect.poll(() => sent.length).toBe(2);
  await expect.element(screen.getByText('one.png')).not.toBeInTheDocument();
  sent[1]!.answer(200, answer(2));
  await expect.poll(() => stored).toEqual([2]);
});

test('without an answer the same file is sent again; a file that is refused is replaced by another (8.7)', async () => {
  const { screen, stored, input } = await area();
  await userEvent.upload(input, await picture(8, 8, 'bird.png'));
  await expect.poll(() => sent.length).toBe(1);
  sent[0]!.lose();
  await expect.element(screen.getByRole('alert')).toHaveTextContent(screen.t('upload.no_answer'));
  await screen.getByRole('button', { name: screen.t('error.again') }).dblClick();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]!.body).toBe(sent[0]!.body);
  sent[1]!.answer(200, answer(3));
  await expect.poll(() => stored).toEqual([3]);

  await userEvent.upload(input, new File(['%PDF'], 'list.pdf', { type: 'application/pdf' }));
  await expect.element(screen.getByRole('alert')).toHaveTextContent(screen.t('refusals.pedigree.import_invalid_file'));
  await expect.element(screen.getByRole('button', { name: screen.t('upload.choose_one') })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: screen.t('error.again') })).not.toBeInTheDocument();
  expect(sent.length).toBe(2);
});

test.for(['en', 'ar'] as const)('a long file name fits a window of 320 px, in %s', async (locale) => {
  const { screen, input } = await area({ locale, width: 320 });
  const name = `${'a-very-long-name'.repeat(6)}.txt`;
  await userEvent.upload(input, new File(['text'], name, { type: 'text/plain' }));
  await expect.element(screen.getByRole('alert')).toBeVisible();
  expect(overflow()).toBe(0);
});
