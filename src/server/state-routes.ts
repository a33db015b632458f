/** Endpoints for machines: liveness, readiness, metrics and the OpenAPI document. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { Refusal } from '#domain/refusal.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Live } from './live/live.ts';

export interface StateOptions {
  config: Config;
  db: Database;
  live: Live;
  /** The metrics as text. */
  metrics: () => Promise<string>;
  /** Whether the shutdown has begun. */
  draining: () => boolean;
}

export function stateRoutes(app: FastifyInstance, { config, db, live, metrics, draining }: StateOptions): void {
  const open = { config: { access: 'site.read' as const } };
  app.get('/api/openapi.json', { ...open, schema: { hide: true } }, async () => app.swagger());
  app.get(
    '/api/test/health',
    { ...open, schema: { summary: "The time of the live bus's last round trip" } },
    async () => {
      const at = live.lastRoundTrip();
      return { redis: { timestamp: at === null ? null : new Date(at).toISOString() } };
    },
  );
  app.get('/livez', { ...open, schema: { hide: true } }, async () => ({ status: 'alive' }));
  app.get('/readyz', { ...open, schema: { hide: true } }, async (_request, reply) => {
    const ready = !draining() && (await isReady(db));
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
  app.get('/metrics', { ...open, schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(request, config)) throw new Refusal('not_found');
    return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await metrics());
  });
}

async function isReady(db: Database): Promise<boolean> {
  const asked = db.selectFrom('lofts').select('id').limit(1).execute();
  const answered = asked.then(
    () => true,
    () => false,
  );
  // A readiness check cannot wait for a database that hangs.
  return Promise.race([answered, sleep(2000, false, { ref: false })]);
}

/**
 * Requires the token; without a configured one nobody is allowed, also not from this machine: a proxy runs on it too.
 */
function mayReadMetrics(request: FastifyRequest, { metrics_token }: Config): boolean {
  if (metrics_token === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${metrics_token}`));
}
