/**
 * The personal data that this site has beside the identity provider: their export and their erasure. Records that
 * others rely on stay without the person's name: the log of rights, messages to the operator, accepted contracts,
 * payments.
 */

import { facts } from '#domain/pigeons/facts.ts';
import { changePermission, lockLoftOfRights } from './accounts/permissions.ts';
import { endSessions } from './accounts/sessions.ts';
import { changeStanding, lockStanding } from './accounts/standing.ts';
import { type Claims, forgetUser } from './accounts/users.ts';
import type { Tx } from './db/database.ts';
import { forgetFavorites } from './favorites/favorites.ts';
import { forgetNotifications, settingsOf } from './notifications/settings.ts';
import { forgetKeys, keysOf } from './open-data/keys.ts';
import { forgetWebhooks, webhooksOf } from './open-data/webhooks.ts';
import { forgetDrafts } from './orders/drafts.ts';
import { statementOf } from './payments/statements.ts';
import { forgetInvitations } from './people/invitations.ts';
import { forgetTeamClaims } from './people/team-claims.ts';
import { claimsOfPerson } from './people/team-claims-read.ts';
import { forgetTeams } from './pigeons/admin-teams.ts';
import { forgetPassports, passportsOf } from './pigeons/passports.ts';
import { forgetPhones } from './transports/transports.ts';

type Who = Pick<Claims, 'issuer' | 'subject'>;

