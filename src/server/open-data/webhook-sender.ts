/**
 * Sends the deliveries of webhooks, signed as Standard Webhooks say. No transaction is open meanwhile, and what came of
 * it is written with the removal from the queue, in one transaction: after a crash it is sent again with the same id.
 */
import { createHmac } from 'node:crypto';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { DeliveryFailure } from '#domain/open-data/webhooks-contract.ts';
import { pauses_ms } from '#domain/retries.ts';
import { arrivalsView } from '#server/arrivals/arrivals.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { findFlight } from '#server/flights/flights.ts';
import { type Ended, type Job, type QueueOptions, workOffQueue } from '#server/jobs/items.ts';
import { findLoft } from '#server/lofts/lofts.ts';
import { lookupOutside, mayBePushService } from '#server/notifications/push-address.ts';
import { secretOf } from './webhooks.ts';

/** How many are on their way at once in one process. */
const at_once = 10;
/** How long a receiver may take. */
const timeout_ms = 10_000;
/** After the last pause there is one more try. */
export const mostTries = pauses_ms.length + 1;

export interface WebhookSenderOptions extends Pick<QueueOptions, 'claim' | 'renew_ms' | 'stopped'> {
  db: Database;
  auth_secret: string;
  /** Whether receivers may be in the operator's own network, in development. */
  anywhere: boolean;
  /** The address of the site. */
  site: () => string;
}

interface Delivery {
  id: number;
  webhook_id: number;
  event: string;
  loft_id: number | null;
  flight_id: number | null;
  facts: { epoch?: number; after?: number; up_to?: number };
  at: string;
  url: string;
}

interface Outcome {
  last_status: number | null;
  last_failure: DeliveryFailure | null;
}

/** Why a delivery was not taken. @param answered the status of the reply; null where there was none */
const notTaken = (answered: number | null, cause?: unknown) =>
  Object.assign(new Error(answered === null ? 'no reply' : `answered ${answered}`, { cause }), { answered });

/** The status of the reply that a delivery was not taken with, or why there was none. */
function outcomeOf(error: Error): Outcome {
  const last_status = 'answered' in error ? (error.answered as number | null) : null;
  return { last_status, last_failure: last_status === null ? failureOf(error.cause) : null };
}

function failureOf(cause: unknown): DeliveryFailure {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'no_name';
  return code === 'ABORT_ERR' ? 'timeout' : 'no_connection';
}

/**
 * Sends all deliveries that are due.
 * @returns how many were tried
 */
export async function sendWebhooks(
  { db, auth_secret, anywhere, site, ...options }: WebhookSenderOptions,
  now_ms: number,
): Promise<number> {
  const job: Job<string> = {
    queue: 'webhooks',
    nameOf: (key) => ({ key }),
    work: deliver,
    gives_up: {
      tries: mostTries,
      failed: (tx, item, { n, error, is_last }) =>
        record(tx, Number(item), n, is_last ? 'failed' : 'pending', outcomeOf(error)),
    },
  };
  return workOffQueue(db, job, { ...options, now_ms, at_once });

  async function deliver(item: string, n: number): Promise<Ended> {
    const one: Delivery | undefined = await db
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
      .select(['d.id', 'd.webhook_id', 'd.event', 'd.loft_id', 'd.flight_id', 'd.facts', 'd.at', 'w.url'])
      .where('d.id', '=', Number(item))
      .where('d.status', '=', 'pending')
      .executeTakeFirst();
    // Its webhook was removed meanwhile.
    if (!one) return async () => {};
    const body = JSON.stringify({ type: one.event, timestamp: one.at, data: await dataOf(one) });
    const status = await post(one.url, body, headersOf(one, body));
    if (status < 200 || status > 299) throw notTaken(status);
    return (tx) => record(tx, one.id, n, 'delivered', { last_status: status, last_failure: null });
  }

  /** What is public of an event at this moment: what a season has hidden since is not told any more. */
  async function dataOf({ loft_id, flight_id, facts }: Delivery): Promise<object> {
    if (loft_id === null || flight_id === null) return {};
    const key = { loft_id, flight_id };
    const flight = await findFlight(db, key);
    if (!flight || flight.is_draft || flight.season_status === 'draft') return { ...key, is_public: false };
    const loft = await findLoft(db, loft_id);
    const url = `${site()}/api/v1/lofts/${loft_id}/flights/${flight_id}`;
    const about = {
      ...key,
      is_public: true,
      loft: loft!.name,
      flight: flight.name,
      status: flight.status,
      release_at: flight.release_time,
      is_replay: flight.replay_of !== null,
      basketed_count: flight.basketed_count,
      home_count: flight.home_count,
      url,
    };
    if (facts.up_to === undefined) return about;
    const stream = await arrivalsView(db, key, facts.after!);
    // Of another epoch: what follows says it anew.
    const rows = stream.epoch === facts.epoch ? stream.rows.filter(([number]) => number <= facts.up_to!) : [];
    return {
      ...about,
      restarted: facts.after === 0,
      cursor: `${facts.epoch}-${facts.up_to}`,
      is_streamed: stream.goes_live,
      arrivals: rows.map(([number, pigeon_id, time_ms]) => ({
        number,
        pigeon_id,
        arrived_at: time_ms === null ? null : new Date(time_ms).toISOString(),
      })),
    };
  }

  /** The headers of Standard Webhooks: a receiver checks the signature, and that the time is not long ago. */
  function headersOf({ id, webhook_id }: Delivery, body: string): Record<string, string> {
    const message = `msg_${id}`;
    const seconds = String(Math.floor(Date.now() / 1000));
    const key = Buffer.from(secretOf(auth_secret, webhook_id).slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`${message}.${seconds}.${body}`).digest('base64');
    return {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Loftline-Webhooks/1',
      'webhook-id': message,
      'webhook-timestamp': seconds,
      'webhook-signature': `v1,${signature}`,
    };
  }

  /** The status of the reply. A redirection is not followed, and no name leads into a private network. */
  function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
    // The address was checked when it was added; the rule may be stricter since.
    if (!anywhere && !mayBePushService(url)) throw notTaken(null);
    const send = url.startsWith('http:') ? overHttp : overHttps;
    return new Promise((resolve, reject) => {
      const asked = send(
        url,
        {
          method: 'POST',
          headers,
          signal: AbortSignal.timeout(timeout_ms),
          ...(anywhere ? {} : { lookup: lookupOutside }),
        },
        (answer) => {
          // The body of the reply is discarded, however long it is.
          answer.destroy();
          resolve(answer.statusCode ?? 0);
        },
      );
      asked.on('error', (error) => reject(notTaken(null, error)));
      asked.end(body);
    });
  }
}

async function record(
  tx: Tx,
  id: number,
  attempts: number,
  status: 'pending' | 'delivered' | 'failed',
  outcome: Outcome,
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ attempts, status, ...outcome, last_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
}
