import { beforeEach, expect, it } from 'vitest';
import { store } from '#web/lib/browser-store.ts';
import { dropDraft, keepDraft, keptDraft } from './message-draft.ts';

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};
const typed = { request_key: 'a', people: 'to_pay', subject: 'Basketing', text: 'On Friday', is_essential: 'on' };

beforeEach(() => store('message-draft:7', null));

it('a message that is not sent yet is kept with its group and its key, for its season alone', () => {
  keepDraft(7, form({ ...typed, intent: 'send' }));
  expect(keptDraft(7)).toEqual(typed);
  expect(keptDraft(8)).toBeNull();
});

it('an empty form is no draft, and takes an earlier one away', () => {
  keepDraft(7, form(typed));
  keepDraft(7, form({ ...typed, subject: ' ', text: '' }));
  expect(keptDraft(7)).toBeNull();
});

it('is forgotten once it was sent, but not for a message that was sent before it', () => {
  keepDraft(7, form(typed));
  dropDraft(7, 'earlier');
  expect(keptDraft(7)).toEqual(typed);
  dropDraft(7, 'a');
  expect(keptDraft(7)).toBeNull();
});

it('is none where the store holds something else', () => {
  for (const text of ['{', '5', '{"subject":"x"}']) {
    store('message-draft:7', text);
    expect(keptDraft(7)).toBeNull();
  }
});
