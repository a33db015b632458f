/**
 * Binds contracts to routes. A guarded route has three steps in this order: `load` (and lock) the subject of the call,
 * check it against the policy that the contract names, `act`. A writing call does all three in one transaction, a
 * reading one in one snapshot. Pages call the same routes in-process, so no other access to the data exists.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fresh_s, isFresh } from '#domain/accounts/proof.ts';
import type { CallOf, Contract, InputOf, ReplyOf } from '#domain/contract.ts';
import { parseFields } from '#domain/parse-fields.ts';
import {
  type Action,
  type Actor,
  anonymous,
  can,
  lacksSecondFactor,
  policy,
  refusalCode,
  type SubjectOf,
} from '#domain/policy.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';

import { deviceByKey } from '#server/devices/keys.ts';
import type { Database, Tx } from './db/database.ts';
import { laterOfDatabase, refusalOfDatabase } from './db/refusals.ts';
import { createSnapshot, readOnce, type Snapshot, transact } from './db/transaction.ts';
import { closedPolicy } from './headers.ts';
import type { flood } from './limits.ts';
import { networkOf } from './network.ts';
import type { PublicCache } from './public-cache.ts';

/** What every step knows of the call. */
export interface CallContext {
  actor: Actor;
  now_ms: number;
  /** The network of the caller (`networkOf`), for rate limits; null for calls of the program itself. */
  network: string | null;
}

/** A call, to be made over HTTP or in-process. */
export interface Route {
  contract: Contract;
  /** The version of the reply, for calls that many make at the same time; null where it is not cacheable. */
  version?: ((db: Database, raw: CallOf<Contract>, context: CallContext) => Promise<string | null>) | undefined;
  /** How long a reader may cache a reply with a version without revalidation; a second by default. */
  keep_s?: number | undefined;
  /** How often one network may make it over HTTP, where it costs much. */
  limit?: ReturnType<typeof flood> | undefined;
  run(db: Database, raw: CallOf<Contract>, context: CallContext, snapshot?: Snapshot): Promise<unknown>;
}

/**
 * Binds a contract to its steps. `load` reads, and for a write locks, the subject of the call, or throws `not_found`;
 * it returns the subject that the policy of the contract's action expects. `act` runs only after the policy has allowed
 * it. Where thousands make the same call, `version` cheaply computes the version of the reply: while it stays the same,
 * a reply is made once and shared by public readers (public-cache.ts).
 */
export function route<C extends Contract, Loaded extends SubjectOf<C['access']>>(
  contract: C,
  steps: {
    load(tx: Tx, input: InputOf<C>, context: CallContext): Promise<Loaded>;
    version?(tx: Tx, subject: Loaded, input: InputOf<C>): Promise<string | null>;
    keep_s?: number;
    limit?: ReturnType<typeof flood>;
    /** Set for a GET that counts attempts even when it fails: it is neither read-only nor one transaction. */
    counts?: true;
    act(tx: Tx, subject: Loaded, input: InputOf<C>, context: CallContext): Promise<z.input<C['reply']>>;
  },
): Route {
  const { version, keep_s, limit, counts } = steps;
  return {
    contract,
    keep_s,
    limit,
    version:
      version &&
      (async (db, raw, context) => {
        const input = parseInput(contract, raw) as InputOf<C>;
        const subject = await steps.load(db, input, context);
        authorize(context.actor, contract.access, subject);
        return version(db, subject, input);
      }),
    async run(db, raw, context, snapshot) {
      if (!Object.hasOwn(policy, contract.access)) throw new Refusal('unknown_middleware', { name: contract.access });
      // Anonymous callers neither learn what exists nor lock it.
      if (policy[contract.access].asks === 'signed_in' && context.actor.kind === 'anonymous')
        throw new Refusal('sign_in_first');
      const input = parseInput(contract, raw) as InputOf<C>;
      const steps3 = async (tx: Tx) => {
        const subject = await steps.load(tx, input, context);
        authorize(context.actor, contract.access, subject);
        if (contract.fresh_proof) wantFreshProof(context);
        return contract.reply.parse(await steps.act(tx, subject, input, context));
      };
      if (contract.method === 'GET' && counts) return steps3(db);
      if (contract.method === 'GET') return snapshot ? snapshot.read(steps3) : readOnce(db, steps3);
      return transact(db, steps3).catch((error) => {
        throw refusalOfDatabase(error) ?? error;
      });
    },
  };
}