/** All personal data of a person; null for an unknown one. */
export async function dataOf(tx: Tx, who: Who): Promise<object | null> {
  const person = await personOf(tx, who).selectAll().executeTakeFirst();
  if (!person) return null;
  // The search forms of a name add nothing to it.
  const { id: user_id, issuer: _i, subject: _s, plain_name: _n, plain_email: _e, merged_into: _m, ...known } = person;
  const rights = await tx
    .selectFrom('loft_permissions as p')
    .innerJoin('lofts as l', 'l.id', 'p.loft_id')
    .select([
      'l.name as loft',
      'p.is_merchant',
      'p.is_agent',
      'p.is_staff',
      'p.has_seasons',
      'p.is_active',
      'p.given_at',
    ])
    .where('p.user_id', '=', user_id)
    .orderBy('l.name')
    .execute();
  const favorites = await tx
    .selectFrom('favorites')
    .select(['loft_id', 'team_id', 'pigeon_id', 'flight_id', 'at'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute();
  const unmarked_birds = await tx
    .selectFrom('unmarked_birds')
    .select(['loft_id', 'pigeon_id'])
    .where('user_id', '=', user_id)
    .orderBy('pigeon_id')
    .execute();
  const signed_in = await tx
    .selectFrom('user_sessions')
    .select(['agent', 'created_at', 'expires_at', 'ended_at'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute();
  const teams = await tx
    .selectFrom('teams as t')
    .innerJoin('lofts as l', 'l.id', 't.loft_id')
    .select(['l.name as loft', 't.name as team', 't.fancier', 't.country'])
    .where('t.user_id', '=', user_id)
    .orderBy('t.id')
    .execute();
  const pigeons = await tx
    .selectFrom('entries as e')
    .innerJoin('orders as o', (join) => join.onRef('o.loft_id', '=', 'e.loft_id').onRef('o.id', '=', 'e.order_id'))
    .innerJoin('pigeons as p', (join) => join.onRef('p.loft_id', '=', 'e.loft_id').onRef('p.id', '=', 'e.pigeon_id'))
    .innerJoin('lofts as l', 'l.id', 'e.loft_id')
    .select(['l.name as loft', 'p.entered_at'])
    .select(facts.map((fact) => `p.${fact}` as const))
    .where('o.user_id', '=', user_id)
    .orderBy('p.id')
    .execute();
  const letters = await tx
    .selectFrom('contact_messages')
    .select(['name', 'email', 'message', 'at'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute();
  const agreed = await tx
    .selectFrom('contract_acceptances as a')
    .innerJoin('contracts as c', (join) =>
      join.onRef('c.loft_id', '=', 'a.loft_id').onRef('c.id', '=', 'a.contract_id'),
    )
    .innerJoin('lofts as l', 'l.id', 'a.loft_id')
    .select(['l.name as loft', 'c.title', 'c.language', 'c.version', 'a.accepted_at'])
    .where('a.user_id', '=', user_id)
    .orderBy('a.accepted_at')
    .execute();
  const orders = await tx
    .selectFrom('orders as o')
    .innerJoin('lofts as l', 'l.id', 'o.loft_id')
    .leftJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'o.loft_id').onRef('s.id', '=', 'o.season_id'))
    .leftJoin('registrations as r', (join) =>
      join.onRef('r.loft_id', '=', 'o.loft_id').onRef('r.order_id', '=', 'o.id'),
    )
    .select(['l.name as loft', 's.name as season', 'o.number', 'o.status', 'o.amount_cents', 'o.currency'])
    .select(['r.pigeons_active', 'r.pigeons_reserve', 'o.created_at'])
    .where('o.user_id', '=', user_id)
    .orderBy('o.id')
    .execute();
  const drafts = await tx
    .selectFrom('registration_drafts as d')
    .innerJoin('lofts as l', 'l.id', 'd.loft_id')
    .innerJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'd.loft_id').onRef('s.id', '=', 'd.season_id'))
    .select(['l.name as loft', 's.name as season', 'd.choice', 'd.kept_at'])
    .where('d.user_id', '=', user_id)
    .orderBy('d.kept_at')
    .execute();
  const transports = await tx
    .selectFrom('transports as t')
    .innerJoin('orders as o', (join) => join.onRef('o.loft_id', '=', 't.loft_id').onRef('o.id', '=', 't.order_id'))
    .innerJoin('collections as c', (join) =>
      join.onRef('c.loft_id', '=', 't.loft_id').onRef('c.id', '=', 't.collection_id'),
    )
    .innerJoin('lofts as l', 'l.id', 't.loft_id')
    .select(['l.name as loft', 'o.number', 'c.place', 'c.day', 't.status', 't.phone', 't.created_at'])
    .where('o.user_id', '=', user_id)
    .orderBy('t.id')
    .execute();
  const collections = await tx
    .selectFrom('collections as c')
    .innerJoin('lofts as l', 'l.id', 'c.loft_id')
    .select(['l.name as loft', 'c.place', 'c.day', 'c.from_time', 'c.to_time', 'c.price_cents', 'c.currency', 'c.note'])
    .where('c.agent_id', '=', user_id)
    .orderBy('c.id')
    .execute();
  const files = await tx
    .selectFrom('files')
    .select(['name', 'type', 'created_at'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute();
  const notes = await tx
    .selectFrom('loft_notes as n')
    .innerJoin('lofts as l', 'l.id', 'n.loft_id')
    .select(['l.name as loft', 'n.text', 'n.at'])
    .where('n.user_id', '=', user_id)
    .where('n.text', 'is not', null)
    .orderBy('n.id')
    .execute();
  const written = await tx
    .selectFrom('fancier_messages as m')
    .innerJoin('lofts as l', 'l.id', 'm.loft_id')
    .select(['l.name as loft', 'm.subject', 'm.text', 'm.letters', 'm.written_at'])
    .where('m.written_by', '=', user_id)
    .orderBy('m.id')
    .execute();
  const pigeon_rights = await tx
    .selectFrom('pigeon_rights as r')
    .innerJoin('pigeons as p', (join) => join.onRef('p.loft_id', '=', 'r.loft_id').onRef('p.id', '=', 'r.pigeon_id'))
    .innerJoin('lofts as l', 'l.id', 'r.loft_id')
    .select(['l.name as loft', 'p.ring', 'r.from_day', 'r.until_day', 'r.share_bp', 'r.reason'])
    .where('r.user_id', '=', user_id)
    .orderBy('r.at')
    .execute();
  const offers = await tx
    .selectFrom('sale_offers as o')
    .innerJoin('listings as i', (join) => join.onRef('i.loft_id', '=', 'o.loft_id').onRef('i.id', '=', 'o.listing_id'))
    .innerJoin('pigeons as p', (join) => join.onRef('p.loft_id', '=', 'i.loft_id').onRef('p.id', '=', 'i.pigeon_id'))
    .innerJoin('lofts as l', 'l.id', 'o.loft_id')
    .select(['l.name as loft', 'p.ring', 'o.amount_cents', 'o.at'])
    .where('o.user_id', '=', user_id)
    .orderBy('o.at')
    .execute();
  const disputes = await tx
    .selectFrom('disputes as d')
    .innerJoin('lofts as l', 'l.id', 'd.loft_id')
    .innerJoin('flights as f', (join) => join.onRef('f.loft_id', '=', 'd.loft_id').onRef('f.id', '=', 'd.flight_id'))
    .select(['l.name as loft', 'f.name as flight', 'd.text', 'd.opened_at'])
    .where('d.user_id', '=', user_id)
    .orderBy('d.opened_at')
    .execute();
  const merged_accounts = await tx
    .selectFrom('users')
    .select('merged_at')
    .where('merged_into', '=', user_id)
    .orderBy('merged_at')
    .execute();
  const money = await statementOf(tx, user_id);
  return {
    ...known,
    rights,
    money: money.map(({ at, loft, season, label, kind, currency, postings }) => ({
      at,
      loft,
      season,
      order: label,
      kind,
      currency,
      postings,
    })),
    merged_accounts,
    teams,
    team_claims: (await claimsOfPerson(tx, user_id)).map(({ loft, season, team, claim_id: _id, ...claim }) => ({
      loft: loft.name,
      season: season.name,
      team: team.team,
      ...claim,
    })),
    pigeons,
    pigeon_rights,
    offers,
    disputes,
    agreed,
    orders,
    transports,
    collections,
    drafts,
    files,
    favorites,
    unmarked_birds,
    passports: await passportsOf(tx, user_id),
    webhooks: await webhooksOf(tx, user_id),
    api_keys: (await keysOf(tx, user_id)).map(({ id: _id, ...key }) => key),
    notifications: await settingsOf(tx, user_id),
    signed_in,
    letters,
    notes,
    written,
  };
}

/**
 * Erases a person: ends all sessions, revokes rights, removes favorites and settings, and leaves an id without a name.
 * @throws Refusal `last_merchant` or `last_admin`: the rights that only they have must be granted to another person
 * before.
 */
export async function forgetPerson(tx: Tx, who: Who): Promise<void> {
  const person = await personOf(tx, who).select('id').executeTakeFirst();
  if (!person) return;
  const user_id = person.id;
  const entries = await tx.selectFrom('loft_permissions').select('loft_id').where('user_id', '=', user_id).execute();
  // In a fixed order, so that two simultaneous erasures do not deadlock.
  for (const { loft_id } of entries.sort((a, b) => a.loft_id - b.loft_id)) {
    await lockLoftOfRights(tx, loft_id);
    await changePermission(tx, user_id, { loft_id, user_id }, null);
  }
  await changeStanding(tx, user_id, await lockStanding(tx, user_id), { is_admin: false, roles: [] });
  await forgetNotifications(tx, user_id);
  await forgetFavorites(tx, user_id);
  await forgetPassports(tx, user_id);
  await forgetPhones(tx, user_id);
  await forgetKeys(tx, user_id);
  await forgetWebhooks(tx, user_id);
  await forgetDrafts(tx, user_id);
  await forgetTeams(tx, user_id);
  await forgetTeamClaims(tx, user_id);
  await forgetInvitations(tx, user_id);
  await endSessions(tx, { user_id });
  await forgetUser(tx, user_id);
}

function personOf(tx: Tx, { issuer, subject }: Who) {
  return tx.selectFrom('users').where('issuer', '=', issuer).where('subject', '=', subject);
}
