/** The calls about the pictures of a loft. */

import {
  addMedia as addCall,
  captionMedia as captionCall,
  listMedia,
  manageMedia,
  moveMedia as moveCall,
  removeMedia as removeCall,
} from '#domain/media/contract.ts';
import { lockLoftOfRights, loftOfRights } from '#server/accounts/permissions.ts';
import { userOf } from '#server/act.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { type Route, route } from '#server/route.ts';
import { addMedia, captionMedia, mediaOf, moveMedia, removeMedia } from './media.ts';

export const mediaRoutes: Route[] = [
  route(listMedia, {
    load: async (tx, { params }) => (await loadLoft(tx, params.loft_id)).loft,
    act: async (tx, { id }) => ({ media: await mediaOf(tx, id) }),
  }),
  route(manageMedia, {
    load: (tx, { params }) => loftOfRights(tx, params.loft_id),
    act: async (tx, { loft_id, name }) => ({ loft: { id: loft_id, name }, media: await mediaOf(tx, loft_id) }),
  }),
  route(addCall, {
    load: (tx, { params }) => lockLoftOfRights(tx, params.loft_id),
    act: async (tx, { loft_id }, { body }, { actor }) => ({
      picture: await addMedia(tx, userOf(actor), { loft_id, ...body }),
    }),
  }),
  route(moveCall, {
    load: (tx, { params }) => lockLoftOfRights(tx, params.loft_id),
    act: async (tx, _loft, { params, body }) => {
      await moveMedia(tx, params, body.place);
      return {};
    },
  }),
  route(captionCall, {
    load: (tx, { params }) => lockLoftOfRights(tx, params.loft_id),
    act: async (tx, _loft, { params, body }) => {
      await captionMedia(tx, params, body.captions);
      return {};
    },
  }),
  route(removeCall, {
    load: (tx, { params }) => lockLoftOfRights(tx, params.loft_id),
    act: async (tx, _loft, { params }, { actor }) => {
      await removeMedia(tx, userOf(actor), params);
      return {};
    },
  }),
];