/** A call that asks an outside service: `act` checks the right, and opens its transactions itself. */
export function outside<C extends Contract>(
  contract: C,
  act: (db: Database, input: InputOf<C>, context: CallContext) => Promise<ReplyOf<C>>,
): Route {
  return {
    contract,
    async run(db, raw, context) {
      if (context.actor.kind === 'anonymous') throw new Refusal('sign_in_first');
      const input = parseInput(contract, raw as CallOf<Contract>) as InputOf<C>;
      if (contract.fresh_proof) wantFreshProof(context);
      try {
        return contract.reply.parse(await act(db, input, context));
      } catch (error) {
        throw refusalOfDatabase(error) ?? error;
      }
    },
  };
}

/**
 * The policy check between load and act.
 * @throws Refusal `sign_in_first`, `forbidden`, or `not_found` where existence is private; `second_factor_needed` to an
 * actor who would be allowed after signing in with two factors.
 */
export function authorize<A extends Action>(actor: Actor, action: A, subject: SubjectOf<A>): void {
  if (can(actor, action, subject)) return;
  throw new Refusal(lacksSecondFactor(actor, action, subject) ? 'second_factor_needed' : refusalCode(actor, action));
}

/**
 * The step after the policy check, for calls that require a fresh proof of identity.
 * @throws Refusal `proof_needed` when the person's last proof of identity is too old.
 */
function wantFreshProof({ actor, now_ms }: CallContext): void {
  if (actor.kind === 'user' && !isFresh(actor.proven_at, now_ms)) throw new Refusal('proof_needed');
}

/** Makes calls in-process as an actor; the pages' loaders use it. */
export type Call = <C extends Contract>(contract: C, input: CallOf<C>) => Promise<ReplyOf<C>>;

/** The calls of one page: it reads one snapshot, until it writes or ends. */
export interface PageCalls {
  call: Call;
  /** Ends the snapshot; the page has all its data. */
  end(): Promise<void>;
}

/** All routes by method and path; not by contract, because the pages' bundle has contract objects of its own. */
export type RouteTable = ReadonlyMap<string, Route>;

export function tableOf(routes: readonly Route[]): RouteTable {
  return new Map(routes.map((one) => [`${one.contract.method} ${one.contract.path}`, one]));
}

export function caller(
  table: RouteTable,
  db: Database,
  actor: Actor,
  network: string | null = null,
  snapshot?: Snapshot,
): Call {
  return async (contract, input) => {
    const found = table.get(`${contract.method} ${contract.path}`);
    if (!found) throw new Error(`no route for ${contract.method} ${contract.path}`);
    try {
      // The next read must see this write.
      if (contract.method !== 'GET') await snapshot?.end();
      const context = { actor, now_ms: Date.now(), network };
      return (await found.run(db, input as CallOf<Contract>, context, snapshot)) as never;
    } catch (error) {
      // Pages show it like any other refusal.
      throw laterOfDatabase(error) ?? error;
    }
  };
}

/** The calls of one page as an actor. */
export function callsOfPage(table: RouteTable, db: Database, actor: Actor, network: string | null): PageCalls {
  const snapshot = createSnapshot(db);
  return { call: caller(table, db, actor, network, snapshot), end: snapshot.end };
}

/** Registers routes with Fastify under the paths of their contracts. */
export function registerRoutes(app: FastifyInstance, table: RouteTable, db: Database, publicCache: PublicCache): void {
  for (const { contract, run, version, keep_s = 1, limit } of table.values()) {
    const handle = async (request: FastifyRequest, reply: FastifyReply) => {
      const { params, query, headers, body } = request;
      const raw = { params, query, headers, body } as CallOf<Contract>;
      const now_ms = Date.now();
      const anonymousContext = { actor: anonymous, now_ms, network: null };
      const cached =
        version &&
        (await publicCache.reply(request, reply, async (last) => {
          const state = await version(db, raw, anonymousContext);
          if (state === null) return null;
          const etag = `W/"${state}"`;
          if (last?.etag === etag) return last;
          const body = Buffer.from(JSON.stringify(await run(db, raw, anonymousContext)));
          return { status: 200, headers: cachedHeaders(keep_s), body, etag };
        }));
      if (cached) return reply;
      const actor = await actorFor(contract.access, request, db);
      return run(db, raw, { actor, now_ms, network: networkOf(request.ip) });
    };
    registerContract(app, contract, handle, limit);
  }
}

const cachedHeaders = (keep_s: number) => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': `public, max-age=${keep_s}`,
  'content-security-policy': closedPolicy,
  vary: 'accept-encoding, cookie',
});

/** The wire format of every refusal (8.1): one sentence with its code, or those of each wrong field. */
const params = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .meta({ description: 'The values in the sentences' });
const refused = z.union([
  z
    .object({
      error: z.string().meta({ description: 'The sentence, in the language that was asked for' }),
      code: z.string(),
      params,
    })
    .meta({ description: 'Of the whole call' }),
  z
    .object({
      errors: z.record(z.string(), z.array(z.string())).meta({ description: 'The sentences of each field' }),
      codes: z.record(z.string(), z.array(z.string())),
      params,
    })
    .meta({ description: 'Of single fields' }),
]);

