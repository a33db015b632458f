/** The calls about messages to the customers of a season. */
import { listSeasonMessages, sendSeasonMessage } from '#domain/people/season-message.ts';
import { actOf } from '#server/act.ts';
import { describeLoft } from '#server/lofts/lofts.ts';
import { type Route, route } from '#server/route.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { groupsOf, messagesLeft, seasonMessagesOf, sendToCustomers } from './season-messages.ts';

export const messageRoutes: Route[] = [
  route(listSeasonMessages, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: async (tx, { loft_id, season_id, season }, _input, { now_ms }) => {
      const { loft } = await describeLoft(tx, loft_id);
      const key = { loft_id, season_id };
      return {
        loft,
        season,
        messages: await seasonMessagesOf(tx, key),
        groups: await groupsOf(tx, key),
        messages_left: await messagesLeft(tx, loft_id, now_ms),
      };
    },
  }),
  route(sendSeasonMessage, {
    load: (tx, { params }) => loadSeasonById(tx, params.season_id),
    act: (tx, { loft_id, season_id }, { body }, context) =>
      sendToCustomers(tx, { loft_id, season_id }, actOf(context), body),
  }),
];
