/** The call that writes to the operator. */

import { writeContact } from '#domain/contact/contract.ts';
import { userOf } from '#server/act.ts';
import type { Config } from '#server/config.ts';
import { countTry } from '#server/limits.ts';
import { notifyOperator } from '#server/notifications/notify.ts';
import { type Route, route } from '#server/route.ts';
import { keepMessage } from './contact.ts';

export const contactRoutes = ({ contact_email }: Pick<Config, 'contact_email'>): Route[] => [
  route(writeContact, {
    load: async () => null,
    act: async (tx, _site, { body }, { actor, now_ms, network }) => {
      const by = userOf(actor);
      await (by === null
        ? countTry(tx, 'contact', { network: network ?? '' })
        : countTry(tx, 'contact_signed_in', { person: by }));
      const message_id = await keepMessage(tx, body, { user_id: by, now_ms });
      if (contact_email) await notifyOperator(tx, contact_email, `message:${message_id}`, body);
      return {};
    },
  }),
];
