/**
 * Signing in for programs that are no browser, with the calls of the product's interface. They get a session like any
 * other, with tokens of our own; the provider's tokens stay on the server.
 */

import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { getOauthUser, getOlrUser, getToken, type oauthUser } from '#domain/accounts/contract.ts';
import { tokensExpireAt } from '#domain/accounts/session.ts';
import { Refusal } from '#domain/refusal.ts';
import { personOf } from '#server/act.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { flood } from '#server/limits.ts';
import { networkOf } from '#server/network.ts';
import { actorOf, authorize, parseInput, type Route, registerContract, route } from '#server/route.ts';
import { isAway, type RelyingParty } from './oidc.ts';
import { hashOf, newToken } from './sessions.ts';
import { signIn } from './sign-in.ts';

export interface TokenOptions {
  db: Database;
  party: RelyingParty;
}

/** An ordinary call, with `route()`. */
export const olrUserRoute: Route = route(getOlrUser, {
  load: async () => ({}),
  act: async (_tx, _own, _input, { actor }) => {
    const { is_admin, permissions } = personOf(actor);
    return { is_admin, permissions: [...permissions] };
  },
});

export async function tokenRoutes(app: FastifyInstance, { db, party }: TokenOptions): Promise<void> {
  // Not `route()`: no transaction may wait for the provider.
  registerContract(
    app,
    getToken,
    async (request) => {
      const { body } = parseInput(getToken, { body: request.body } as never);
      if (body.clientId !== party.client_id()) throw new Refusal('token_error');
      const now_ms = Date.now();
      if ('refreshToken' in body) return transact(db, (tx) => renewTokens(tx, body.refreshToken, now_ms));
      const { code, redirectUri: redirect_uri, codeVerifier: verifier, nonce } = body;
      const brought = { code, redirect_uri, ...(verifier && { verifier }), ...(nonce && { nonce }) };
      const grant = await party.redeem(brought).catch((error) => {
        if (isAway(error)) throw party.away(error);
        request.log.warn({ err: error }, 'a code was refused');
        throw new Refusal('token_error');
      });
      const refreshToken = newToken();
      return transact(db, async (tx) => {
        const agent = request.headers['user-agent'];
        // A program has no browser cookie: person and `User-Agent` stand in for it.
        const browser = `${grant.claims.subject} ${agent}`;
        const network = networkOf(request.ip);
        const session = { agent, network, browser, refresh_hash: hashOf(refreshToken), now_ms, began_ms: now_ms };
        const { session_id, token } = await signIn(tx, grant, session);
        return tokenReply(tx, { session_id, token, refreshToken, now_ms });
      });
    },
    flood('token'),
  );

  registerContract(app, getOauthUser, async (request) => {
    const token = /^Bearer +([\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
    // The token of a cookie is not shown to scripts.
    if (!token) throw new Refusal('sign_in_first');
    const actor = await actorOf(request, db);
    authorize(actor, getOauthUser.access, {});
    const { session_id } = personOf(actor);
    return tokenReply(db, { session_id, token, refreshToken: null, now_ms: Date.now() });
  });
}

/**
 * New tokens for a valid session; the old ones are invalid from now on. However often they are renewed, they end 90
 * days after the sign-in.
 *
 * @throws Refusal `refresh_token_error`
 */
async function renewTokens(tx: Tx, shown: string, now_ms: number): Promise<z.input<typeof oauthUser>> {
  const session = await tx
    .selectFrom('user_sessions')
    .select(['id', 'created_at'])
    .where('refresh_hash', '=', hashOf(shown))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(now_ms).toISOString())
    .forUpdate()
    .executeTakeFirst();
  if (!session) throw new Refusal('refresh_token_error');
  const until_ms = tokensExpireAt(Date.parse(session.created_at), now_ms);
  if (until_ms <= now_ms) throw new Refusal('refresh_token_error');
  const token = newToken();
  const refreshToken = newToken();
  await tx
    .updateTable('user_sessions')
    .set({
      token_hash: hashOf(token),
      refresh_hash: hashOf(refreshToken),
      expires_at: new Date(until_ms).toISOString(),
    })
    .where('id', '=', session.id)
    .execute();
  return tokenReply(tx, { session_id: session.id, token, refreshToken, now_ms });
}

async function tokenReply(
  tx: Tx,
  {
    session_id,
    token,
    refreshToken,
    now_ms,
  }: { session_id: number; token: string; refreshToken: string | null; now_ms: number },
): Promise<z.input<typeof oauthUser>> {
  const { expires_at, image, identity_number, ...person } = await tx
    .selectFrom('user_sessions')
    .innerJoin('users', 'users.id', 'user_sessions.user_id')
    .select([
      'expires_at',
      'image',
      'first_name',
      'last_name',
      'email',
      'identity_number',
      'city',
      'street',
      'zipcode',
      'language',
    ])
    .where('user_sessions.id', '=', session_id)
    .executeTakeFirstOrThrow();
  const expiresIn = Math.floor((Date.parse(expires_at) - now_ms) / 1000);
  return { ...person, image_src: image, ipfn: identity_number, token, refreshToken, expiresIn };
}
