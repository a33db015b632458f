/**
 * The contract of a call between browser and server: method, path, action, input and reply. The server registers the
 * call by it, the browser and the server-rendered pages call it typed, and the OpenAPI document is generated from it.
 */
import { z } from 'zod';
import type { Action } from '#domain/policy.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The parts of a contract. `params`, `query`, `headers` and `body` are left out where a call has none. */
export interface Contract<
  Access extends Action = Action,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Headers extends z.ZodType = z.ZodType,
> {
  /** The name of the call in the OpenAPI document. */
  name: string;
  summary: string;
  method: Method;
  /** With placeholders named as in `params`: `/api/lofts/{loft_id}`. */
  path: string;
  access: Access;
  /** Whether the call requires a recent proof of identity (`domain/accounts/proof.ts`). */
  fresh_proof?: true;
  params: Params;
  query: Query;
  /** Named in lower case. The reply depends on them, and lists them in `vary`. */
  headers: Headers;
  body: Body;
  reply: Reply;
  /** The type of a reply that is a text and not JSON. */
  media_type?: string;
}

export type InputOf<C extends Contract> = {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  headers: z.output<C['headers']>;
  body: z.output<C['body']>;
};
/** The input of a caller: parts without required fields may be left out. */
export type CallOf<C extends Contract> = Optional<'params', z.input<C['params']>> &
  Optional<'query', z.input<C['query']>> &
  Optional<'headers', z.input<C['headers']>> &
  Optional<'body', z.input<C['body']>>;
export type ReplyOf<C extends Contract> = z.output<C['reply']>;

// biome-ignore lint/complexity/noBannedTypes: `{}` tests whether an object without fields is assignable
type Optional<Name extends string, Value> = {} extends Value ? { [K in Name]?: Value } : { [K in Name]: Value };

const nothing = z.object({});
type Nothing = typeof nothing;

/** Defines a call; see {@link Contract}. */
export function contract<
  Access extends Action,
  Reply extends z.ZodType,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
  Headers extends z.ZodType = Nothing,
>(given: {
  name: string;
  summary: string;
  method: Method;
  path: string;
  access: Access;
  fresh_proof?: true;
  params?: Params;
  query?: Query;
  headers?: Headers;
  body?: Body;
  reply: Reply;
  media_type?: string;
}): Contract<Access, Params, Query, Body, Reply, Headers> {
  const none = nothing as never;
  return { params: none, query: none, headers: none, body: none, ...given };
}

/** An id as it comes in a path. PostgreSQL's bigint is wider; ids beyond 2^53 do not occur. */
export const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** An id in a reply. */
export const replyId = z.int().min(1);

/** An instant in a reply: ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 });

/** Rows of a page of a list: the sizes of 9.4; printed pages and files have all rows. */
export const perPage = z
  .union([z.literal('all'), z.coerce.number().pipe(z.union([z.literal(25), z.literal(50), z.literal(100)]))])
  .default(50);

/** The page of a list, and the search: blanks separate words, all of which must match. */
export const pageQuery = {
  q: z.string().max(100).default(''),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: perPage,
};
