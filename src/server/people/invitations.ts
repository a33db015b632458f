/** Invitations by e-mail: sent, sent again, withdrawn, accepted once by the owner of the address. */

import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import type { Locale } from '#domain/locales.ts';
import type { InvitationToManage } from '#domain/people/contract.ts';
import {
  entryWith,
  type Invitation,
  type InvitedRights,
  invitation_ms,
  invitedRights,
  stateOf,
  whyNotAccept,
  whyNotInvite,
  whyNotMail,
  whyNotSendAgain,
} from '#domain/people/invitation.ts';
import { whyNotCustomer } from '#domain/pigeons/team.ts';
import { Refusal } from '#domain/refusal.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import { changePermission, entriesByEmail, entryOf, lockLoftOfRights } from '#server/accounts/permissions.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { notifyInvited } from '#server/notifications/notify.ts';
import { giveTeams, lockTeams } from '#server/pigeons/admin-teams.ts';
import { type InvitationMail, invitationToken } from './invitation-token.ts';

/** The context of the verbs. */
export interface Inviting extends Act {
  /** Signs the token of the invitation. */
  secret: string;
}

interface ToInvite {
  loft_id: number;
  email: string;
  language: Locale;
}

/** A row of `invitations`. */
type InvitationRow = Awaited<ReturnType<typeof lockInvitation>>;

const nothing: InvitedRights = { is_merchant: false, is_agent: false, is_staff: false, has_seasons: false };

/**
 * Invite somebody to work for a loft.
 * @throws Refusal `permission_empty` for no right; `entry_exists` for somebody who has these rights; the database's
 * `entry_exists` where an invitation of this address is open (8.17); `invitations_full`, `letters_full`.
 */
export async function inviteStaff(
  tx: Tx,
  act: Inviting,
  { rights, ...to }: ToInvite & { rights: InvitedRights },
): Promise<number> {
  const given = invitedRights.filter((right) => rights[right]);
  if (!given.length) throw new Refusal('permission_empty');
  await lockForInvitation(tx, to.loft_id);
  const entries = await entriesByEmail(tx, to);
  if (entries.some((entry) => entry?.is_active && given.every((right) => entry[right])))
    throw new Refusal('entry_exists');
  return invite(tx, act, to, { ...rights, season_id: null, team_id: null });
}

/**
 * Invite somebody to look after a team as its customer.
 * @throws Refusal `not_found` for no such team; `email_not_assignable` for somebody who works for the loft (8.35); the
 * database's `entry_exists` where an invitation of this address is open for the team (8.17); `invitations_full`,
 * `letters_full`.
 */
export async function inviteCustomer(
  tx: Tx,
  act: Inviting,
  { season_id, team_id, ...to }: ToInvite & { season_id: number; team_id: number },
): Promise<number> {
  await lockForInvitation(tx, to.loft_id);
  await lockTeams(tx, { loft_id: to.loft_id, season_id }, [team_id]);
  for (const entry of await entriesByEmail(tx, to)) {
    const no = whyNotCustomer({ entry });
    if (no) throw no;
  }
  return invite(tx, act, to, { ...nothing, season_id, team_id });
}

/**
 * Locks a loft until the transaction ends, so that two that send its last invitation see each other.
 * @throws Refusal `invitations_full` at the limit of open invitations.
 */
async function lockForInvitation(tx: Tx, loft_id: number): Promise<void> {
  await lockLoftOfRights(tx, loft_id);
  const { open } = await tx
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('loft_id', '=', loft_id)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow();
  const no = whyNotInvite(Number(open));
  if (no) throw no;
}

