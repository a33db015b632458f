/** What a form has done and to whom, in the address of the page that says so. */

const doneKinds = ['entered', 'changed', 'moved', 'removed', 'admin_given', 'admin_taken'] as const;
export type DoneKind = (typeof doneKinds)[number];

/** Longer than any ring and any name of a team. */
const longest = 128;

/** A query with what was done. @param name the pigeon or the team, or how many of them */
export function withDone(query: string | URLSearchParams, kind: DoneKind, name: string): string {
  const search = new URLSearchParams(query);
  search.set('done', kind);
  search.set('name', name.slice(0, longest));
  return `?${search}`;
}

/** What was done; without a name the page says only that. Null: nothing. */
export function doneIn(search: URLSearchParams): { kind: DoneKind; name: string } | null {
  const done = search.get('done');
  if (done === null) return null;
  const kind = doneKinds.find((one) => one === done);
  return { kind: kind ?? 'changed', name: kind ? (search.get('name') ?? '').slice(0, longest) : '' };
}
