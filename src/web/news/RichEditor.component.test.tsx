import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Document } from '#domain/news/document.ts';
import { overflow, show } from '#testing/show.tsx';
import { RichEditor } from './RichEditor.tsx';

async function editor({ dir = 'ltr', width = 1024 }: { dir?: 'ltr' | 'rtl'; width?: number } = {}) {
  const written: Document[] = [];
  let sent = 0;
  const start = { type: 'doc', content: [{ type: 'paragraph' }] } as Document;
  const screen = await show(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent += 1;
      }}
    >
      <span id="body">Text</span>
      <RichEditor
        labelled="body"
        lang={dir === 'rtl' ? 'ar' : 'en'}
        dir={dir}
        document={start}
        loft_id={1}
        pictures={[]}
        onChange={(changed) => void written.push(changed)}
      />
    </form>,
    { width },
  );
  const text = screen.getByRole('textbox', { name: 'Text', exact: true });
  await expect.element(text).toBeVisible();
  const tool = (word: 'bold' | 'link' | 'bullets') =>
    screen.getByRole('button', { name: screen.t(`news.${word}`), exact: true }).first();
  const address = screen.getByRole('textbox', { name: screen.t('news.link_address') });
  return { screen, text, tool, address, last: () => written.at(-1)?.content, sent: () => sent };
}

const line = (...content: object[]) => [{ type: 'paragraph', content }];

test('the tools say what holds at the cursor, and the focus stays in the text', async () => {
  const { text, tool, last } = await editor();
  await text.click();
  await expect.element(tool('bold')).toHaveAttribute('aria-pressed', 'false');
  await tool('bold').click();
  await expect.element(tool('bold')).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('home');
  await expect.poll(last).toEqual(line({ type: 'text', text: 'home', marks: [{ type: 'bold' }] }));
  await userEvent.keyboard('{Control>}b{/Control}');
  await expect.element(tool('bold')).toHaveAttribute('aria-pressed', 'false');
});

test('Enter in the address of a link sets the link and does not send the article', async () => {
  const { text, tool, address, last, sent } = await editor();
  await text.click();
  await tool('link').click();
  await expect.element(address).toHaveFocus();
  await userEvent.keyboard('loft.example{Enter}');
  await expect.element(address).not.toBeInTheDocument();
  const marks = [{ type: 'link', attrs: { href: 'https://loft.example' } }];
  await expect.poll(last).toEqual(line({ type: 'text', text: 'loft.example', marks }));
  expect(sent()).toBe(0);
});

test('an address that cannot be one stays to be corrected, and Escape gives it up', async () => {
  const { text, tool, address, last } = await editor();
  await text.click();
  await tool('link').click();
  await address.fill('not an address');
  await userEvent.keyboard('{Enter}');
  await expect.element(address).toHaveValue('not an address');
  expect(last()).toBeUndefined();
  await userEvent.keyboard('{Escape}');
  await expect.element(address).not.toBeInTheDocument();
});

test('an Arabic text in an English page begins at the right', async () => {
  const { text } = await editor({ dir: 'rtl' });
  expect(getComputedStyle(text.element()).direction).toBe('rtl');
  expect(getComputedStyle(text.element().querySelector('p')!).textAlign).toBe('start');
  await expect.element(text).toHaveAttribute('lang', 'ar');
});

test('a word without a break fits a window of 320 px', async () => {
  const { text } = await editor({ width: 320 });
  await text.fill('w'.repeat(120));
  expect(overflow()).toBe(0);
});
