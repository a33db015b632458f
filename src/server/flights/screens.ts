/** The call by which a phone leads a screen that presents a flight, and the screen answers it. */
import { sql } from 'kysely';
import { sayToScreen } from '#domain/flights/presentation-contract.ts';
import { flood } from '#server/limits.ts';
import { type Route, route } from '#server/route.ts';

/** To every process: the screen may have its socket in another one. */
export const screenRoutes: Route[] = [
  route(sayToScreen, {
    load: async () => null,
    limit: flood('screen'),
    act: async (tx, _site, { body: { code, message } }) => {
      await sql`select pg_notify('screens', ${`${code} ${JSON.stringify(message)}`})`.execute(tx);
      return {};
    },
  }),
];
