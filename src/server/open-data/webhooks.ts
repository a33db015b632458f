/** Webhooks: kept by people, and what is put into their log when something public happens. */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { mostWebhooks, shownDeliveries, type WebhookEvent } from '#domain/open-data/webhooks-contract.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import type { FlightStep } from '#server/flights/consequences.ts';
import { addItems } from '#server/jobs/queue.ts';
import { findLoft } from '#server/lofts/lofts.ts';
import { mayBePushService } from '#server/notifications/push-address.ts';

/** The secret of a webhook: made from that of the site, so that every process has the same and none is stored. */
export function secretOf(auth_secret: string, webhook_id: number): string {
  return `whsec_${createHmac('sha256', auth_secret).update(`webhook ${webhook_id}`).digest('base64')}`;
}

const webhookQuery = (tx: Tx) =>
  tx
    .selectFrom('webhooks as w')
    .leftJoin('lofts as l', 'l.id', 'w.loft_id')
    .select(['w.id', 'w.url', 'w.events', 'w.created_at', 'w.loft_id', 'l.name as loft_name']);

type Row = Awaited<ReturnType<ReturnType<typeof webhookQuery>['execute']>>[number];

const view = ({ loft_id, loft_name, ...webhook }: Row) => ({
  ...webhook,
  loft: loft_id === null ? null : { id: loft_id, name: loft_name! },
});

/** The webhooks of a person, the latest first. */
export async function webhooksOf(tx: Tx, user_id: number) {
  return (await webhookQuery(tx).where('w.user_id', '=', user_id).orderBy('w.id', 'desc').execute()).map(view);
}

