/**
 * The message to the customers of a season that is being written, kept by the browser until it is sent: it outlives a
 * reload, a failed request and a way to another page.
 */
import { messageDrafts, store, stored } from '#web/lib/browser-store.ts';
import { textIn } from '#web/lib/form.ts';

const fields = ['request_key', 'people', 'subject', 'text', 'is_essential'] as const;
export type MessageDraft = Record<(typeof fields)[number], string>;

const nameOf = (season_id: number) => `${messageDrafts}${season_id}`;

/** The kept draft, or null. */
export function keptDraft(season_id: number): MessageDraft | null {
  try {
    const kept = JSON.parse(stored(nameOf(season_id)) ?? 'null');
    return kept && fields.every((field) => typeof kept[field] === 'string') ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps what stands in the form; a form without a subject and a text is no draft. */
export function keepDraft(season_id: number, form: FormData): void {
  const draft = Object.fromEntries(fields.map((field) => [field, textIn(form, field)])) as MessageDraft;
  const isEmpty = !draft.subject.trim() && !draft.text.trim();
  store(nameOf(season_id), isEmpty ? null : JSON.stringify(draft));
}

/** Forgets the draft; with a key, only the one that was sent with it. */
export function dropDraft(season_id: number, request_key?: string): void {
  if (request_key === undefined || keptDraft(season_id)?.request_key === request_key) store(nameOf(season_id), null);
}