async function invite(
  tx: Tx,
  { by, now_ms, secret }: Inviting,
  { loft_id, email, language }: ToInvite,
  what: InvitedRights & { season_id: number | null; team_id: number | null },
): Promise<number> {
  const { id } = await tx
    .insertInto('invitations')
    .values({ loft_id, email: email.toLowerCase(), language, invited_by: by, ...what, ...validityFrom(now_ms) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sendMail(tx, { secret, now_ms }, { invitation_id: id, sending: 1 });
  // Without the address: rows of the audit log stay forever.
  const after = { invitation_id: id, ...what };
  await writeAudit(tx, { loft_id, user_id: by, action: 'invitation.send', before: null, after });
  return id;
}

function validityFrom(now_ms: number) {
  return { sent_at: new Date(now_ms).toISOString(), expires_at: new Date(now_ms + invitation_ms).toISOString() };
}

/** @throws Refusal `letters_full` at the address. */
async function sendMail(tx: Tx, { secret, now_ms }: Omit<Inviting, 'by'>, mail: InvitationMail): Promise<void> {
  const { loft_id, email, language, loft, team, time_zone, expires_at, ...rights } = await tx
    .selectFrom('invitations as i')
    .innerJoin('lofts as l', 'l.id', 'i.loft_id')
    .leftJoin('teams as t', (join) => join.onRef('t.loft_id', '=', 'i.loft_id').onRef('t.id', '=', 'i.team_id'))
    .select([
      'i.loft_id',
      'i.email',
      'i.language',
      'i.is_merchant',
      'i.is_agent',
      'i.is_staff',
      'i.has_seasons',
      'i.expires_at',
    ])
    .select(['l.name as loft', 'l.time_zone', 't.name as team'])
    .where('i.id', '=', mail.invitation_id)
    .executeTakeFirstOrThrow();
  await countMail(tx, { loft_id, email, day: dayAt(now_ms, time_zone) });
  await notifyInvited(tx, {
    ...mail,
    loft,
    team,
    time_zone,
    rights: invitedRights.filter((right) => rights[right]),
    until: expires_at,
    language: language as Locale,
    path: `/invitation?token=${invitationToken(secret, mail)}`,
  });
}

/** Counts an e-mail of a locked loft; the counts of other days are deleted. */
async function countMail(tx: Tx, to: { loft_id: number; email: string; day: string }): Promise<void> {
  const ofLoft = tx.deleteFrom('invitation_letters').where('loft_id', '=', to.loft_id);
  await ofLoft.where('day', '<>', to.day).execute();
  const sent = await tx
    .selectFrom('invitation_letters')
    .select('letters')
    .where('loft_id', '=', to.loft_id)
    .where('email', '=', to.email)
    .executeTakeFirst();
  const no = whyNotMail(sent?.letters ?? 0);
  if (no) throw no;
  await tx
    .insertInto('invitation_letters')
    .values(to)
    .onConflict((row) =>
      row.columns(['loft_id', 'email', 'day']).doUpdateSet({ letters: sql`invitation_letters.letters + 1` }),
    )
    .execute();
}

/**
 * An invitation, locked until the transaction ends, so that it is answered once. Accepting and sending again lock its
 * loft first.
 * @throws Refusal `not_found`.
 */
export async function lockInvitation(tx: Tx, { loft_id, id }: { loft_id?: number; id: number }) {
  const row = await tx
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .$if(loft_id !== undefined, (query) => query.where('loft_id', '=', loft_id!))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
}

function toInvitation(row: InvitationRow): Invitation {
  return {
    email: row.email,
    sendings: row.sendings,
    sent_ms: Date.parse(row.sent_at),
    expires_ms: Date.parse(row.expires_at),
    accepted_by: row.accepted_by,
    is_withdrawn: row.withdrawn_at !== null,
  };
}

/**
 * Send the e-mail of an invitation again.
 * @throws Refusal `not_found`; `token_invalid` when it was answered; `too_often`; `letters_full`.
 */
export async function sendAgain(
  tx: Tx,
  { by, now_ms, secret }: Inviting,
  key: { loft_id: number; id: number },
): Promise<void> {
  await lockLoftOfRights(tx, key.loft_id);
  const row = await lockInvitation(tx, key);
  const no = whyNotSendAgain(toInvitation(row), now_ms);
  if (no) throw no;
  const { loft_id, id } = row;
  const sendings = row.sendings + 1;
  await tx
    .updateTable('invitations')
    .set({ sendings, ...validityFrom(now_ms) })
    .where('id', '=', id)
    .execute();
  await sendMail(tx, { secret, now_ms }, { invitation_id: id, sending: sendings });
  const after = { invitation_id: id, sendings };
  await writeAudit(tx, { loft_id, user_id: by, action: 'invitation.send_again', before: null, after });
}

/** Withdraw a locked invitation; one that is withdrawn stays so. @throws Refusal `token_invalid` when it was accepted. */
export async function withdraw(tx: Tx, { by, now_ms }: Inviting, row: InvitationRow): Promise<void> {
  if (row.withdrawn_at !== null) return;
  if (row.accepted_by !== null) throw new Refusal('token_invalid');
  const { loft_id, id } = row;
  const withdrawn_at = new Date(now_ms).toISOString();
  await tx.updateTable('invitations').set({ withdrawn_at }).where('id', '=', id).execute();
  const before = { invitation_id: id };
  await writeAudit(tx, { loft_id, user_id: by, action: 'invitation.withdraw', before, after: null });
}

/**
 * Accept the invitation of an e-mail: the person gets the rights, or the team. Accepting again has the same reply and
 * no effect.
 * @throws Refusal `token_invalid` (8.30), also where the sender may no longer appoint a merchant;
 * `invitation_for_another`, `email_not_assignable` (8.35).
 * @returns the loft
 */
export async function accept(
  tx: Tx,
  { user_id, now_ms }: { user_id: number; now_ms: number },
  { invitation_id, sending }: InvitationMail,
): Promise<{ loft_id: number }> {
  const found = await tx.selectFrom('invitations').select('loft_id').where('id', '=', invitation_id).executeTakeFirst();
  if (!found) throw new Refusal('token_invalid');
  const { loft_id } = found;
  // Lock order: the loft first, as changes of rights do.
  await lockLoftOfRights(tx, loft_id);
  const row = await lockInvitation(tx, { loft_id, id: invitation_id });
  if (row.accepted_by === user_id) return { loft_id };
  const { email } = await tx.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirstOrThrow();
  const no = whyNotAccept(toInvitation(row), { sending, email, now_ms });
  if (no) throw no;
  if (row.is_merchant && !(await mayAppointMerchants(tx, row))) throw new Refusal('token_invalid');
  if (row.team_id !== null && row.season_id !== null) {
    const season = { loft_id, season_id: row.season_id };
    await giveTeams(tx, row.invited_by, season, await lockTeams(tx, season, [row.team_id]), user_id);
  } else {
    const key = { loft_id, user_id };
    await changePermission(tx, row.invited_by, key, entryWith(await entryOf(tx, key), row));
  }
  const accepted_at = new Date(now_ms).toISOString();
  await tx
    .updateTable('invitations')
    .set({ accepted_at, accepted_by: user_id })
    .where('id', '=', invitation_id)
    .execute();
  const after = { invitation_id };
  await writeAudit(tx, { loft_id, user_id, action: 'invitation.accept', about_user_id: user_id, before: null, after });
  return { loft_id };
}

/** Whether the sender may still appoint a merchant: as an admin, or as a merchant of the loft. */
async function mayAppointMerchants(tx: Tx, { loft_id, invited_by }: InvitationRow): Promise<boolean> {
  if (invited_by === null) return false;
  const { rows } = await sql`
    select from users u where u.id = ${invited_by} and (u.is_admin or exists (select from loft_permissions p
      where p.loft_id = ${loft_id} and p.user_id = u.id and p.is_merchant and p.is_active))`.execute(tx);
  return rows.length > 0;
}

/** The invitation of an e-mail, for the page of its link. @throws Refusal `token_invalid`. */
export async function invitationOf(tx: Tx, { invitation_id, sending }: InvitationMail, now_ms: number) {
  const row = await tx
    .selectFrom('invitations as i')
    .innerJoin('lofts as l', 'l.id', 'i.loft_id')
    .leftJoin('teams as t', (join) => join.onRef('t.loft_id', '=', 'i.loft_id').onRef('t.id', '=', 'i.team_id'))
    .selectAll('i')
    .select(['l.name as loft', 't.name as team'])
    .where('i.id', '=', invitation_id)
    .executeTakeFirst();
  if (!row) throw new Refusal('token_invalid');
  const state = stateOf(toInvitation(row), now_ms);
  return {
    ...row,
    state: state === 'accepted' || (state === 'open' && sending === row.sendings) ? state : 'over',
  } as const;
}

/** The open invitations of a loft, the latest first. */
export async function openInvitations(tx: Tx, loft_id: number, now_ms: number): Promise<InvitationToManage[]> {
  const rows = await tx
    .selectFrom('invitations as i')
    .leftJoin('teams as t', (join) => join.onRef('t.loft_id', '=', 'i.loft_id').onRef('t.id', '=', 'i.team_id'))
    .select([
      'i.id',
      'i.email',
      'i.is_merchant',
      'i.is_agent',
      'i.is_staff',
      'i.has_seasons',
      'i.season_id',
      'i.team_id',
    ])
    .select(['i.sent_at', 'i.expires_at', 't.name as team'])
    .where('i.loft_id', '=', loft_id)
    .where('i.accepted_at', 'is', null)
    .where('i.withdrawn_at', 'is', null)
    .orderBy('i.sent_at', 'desc')
    .orderBy('i.id', 'desc')
    .execute();
  return rows.map(({ season_id, team_id, team, ...row }) => ({
    ...row,
    team: season_id === null || team_id === null ? null : { season_id, team_id, team: team! },
    state: now_ms < Date.parse(row.expires_at) ? ('open' as const) : ('expired' as const),
  }));
}

/**
 * Deletes the invitations of a deleted person: those they accepted, those open for their address, and the counts of its
 * e-mails.
 */
export async function forgetInvitations(tx: Tx, user_id: number): Promise<void> {
  await sql`
    delete from invitations where accepted_by = ${user_id}
      or email = (select lower(email) from users where id = ${user_id})`.execute(tx);
  await sql`
    delete from invitation_letters where email = (select lower(email) from users where id = ${user_id})`.execute(tx);
}
