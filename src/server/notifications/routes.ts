/** The calls about the notification settings of people. */

import {
  chooseNotifications,
  readNotifications,
  readStop,
  stopNotifications,
  subscribePush,
  unsubscribePush,
} from '#domain/notifications/contract.ts';
import { eventsFor } from '#domain/notifications/notification.ts';
import { Refusal } from '#domain/refusal.ts';
import { personOf } from '#server/act.ts';
import type { Config } from '#server/config.ts';
import { type Route, route } from '#server/route.ts';
import { pushKeys } from './push.ts';
import { browsersOf, choose, reachOf, settingsOf, stop, stopOf, subscribe, unsubscribe } from './settings.ts';
import { readStopToken } from './stop-token.ts';

export function notificationRoutes({
  auth_secret,
  push_anywhere,
}: Pick<Config, 'auth_secret' | 'push_anywhere'>): Route[] {
  const stopIn = (token: string) => {
    const named = readStopToken(auth_secret!, token);
    if (!named) throw new Refusal('not_found');
    return named;
  };
  return [
    route(readNotifications, {
      load: async () => null,
      act: async (tx, _own, _input, { actor }) => {
        const { user_id, withheld, ...rights } = personOf(actor);
        // Rights that a session with one factor cannot use bring notices all the same.
        const all = withheld ? [rights, withheld] : [rights];
        return {
          events: eventsFor({
            is_admin: all.some(({ is_admin }) => is_admin),
            at_loft: all.some(({ permissions }) => permissions.some(({ is_active }) => is_active)),
          }),
          settings: await settingsOf(tx, user_id),
          reach: await reachOf(tx, user_id),
          push_key: pushKeys(auth_secret!).publicKey,
        };
      },
    }),
    route(chooseNotifications, {
      load: async () => null,
      act: async (tx, _own, { body }, { actor }) => ({ settings: await choose(tx, personOf(actor).user_id, body) }),
    }),
    route(subscribePush, {
      load: async () => null,
      act: async (tx, _own, { body }, { actor }) => {
        const { user_id, session_id } = personOf(actor);
        await subscribe(tx, session_id, body, push_anywhere);
        return { browsers: (await browsersOf(tx, user_id)).length };
      },
    }),
    route(unsubscribePush, {
      load: async () => null,
      act: async (tx, _own, { body }, { actor }) => {
        const { user_id } = personOf(actor);
        await unsubscribe(tx, user_id, body.endpoint);
        return { browsers: (await browsersOf(tx, user_id)).length };
      },
    }),
    route(readStop, {
      load: async (_tx, { query }) => stopIn(query.token),
      act: (tx, named) => stopOf(tx, named),
    }),
    route(stopNotifications, {
      load: async (_tx, { body }) => stopIn(body.token),
      act: async (tx, named) => {
        await stopOf(tx, named);
        return stop(tx, named);
      },
    }),
  ];
}