/**
 * Registers one contract with its own handler: readings of clocks, whose batches share transactions, and tokens of
 * programs, which come from the identity provider.
 */
export function registerContract(
  app: FastifyInstance,
  contract: Contract,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  rateLimit?: ReturnType<typeof flood>,
): void {
  const { params, query, headers, body, reply, media_type } = contract;
  app.route({
    method: contract.method,
    url: contract.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { access: contract.access, ...(rateLimit && { rateLimit }) },
    schema: {
      operationId: contract.name,
      summary: contract.summary,
      ...(contract.fresh_proof && {
        description: `Refused with 403 \`proof_needed\` when the person last proved who they are more than ${fresh_s / 60} minutes ago.`,
      }),
      ...(hasFields(params) ? { params } : {}),
      ...(hasFields(query) ? { querystring: query } : {}),
      ...(hasFields(headers) ? { headers } : {}),
      ...(contract.method === 'GET' ? {} : { body }),
      response: {
        200: media_type ? { content: { [media_type]: { schema: reply } } } : reply,
        '4xx': refused,
        '5xx': refused,
      },
      ...(contract.access === 'reading.record' ? { security: [{ deviceKey: [] }] } : {}),
    },
    handler: async (request: FastifyRequest, answer: FastifyReply) => {
      answer.header('cache-control', 'no-store');
      if (headers instanceof z.ZodObject && hasFields(headers))
        answer.header('vary', Object.keys(headers.shape).join(', '));
      return handler(request, answer);
    },
  });
}

function hasFields(schema: z.ZodType): boolean {
  return !(schema instanceof z.ZodObject) || Object.keys(schema.shape).length > 0;
}

/** The actor of a request, as far as the action needs it. */
async function actorFor(access: Action, request: FastifyRequest, db: Database): Promise<Actor> {
  if (policy[access].asks === 'public') return anonymous;
  return actorOf(request, db).catch((error) => {
    if (policy[access].asks === 'mostly_public' && isRefusal(error)) return anonymous;
    throw error;
  });
}

/**
 * The actor of a request: by the key of a clock or a session token as Bearer, or by the session cookie.
 * @throws Refusal `sign_in_first` for an invalid key or token.
 */
export async function actorOf(request: FastifyRequest, db: Database): Promise<Actor> {
  const header = request.headers.authorization;
  if (header === undefined) return actorByCookie(request);
  const key = /^Bearer +([\w.~+/=-]{1,512})$/i.exec(header)?.[1];
  const { sessions } = request.server;
  const actor = key && (key.startsWith('clock_') ? await deviceByKey(db, key) : await sessions.signedInBy(key));
  if (!actor) {
    const wrong = await request.server.wrongKeys(request);
    if (!wrong.isAllowed && wrong.isExceeded) throw new Refusal('too_often', { seconds: wrong.ttlInSeconds });
    throw new Refusal('sign_in_first');
  }
  return actor;
}

/**
 * The actor of a browser's request; an admin who sees the site as another person is that person. An invalid cookie is
 * anonymous, so that public pages still work.
 * @throws Refusal `only_seen` at a write of such an admin.
 */
export async function actorByCookie({
  server,
  cookies,
  method = 'GET',
}: Pick<FastifyRequest, 'cookies' | 'server'> & { method?: string }): Promise<Actor> {
  const token = cookies[server.sessions.cookie];
  const found = token ? await server.sessions.sessionBy(token) : null;
  if (found?.seen && !['GET', 'HEAD'].includes(method)) throw new Refusal('only_seen');
  return found?.seen ?? found?.person ?? anonymous;
}

/**
 * The input of a call, parsed by its contract. Path parameters that do not parse identify nothing.
 * @throws Refusal `not_found`, or `bad_input` naming each field.
 */
export function parseInput<C extends Contract>(contract: C, raw: CallOf<Contract>): InputOf<C> {
  const params = contract.params.safeParse(raw.params ?? {});
  if (!params.success) throw new Refusal('not_found');
  const query = parseFields(contract.query, raw.query ?? {}, 'query');
  const headers = parseFields(contract.headers, raw.headers ?? {});
  const body = contract.method === 'GET' ? { data: {} } : parseFields(contract.body, raw.body ?? null);
  const errors = { ...query.errors, ...headers.errors, ...body.errors };
  if (query.errors || headers.errors || body.errors) throw new Refusal('bad_input', {}, errors);
  return { params: params.data, query: query.data, headers: headers.data, body: body.data } as InputOf<C>;
}
