/**
 * The webhook of the card provider. An event is stored and acknowledged at once, and processed later. Its signature is
 * the only authorization.
 */
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/refusal.ts';
import type { Database } from '#server/db/database.ts';
import type { Cards } from './cards.ts';
import { keepEvent } from './events.ts';

export interface WebhookOptions {
  db: Database;
  cards: Cards | null;
  /** Queues a stored event for processing; returns at once. */
  work(event_id: string): void;
}

export async function webhookRoute(app: FastifyInstance, { db, cards, work }: WebhookOptions): Promise<void> {
  // The signature covers the raw bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1 << 18 }, (_request, body, done) => done(null, body));
  app.post(
    '/api/payments/webhook',
    { config: { access: 'payment.report' }, schema: { hide: true } },
    async (request) => {
      const signature = request.headers['stripe-signature'];
      if (!cards || typeof signature !== 'string' || !Buffer.isBuffer(request.body)) throw new Refusal('bad_signature');
      const event = cards.eventIn(request.body, signature);
      await keepEvent(db, event, request.body, Date.now());
      work(event.id);
      return { received: true };
    },
  );
}
