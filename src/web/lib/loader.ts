/** What the loaders of pages share: parameters that are refused, calls that say no, the words for the head. */
import { data, redirectDocument } from 'react-router';
import { isRefusal, statusOf } from '#domain/refusal.ts';

/** What a page that cannot be shown tells the error page. */
export interface Refused {
  error: string;
  params: Readonly<Record<string, string | number>>;
}

/** Makes calls for a page; a rule's no becomes the page's status. */
export async function answers<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw data({ error: error.code, params: error.params } satisfies Refused, { status: statusOf(error) });
  }
}

/** A parameter that a page refuses names nothing that exists (5.22). */
export function notFound(): never {
  throw data({ error: 'not_found', params: {} } satisfies Refused, { status: 404 });
}

/** Leads whoever is not signed in over the sign-in, and back to this path. It is no page, so that a script leaves for it too. */
export function signInFor(path: string, status?: 303): Response {
  return redirectDocument(`/login?to=${encodeURIComponent(path)}`, status);
}

/** An id from a path. */
export function idFrom(text: string | undefined): number {
  return whole(text ?? '') ?? notFound();
}

/** Which page of a list is asked for; the sizes are those of 9.4. */
export function pageFrom(search: URLSearchParams): { page: number; per_page: PerPage } {
  const page = whole(search.get('page') ?? '1') ?? notFound();
  const per_page = perPages.find((size) => String(size) === (search.get('per_page') ?? '50')) ?? notFound();
  return { page, per_page };
}

export const perPages = [25, 50, 100] as const;
export type PerPage = (typeof perPages)[number];

/** One of a few words, or the first where none is asked for. */
export function oneOf<W extends string>(words: readonly [W, ...W[]], asked: string | null): W {
  return asked === null ? words[0] : (words.find((word) => word === asked) ?? notFound());
}

function whole(text: string): number | null {
  const value = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}
