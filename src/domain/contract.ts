/**
 * A call between browser and server, said once: method, path, who may, input and reply. The server registers it, the
 * browser and the server-rendered pages call it typed, the OpenAPI document is made from it.
 */
import { z } from 'zod';
import type { Action } from '#domain/policy.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a contract says. `params`, `query`, `headers` and `body` are left out where a call has none. */
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
  /** With `{blanks}` named as in `params`: `/api/lofts/{loft_id}`. */
  path: string;
  access: Access;
  /** Whether the person must have proved who they are a short while ago (`domain/accounts/proof.ts`). */
  fresh_proof?: true;
  params: Params;
  query: Query;
  /** Named in lower case. The answer depends on them, and says so with `vary`. */
  headers: Headers;
  body: Body;
  reply: Reply;
}

export type InputOf<C extends Contract> = {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  headers: z.output<C['headers']>;
  body: z.output<C['body']>;
};
/** What a caller hands in: parts without required fields may be left out. */
export type CallOf<C extends Contract> = Optional<'params', z.input<C['params']>> &
  Optional<'query', z.input<C['query']>> &
  Optional<'headers', z.input<C['headers']>> &
  Optional<'body', z.input<C['body']>>;
export type ReplyOf<C extends Contract> = z.output<C['reply']>;

// biome-ignore lint/complexity/noBannedTypes: `{}` is the question here, whether an object without fields would do
type Optional<Name extends string, Value> = {} extends Value ? { [K in Name]?: Value } : { [K in Name]: Value };

const nothing = z.object({});
type Nothing = typeof nothing;

/** Says a call; see {@link Contract}. */
export function contract<
  Access extends Action,
  Reply extends z.ZodType,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
  Headers extends z.ZodType = Nothing,
>(said: {
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
}): Contract<Access, Params, Query, Body, Reply, Headers> {
  const none = nothing as never;
  return { params: none, query: none, headers: none, body: none, ...said };
}

/** The path of a call with its blanks filled in and its query appended. */
export function pathOf(
  path: string,
  params: Readonly<Record<string, string | number>> = {},
  query: Readonly<Record<string, string | number | boolean | undefined>> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
  );
  return asked.length ? `${filled}?${asked.join('&')}` : filled;
}

/** An id as it comes in a path. PostgreSQL's bigint is wider; ids beyond 2^53 do not occur. */
export const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** An id as it stands in a reply. */
export const replyId = z.int().min(1);

/** An instant in a reply: ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 });

/** How many rows a page of a list has: the sizes of 9.4; all of them go on paper and into files. */
export const perPage = z
  .union([z.literal('all'), z.coerce.number().pipe(z.union([z.literal(25), z.literal(50), z.literal(100)]))])
  .default(50);

/** Which page of a list, and what is looked for in it; blanks part words, all of which must be found. */
export const pageQuery = {
  q: z.string().max(100).default(''),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: perPage,
};