/** A webhook of a person. @throws Refusal `not_found` for one that is not theirs */
export async function findWebhook(tx: Tx, user_id: number, webhook_id: number) {
  const row = await webhookQuery(tx).where('w.user_id', '=', user_id).where('w.id', '=', webhook_id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return view(row);
}

export interface WebhookToAdd {
  url: string;
  events: readonly WebhookEvent[];
  loft_id: number | null;
}

/**
 * Add a webhook for a person. Those that are added at once wait for each other, so that the limit holds.
 * @param anywhere whether addresses inside the operator's own network are allowed, in development
 * @throws Refusal `error_webhook_url` at `url`, `not_found` for another loft, `webhooks_full` at {@link mostWebhooks}
 */
export async function addWebhook(
  tx: Tx,
  user_id: number,
  { url, events, loft_id }: WebhookToAdd,
  anywhere: boolean,
): Promise<{ id: number }> {
  if (anywhere ? !URL.canParse(url) : !mayBePushService(url)) throw refusalAt('url', 'error_webhook_url');
  if (loft_id !== null && !(await findLoft(tx, loft_id))) throw new Refusal('not_found');
  await tx.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute();
  if ((await webhooksOf(tx, user_id)).length >= mostWebhooks) throw new Refusal('webhooks_full', { max: mostWebhooks });
  const added = await tx
    .insertInto('webhooks')
    .values({ user_id, url, events: [...new Set(events)], loft_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  // What happened before is not told.
  await sql`
    insert into webhook_cursors (webhook_id, loft_id, flight_id, epoch, number)
    select ${added.id}, f.loft_id, f.id, stream.epoch, stream.head from flights f
    join flight_streams stream on stream.loft_id = f.loft_id and stream.flight_id = f.id
    where f.status = 'released' and (${loft_id}::bigint is null or f.loft_id = ${loft_id})`.execute(tx);
  return added;
}

/** Remove a webhook with its log. */
export async function removeWebhook(tx: Tx, webhook_id: number): Promise<void> {
  await tx.deleteFrom('webhooks').where('id', '=', webhook_id).execute();
}

/** Removes the webhooks of a deleted person. */
export async function forgetWebhooks(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('webhooks').where('user_id', '=', user_id).execute();
}

/** The latest deliveries of a webhook. */
export async function deliveriesOf(tx: Tx, webhook_id: number) {
  const rows = await tx
    .selectFrom('webhook_deliveries as d')
    .leftJoin('flights as f', (join) => join.onRef('f.loft_id', '=', 'd.loft_id').onRef('f.id', '=', 'd.flight_id'))
    .leftJoin('job_items as i', (join) =>
      join.on('i.queue', '=', 'webhooks').on('i.item', '=', sql<string>`d.id::text`).on('d.attempts', '>', 0),
    )
    .select(['d.id', 'd.event', 'd.loft_id', 'd.flight_id', 'f.name', 'd.at', 'd.status', 'd.attempts'])
    .select(['d.last_status', 'd.last_failure', 'd.last_at', 'i.next_try_at as next_at'])
    .where('d.webhook_id', '=', webhook_id)
    .orderBy('d.id', 'desc')
    .limit(shownDeliveries)
    .execute();
  return rows.map(({ loft_id, flight_id, name, ...delivery }) => ({
    ...delivery,
    flight: name === null ? null : { loft_id: loft_id!, id: flight_id!, name },
  }));
}

/** Puts deliveries into the queue of this transaction, to be sent as soon as it is committed. */
async function enqueue(tx: Tx, ids: readonly number[]): Promise<void> {
  if (!ids.length) return;
  await addItems(sql`select 'webhooks', id::text, now() from unnest(${ids}::bigint[]) as d (id)`).execute(tx);
  await sql`select pg_notify('notifications', '')`.execute(tx);
}

/** Send a webhook an event that says nothing but that it arrives. */
export async function sendTest(tx: Tx, webhook_id: number): Promise<{ delivery_id: number }> {
  const { id } = await tx
    .insertInto('webhook_deliveries')
    .values({ webhook_id, event: 'webhook.test' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(tx, [id]);
  return { delivery_id: id };
}

/** Send a delivery again; one that waits to be sent goes on waiting. @throws Refusal `not_found` for another webhook's */
export async function resend(tx: Tx, webhook_id: number, delivery_id: number): Promise<void> {
  const delivery = await tx
    .selectFrom('webhook_deliveries')
    .select('status')
    .where('id', '=', delivery_id)
    .where('webhook_id', '=', webhook_id)
    .forUpdate()
    .executeTakeFirst();
  if (!delivery) throw new Refusal('not_found');
  if (delivery.status === 'pending') return;
  await tx.updateTable('webhook_deliveries').set({ status: 'pending' }).where('id', '=', delivery_id).execute();
  await enqueue(tx, [delivery_id]);
}

/** What a step of a flight is called where it is told; null: it is not told. */
function eventOf({ flight, status }: FlightStep): WebhookEvent | null {
  if (status === 'released') return 'flight.released';
  if (status === 'sealed' && flight.status === 'released') return 'flight.release_taken_back';
  if (status === 'official') return 'result.official';
  if (status !== 'provisional') return null;
  return flight.status === 'official' ? 'result.amended' : 'result.published';
}

/** Puts a step of a public flight into the logs of those who want to be told, in the transaction of the step. */
export async function announceStep(tx: Tx, flightStep: FlightStep): Promise<void> {
  const event = eventOf(flightStep);
  if (event === null) return;
  const { loft_id, id: flight_id } = flightStep.flight;
  const { rows } = await sql<{ id: number }>`
    insert into webhook_deliveries (webhook_id, event, loft_id, flight_id)
    select w.id, ${event}, f.loft_id, f.id from webhooks w
    join flights f on f.loft_id = ${loft_id} and f.id = ${flight_id} and not f.is_draft
    join seasons s on s.loft_id = f.loft_id and s.id = f.season_id and s.status <> 'draft'
    where ${event} = any(w.events) and (w.loft_id is null or w.loft_id = f.loft_id)
    returning id`.execute(tx);
  await enqueue(
    tx,
    rows.map(({ id }) => id),
  );
}

/** At most so many lines of a stream in one delivery. */
const mostLines = 1000;

interface NewLines {
  webhook_id: number;
  loft_id: number;
  flight_id: number;
  epoch: number;
  head: number;
  known_epoch: number | null;
  known_number: number | null;
}

/**
 * Puts the arrivals since the last look into deliveries, each flight by itself: a clock never waits for webhooks. How
 * far it came is written with the delivery, in one transaction, so that after a crash no line is missing or told twice.
 * @returns the number of deliveries
 */
export async function collectArrivals(db: Database): Promise<number> {
  const { rows } = await sql<NewLines>`
    select w.id as webhook_id, f.loft_id, f.id as flight_id, stream.epoch, stream.head,
      c.epoch as known_epoch, c.number as known_number
    from webhooks w
    join flights f on (w.loft_id is null or w.loft_id = f.loft_id) and not f.is_draft
    join seasons s on s.loft_id = f.loft_id and s.id = f.season_id and s.status <> 'draft'
    join flight_streams stream on stream.loft_id = f.loft_id and stream.flight_id = f.id
    left join webhook_cursors c on c.webhook_id = w.id and c.loft_id = f.loft_id and c.flight_id = f.id
    where 'arrivals.added' = any(w.events) and (f.status = 'released' or c.webhook_id is not null)
      and (c.webhook_id is null and stream.head > 0 or c.epoch <> stream.epoch or c.number < stream.head)
    order by w.id, f.loft_id, f.id`.execute(db);
  let made = 0;
  for (const lines of rows) made += await deliverLines(db, lines);
  return made;
}

async function deliverLines(db: Database, lines: NewLines): Promise<number> {
  const { webhook_id, loft_id, flight_id, epoch, head, known_epoch, known_number } = lines;
  const from = known_epoch === epoch ? known_number! : 0;
  return transact(db, async (tx) => {
    // Whoever finds the cursor where this look saw it; another process has come further.
    const { rows } = await sql`
      insert into webhook_cursors (webhook_id, loft_id, flight_id, epoch, number)
      select id, ${loft_id}, ${flight_id}, ${epoch}, ${head} from webhooks where id = ${webhook_id}
      on conflict (webhook_id, loft_id, flight_id) do update set epoch = excluded.epoch, number = excluded.number
      where (webhook_cursors.epoch, webhook_cursors.number) is not distinct from (${known_epoch}::int, ${known_number}::int)
      returning 1`.execute(tx);
    if (!rows.length) return 0;
    const parts = Array.from({ length: Math.ceil((head - from) / mostLines) }, (_, part) => ({
      epoch,
      after: from + part * mostLines,
      up_to: Math.min(head, from + (part + 1) * mostLines),
    }));
    if (!parts.length) return 0;
    const added = await tx
      .insertInto('webhook_deliveries')
      .values(
        parts.map((facts) => ({
          webhook_id,
          event: 'arrivals.added',
          loft_id,
          flight_id,
          facts: JSON.stringify(facts),
        })),
      )
      .returning('id')
      .execute();
    await enqueue(
      tx,
      added.map(({ id }) => id),
    );
    return added.length;
  });
}
