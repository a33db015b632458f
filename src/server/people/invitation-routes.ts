/** The calls about invitations, for senders and recipients. */

import { maskedEmail } from '#domain/accounts/masked-email.ts';
import { createLoft as createLoftCall } from '#domain/lofts/contract.ts';
import {
  acceptInvitation,
  inviteCustomer as inviteCustomerCall,
  inviteStaff as inviteStaffCall,
  listInvitations,
  readInvitation,
  sendInvitationAgain,
  withdrawInvitation,
} from '#domain/people/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { actOf, personOf } from '#server/act.ts';
import type { Config } from '#server/config.ts';
import { findLoft, loadLoft } from '#server/lofts/lofts.ts';
import { type CallContext, type Route, route } from '#server/route.ts';
import { loadSeasonById } from '#server/seasons/seasons.ts';
import { readInvitationToken } from './invitation-token.ts';
import {
  accept,
  type Inviting,
  invitationOf,
  inviteCustomer,
  inviteStaff,
  lockInvitation,
  openInvitations,
  sendAgain,
  withdraw,
} from './invitations.ts';
import { createLoft } from './new-loft.ts';

export function invitationRoutes({ auth_secret }: Pick<Config, 'auth_secret'>): Route[] {
  const secret = auth_secret!;
  const actWith = (context: CallContext): Inviting => ({ ...actOf(context), secret });
  const mailIn = (token: string) => {
    const mail = readInvitationToken(secret, token);
    if (!mail) throw new Refusal('token_invalid');
    return mail;
  };
  return [
    route(createLoftCall, {
      load: async () => null,
      act: (tx, _lofts, { body }, context) => createLoft(tx, actWith(context), body, personOf(context.actor)),
    }),
    route(listInvitations, {
      load: (tx, { params }) => loadLoft(tx, params.loft_id),
      act: async (tx, { loft_id }, _input, { now_ms }) => ({
        loft: (await findLoft(tx, loft_id))!,
        invitations: await openInvitations(tx, loft_id, now_ms),
      }),
    }),
    route(inviteStaffCall, {
      load: (tx, { params }) => loadLoft(tx, params.loft_id),
      act: async (tx, { loft_id }, { body: { email, language, ...rights } }, context) => ({
        invitation_id: await inviteStaff(tx, actWith(context), { loft_id, email, language, rights }),
      }),
    }),
    route(inviteCustomerCall, {
      load: (tx, { params }) => loadSeasonById(tx, params.season_id),
      act: async (tx, { loft_id, season_id }, { params: { team_id }, body }, context) => ({
        invitation_id: await inviteCustomer(tx, actWith(context), { loft_id, season_id, team_id, ...body }),
      }),
    }),
    route(sendInvitationAgain, {
      load: (tx, { params }) => loadLoft(tx, params.loft_id),
      act: async (tx, { loft_id }, { params }, context) => {
        await sendAgain(tx, actWith(context), { loft_id, id: params.invitation_id });
        return {};
      },
    }),
    route(withdrawInvitation, {
      load: (tx, { params }) => loadLoft(tx, params.loft_id),
      act: async (tx, { loft_id }, { params }, context) => {
        await withdraw(tx, actWith(context), await lockInvitation(tx, { loft_id, id: params.invitation_id }));
        return {};
      },
    }),
    route(readInvitation, {
      load: async () => null,
      act: async (tx, _link, { query }, { actor, now_ms }) => {
        const { loft_id, loft, email, ...invitation } = await invitationOf(tx, mailIn(query.token), now_ms);
        const own =
          actor.kind === 'user'
            ? await tx.selectFrom('users').select('email').where('id', '=', actor.user_id).executeTakeFirst()
            : undefined;
        return {
          ...invitation,
          loft: { id: loft_id, name: loft },
          email: maskedEmail(email),
          is_mine: own?.email?.toLowerCase() === email,
        };
      },
    }),
    route(acceptInvitation, {
      load: async () => null,
      act: (tx, _link, { body }, { actor, now_ms }) =>
        accept(tx, { user_id: personOf(actor).user_id, now_ms }, mailIn(body.token)),
    }),
  ];
}
