/** The call that writes to the operator. */
import { writeContact } from '#domain/contact/contract.ts';
import { type Route, route } from '#server/route.ts';
import { keepMessage } from './contact.ts';

export const contactRoutes: Route[] = [
  route(writeContact, {
    load: async () => null,
    act: async (tx, _site, { body }, { actor, now_ms }) => {
      await keepMessage(tx, body, { user_id: actor.kind === 'user' ? actor.user_id : null, now_ms });
      return {};
    },
  }),
];
