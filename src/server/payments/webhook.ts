/**
 * Where the cards' provider tells what happened. What it says is kept and answered at once; the work follows. Its
 * signature is its right to be here, so nothing else is asked of it.
 */
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/refusal.ts';
import type { Database } from '#server/db/database.ts';
import type { Cards } from './cards.ts';
import { keepEvent } from './events.ts';

export interface WebhookOptions {
  db: Database;
  cards: Cards | null;
  /** Has an event worked off that is kept; comes back at once. */
  work(event_id: string): void;
}

export async function webhookRoute(app: FastifyInstance, { db, cards, work }: WebhookOptions): Promise<void> {
  // The signature is of the bytes as they came.
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
