/** Shared by the loaders of pages: validation of parameters, refused calls, words for the head. */
import { data, redirectDocument } from 'react-router';
import { signInPath } from '#domain/identity/return-path.ts';
import { isRefusal, statusOf } from '#domain/refusal.ts';

/** The data of a refused page for the error page. */
export interface Refused {
  error: string;
  params: Readonly<Record<string, string | number>>;
}

/** Runs the calls of a page; a refusal becomes the status of the page. */
export async function answers<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw data({ error: error.code, params: error.params } satisfies Refused, { status: statusOf(error) });
  }
}

/** What a call answers, or `nothing` where it is not found: it is not there, or the reader may not see it. */
export async function foundOr<T, Nothing>(nothing: Nothing, work: () => Promise<T>): Promise<T | Nothing> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error) && error.code === 'not_found') return nothing;
    throw error;
  }
}

/** The right that a page of work needs. */
type NeededRight = 'needs_merchant' | 'needs_seasons';

/**
 * {@link answers} for the frame of pages of work. The calls behind them answer "not found" to who has no right there. Where
 * the reader can read what the pages are about anyway, it is named what right is missing; else it stays not found.
 * @param known a call that the reader may make only where the loft or the season is no secret to them
 */
export async function answersOrNeeds<T>(
  right: NeededRight,
  work: () => Promise<T>,
  known: () => Promise<unknown>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error) && error.code === 'not_found') {
      await answers(known);
      return needs(right);
    }
    return answers(() => Promise.reject(error));
  }
}

/** The page of a reader who lacks a right to it. */
export function needs(right: NeededRight): never {
  throw data({ error: right, params: {} } satisfies Refused, { status: 403 });
}

/** An invalid parameter names nothing that exists (5.22). */
export function notFound(): never {
  throw data({ error: 'not_found', params: {} } satisfies Refused, { status: 404 });
}

/**
 * Redirects to the sign-in, and from there back to this path. A document redirect, because the sign-in is not a page of
 * the router.
 */
export function signInFor(path: string, status?: 303): Response {
  return redirectDocument(signInPath(path), status);
}

/** An id from a path. */
export function idFrom(text: string | undefined): number {
  return whole(text ?? '') ?? notFound();
}

/** The page and page size of a list; the sizes are those of 9.4. */
export function pageFrom(search: URLSearchParams): { page: number; per_page: PerPage } {
  const page = whole(search.get('page') ?? '1') ?? notFound();
  const per_page = perPages.find((size) => String(size) === (search.get('per_page') ?? '50')) ?? notFound();
  return { page, per_page };
}

/** The text that a list is searched for. */
export function searchTextFrom(search: URLSearchParams): string {
  return (search.get('q') ?? '').slice(0, 100);
}

export const perPages = [25, 50, 100] as const;
export type PerPage = (typeof perPages)[number];

/** One of the allowed words, the first by default. */
export function oneOf<W extends string>(words: readonly [W, ...W[]], asked: string | null): W {
  return asked === null ? words[0] : (words.find((word) => word === asked) ?? notFound());
}

function whole(text: string): number | null {
  const value = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}
