/**
 * The expected policy, kept by hand: nothing here is computed from it, so that a right that changes by mistake differs
 * from these tables. `faultsOfPolicy` lists the differences, for the tests and for the mutants.
 */
import type * as Policy from '#domain/policy.ts';

type Actor = Policy.Actor;

const entry = { is_merchant: false, is_agent: false, is_staff: false, has_seasons: false, is_active: true };
const user = (given: Partial<typeof entry> & { loft_id?: number } = {}): Actor => ({
  kind: 'user',
  user_id: 7,
  session_id: 8,
  is_admin: false,
  permissions: Object.keys(given).length ? [{ ...entry, loft_id: 1, ...given }] : [],
});

/** The twelve actors; loft 1 is theirs where nothing else is given. They are the columns of every table of rights. */
export const identities: readonly [name: string, actor: Actor][] = [
  ['anonymous', { kind: 'anonymous' }],
  ['clock', { kind: 'device', device_id: 3, loft_id: 1 }],
  ['clock of loft 2', { kind: 'device', device_id: 4, loft_id: 2 }],
  ['customer', user()],
  ['agent', user({ is_agent: true })],
  ['agent, not active', user({ is_agent: true, is_active: false })],
  ['staff', user({ is_staff: true })],
  ['staff with seasons', user({ is_staff: true, has_seasons: true })],
  ['merchant', user({ is_merchant: true })],
  ['merchant, not active', user({ is_merchant: true, is_active: false })],
  ['merchant of loft 2', user({ is_merchant: true, loft_id: 2 })],
  ['admin', { ...user(), is_admin: true } as Actor],
];

const draft = (loft_id: number) => ({ loft_id, season_status: 'draft', is_draft: false });
/** Uploaded by another person, and not used yet. */
const document = {
  loft_id: 1,
  user_id: 9,
  is_contract: false,
  is_published: false,
  is_receipt: false,
  is_pedigree: false,
  is_dispute: false,
  is_evidence: false,
  is_in_log: false,
  customer_ids: [],
};
const photo = { loft_id: 1, season_status: 'in_progress', has_page: true, owner_id: 9 };
const seen = (season_status: string | null) => ({ loft_id: 1, season_status, is_draft: false });

/** The rights: a letter for each of the twelve actors. */
const rights: readonly [action: Policy.Action, subject: unknown, may: string][] = [
  //                                       n cc c aa ss mm m a
  ['site.read', null, 'yyyyyyyyyyyy'],
  ['contact.write', null, 'yyyyyyyyyyyy'],
  ['followed.read', null, 'yyyyyyyyyyyy'],
  ['loft.read', { id: 1 }, 'yyyyyyyyyyyy'],
  ['flight.read', seen('in_progress'), 'yyyyyyyyyyyy'],
  ['flight.read', seen('over'), 'yyyyyyyyyyyy'],
  ['flight.read', seen('season_complete'), 'yyyyyyyyyyyy'],
  ['flight.read', draft(1), '....y..yy..y'],
  ['flight.read', draft(2), '..........yy'],
  ['flight.read', { ...seen('in_progress'), is_draft: true }, '....y..yy..y'],
  ['season.read', seen(null), 'yyyyyyyyyyyy'],
  ['season.read', seen('in_progress'), 'yyyyyyyyyyyy'],
  ['season.read', draft(1), '....y..yy..y'],
  ['season.read', draft(2), '..........yy'],
  ['loft.administer', null, '........y.yy'],
  ['loft.manage', { loft_id: 1 }, '........y..y'],
  ['loft.manage', { loft_id: 2 }, '..........yy'],
  ['package.manage', { loft_id: 1 }, '...........y'],
  ['season.administer', null, '....y..yy.yy'],
  ['season.manage', { loft_id: 1 }, '.......yy..y'],
  ['season.manage', { loft_id: 2 }, '..........yy'],
  ['file.keep', { loft_id: 1 }, '....y..yy..y'],
  ['file.keep', { loft_id: 2 }, '..........yy'],
  ['file.read', { ...document, is_contract: true, is_published: true }, 'yyyyyyyyyyyy'],
  ['file.read', { ...document, is_contract: true }, '........y..y'],
  ['file.read', { ...document, is_receipt: true }, '........y..y'],
  ['file.read', { ...document, is_pedigree: true }, '.......yy..y'],
  ['file.read', { ...document, is_pedigree: true, customer_ids: [7] }, '...yyyyyyyyy'],
  ['file.read', { ...document, is_dispute: true }, '.......yy..y'],
  ['file.read', { ...document, user_id: 7, is_dispute: true }, '...yyyyyyyyy'],
  ['file.read', { ...document, is_evidence: true }, '.......yy..y'],
  ['file.read', { ...document, is_evidence: true, is_in_log: true }, 'yyyyyyyyyyyy'],
  ['file.read', document, '............'],
  ['file.read', { ...document, user_id: 7 }, '...yyyyyyyyy'],
  ['file.read', { ...document, user_id: 7, is_receipt: true }, '...yyyyyyyyy'],
  ['file.read', { ...document, user_id: 7, is_contract: true }, '........y..y'],
  ['file.read', { ...document, user_id: 7, is_pedigree: true }, '.......yy..y'],
  ['file.read', { ...document, loft_id: 2, is_receipt: true }, '..........yy'],
  ['passport.open', { loft_id: 1, decides: null }, '.......yy..y'],
  ['passport.open', { loft_id: 2, decides: null }, '..........yy'],
  ['passport.open', { loft_id: 1, decides: 9 }, '............'],
  ['passport.open', { loft_id: 1, decides: 7 }, '...yyyyyyyyy'],
  ['photo.read', photo, 'yyyyyyyyyyyy'],
  ['photo.read', { ...photo, has_page: false }, '.......yy..y'],
  ['photo.read', { ...photo, season_status: 'draft' }, '....y..yy..y'],
  ['photo.read', { ...photo, season_status: 'draft', has_page: false }, '.......yy..y'],
  ['photo.read', { ...photo, season_status: 'draft', has_page: false, owner_id: 7 }, '...yyyyyyyyy'],
  ['photo.read', { ...photo, loft_id: 2, season_status: 'draft' }, '..........yy'],
  ['news.read', { loft_id: 1, season_id: 1, is_public: true }, 'yyyyyyyyyyyy'],
  ['news.read', { loft_id: 1, season_id: 1, is_public: false }, '.......yy..y'],
  ['news.read', { loft_id: 1, season_id: null, is_public: false }, '........y..y'],
  ['news.manage', { loft_id: 1, season_id: 1 }, '.......yy..y'],
  ['news.manage', { loft_id: 1, season_id: null }, '........y..y'],
  ['news.manage', { loft_id: 2, season_id: 2 }, '..........yy'],
  ['permission.manage', { loft_id: 1 }, '........y..y'],
  ['permission.manage', { loft_id: 2 }, '..........yy'],
  ['person.manage', null, '...........y'],
  ['audit.read', null, '...........y'],
  ['audit.loft', { loft_id: 1 }, '........y..y'],
  ['audit.loft', { loft_id: 2 }, '..........yy'],
  ['job.manage', null, '...........y'],
  ['security_log.read', { user_id: 7 }, '...yyyyyyyyy'],
  ['security_log.read', { user_id: 8 }, '...........y'],
  ['security_log.read', {}, '...........y'],
  ['account.read', null, '...yyyyyyyyy'],
  ['notification.choose', null, '...yyyyyyyyy'],
  ['notification.stop', null, 'yyyyyyyyyyyy'],
  ['invitation.read', null, 'yyyyyyyyyyyy'],
  ['invitation.accept', null, '...yyyyyyyyy'],
  ['webhook.keep', { user_id: 7 }, '...yyyyyyyyy'],
  ['webhook.keep', { user_id: 8 }, '............'],
  ['webhook.keep', {}, '............'],
  ['api_key.keep', { user_id: 7 }, '...yyyyyyyyy'],
  ['api_key.keep', { user_id: 8 }, '............'],
  ['api_key.keep', {}, '............'],
  ['favorite.keep', { user_id: 7 }, '...yyyyyyyyy'],
  ['favorite.keep', { user_id: 8 }, '............'],
  ['favorite.keep', {}, '............'],
  ['registration.keep', { loft_id: 1, user_id: 7 }, '...yyyyyyyyy'],
  ['registration.keep', { loft_id: 1, user_id: 8 }, '.......yy..y'],
  ['registration.keep', { loft_id: 2, user_id: null }, '..........yy'],
  ['ranking.name_birds', { loft_id: 1, user_id: 7 }, '...yyyyyyyyy'],
  ['ranking.name_birds', { loft_id: 1, user_id: 8 }, '.......yy..y'],
  ['ranking.name_birds', { loft_id: 2, user_id: null }, '..........yy'],
  ['championship.manage', null, '...........y'],
  ['order.pay', { user_id: 7 }, '...yyyyyyyyy'],
  ['order.pay', { user_id: 8 }, '............'],
  ['order.pay', {}, '............'],
  ['payment.manage', { loft_id: 1 }, '........y..y'],
  ['payment.manage', { loft_id: 2 }, '..........yy'],
  ['payment.mark', { loft_id: 1 }, '....y...y..y'],
  ['payment.mark', { loft_id: 2 }, '..........yy'],
  ['receipt.read', { loft_id: 1, user_id: 7, taken_by: [] }, '...yyyyyyyyy'],
  ['receipt.read', { loft_id: 1, user_id: 8, taken_by: [] }, '.......yy..y'],
  ['receipt.read', { loft_id: 1, user_id: 8, taken_by: [7] }, '....y..yy..y'],
  ['receipt.read', { loft_id: 2, user_id: 8, taken_by: [7] }, '..........yy'],
  ['payment.report', null, 'yyyyyyyyyyyy'],
  ['overview.read', { loft_id: 1 }, '........y..y'],
  ['overview.read', { loft_id: 2 }, '..........yy'],
  ['order.place', seen('in_progress'), '...yyyyyyyyy'],
  ['order.place', draft(1), '....y..yy..y'],
  ['order.place', draft(2), '..........yy'],
  ['order.own', null, '...yyyyyyyyy'],
  ['order.read', { loft_id: 1, user_id: 7 }, '...yyyyyyyyy'],
  ['order.read', { loft_id: 1, user_id: 8 }, '.......yy..y'],
  ['order.read', { loft_id: 2, user_id: 8 }, '..........yy'],
  ['order.cancel', { user_id: 7 }, '...yyyyyyyyy'],
  ['order.cancel', { user_id: 8 }, '............'],
  ['order.cancel', {}, '............'],
  ['transport.request', { user_id: 7 }, '...yyyyyyyyy'],
  ['transport.request', { user_id: 8 }, '............'],
  ['transport.request', {}, '............'],
  ['transport.own', null, '....y.......'],
  ['transport.route', [], '....y.......'],
  ['transport.route', [{ loft_id: 1, agent_id: 7 }], '....y.......'],
  ['transport.route', [{ loft_id: 1, agent_id: 8 }], '............'],
  ['transport.route', [{ loft_id: 2, agent_id: 7 }], '............'],
  ['transport.handle', [{ loft_id: 1, agent_id: 7 }], '....y..yy..y'],
  ['transport.handle', [{ loft_id: 1, agent_id: 8 }], '.......yy..y'],
  ['transport.handle', [{ loft_id: 2, agent_id: 7 }], '..........yy'],
  [
    'transport.handle',
    [
      { loft_id: 1, agent_id: 7 },
      { loft_id: 1, agent_id: 8 },
    ],
    '.......yy..y',
  ],
  ['transport.handle', [], '....y..yy.yy'],
  ['flight.rule', { loft_id: 1 }, '........y..y'],
  ['flight.rule', { loft_id: 2 }, '..........yy'],
  ['flight.rule', {}, '...........y'],
  ['dispute.keep', seen('in_progress'), '...yyyyyyyyy'],
  ['dispute.keep', draft(1), '....y..yy..y'],
  ['dispute.keep', draft(2), '..........yy'],
  ['dispute.keep', { ...seen('in_progress'), is_draft: true }, '....y..yy..y'],
  ['team.claim', { loft_id: 1, season_status: 'in_progress' }, '...yyyyyyyyy'],
  ['team.claim', { loft_id: 2, season_status: 'over' }, '...yyyyyyyyy'],
  ['team.claim', { loft_id: 1, season_status: 'draft' }, '....y..yy..y'],
  ['team.claim', { loft_id: 2, season_status: 'draft' }, '..........yy'],
  ['reading.record', { loft_id: 1 }, '.y..........'],
  ['reading.record', { loft_id: 2 }, '..y.........'],
  ['reading.record', {}, '............'],
];

/** For each action its group, and the code of its refusal for an anonymous actor and for others. */
const refusals: Record<Policy.Action, [group: Policy.Asks, anonymous: string, other: string]> = {
  'site.read': ['public', 'sign_in_first', 'forbidden'],
  'loft.read': ['public', 'sign_in_first', 'forbidden'],
  'contact.write': ['mostly_public', 'sign_in_first', 'forbidden'],
  'followed.read': ['mostly_public', 'sign_in_first', 'forbidden'],
  'flight.read': ['mostly_public', 'not_found', 'not_found'],
  'season.read': ['mostly_public', 'not_found', 'not_found'],
  'loft.administer': ['signed_in', 'sign_in_first', 'forbidden'],
  'loft.manage': ['signed_in', 'not_found', 'not_found'],
  'package.manage': ['signed_in', 'not_found', 'not_found'],
  'season.administer': ['signed_in', 'sign_in_first', 'forbidden'],
  'season.manage': ['signed_in', 'not_found', 'not_found'],
  'file.keep': ['signed_in', 'not_found', 'not_found'],
  'file.read': ['mostly_public', 'not_found', 'not_found'],
  'passport.open': ['signed_in', 'not_found', 'not_found'],
  'photo.read': ['mostly_public', 'not_found', 'not_found'],
  'news.read': ['mostly_public', 'not_found', 'not_found'],
  'news.manage': ['signed_in', 'not_found', 'not_found'],
  'permission.manage': ['signed_in', 'not_found', 'not_found'],
  'person.manage': ['signed_in', 'not_found', 'not_found'],
  'audit.read': ['signed_in', 'not_found', 'not_found'],
  'audit.loft': ['signed_in', 'not_found', 'not_found'],
  'job.manage': ['signed_in', 'sign_in_first', 'forbidden'],
  'security_log.read': ['signed_in', 'not_found', 'not_found'],
  'account.read': ['signed_in', 'sign_in_first', 'forbidden'],
  'notification.choose': ['signed_in', 'sign_in_first', 'forbidden'],
  'invitation.read': ['mostly_public', 'sign_in_first', 'forbidden'],
  'invitation.accept': ['signed_in', 'sign_in_first', 'forbidden'],
  'notification.stop': ['public', 'sign_in_first', 'forbidden'],
  'webhook.keep': ['signed_in', 'sign_in_first', 'forbidden'],
  'api_key.keep': ['signed_in', 'sign_in_first', 'forbidden'],
  'favorite.keep': ['signed_in', 'sign_in_first', 'forbidden'],
  'registration.keep': ['signed_in', 'not_found', 'not_found'],
  'ranking.name_birds': ['signed_in', 'not_found', 'not_found'],
  'championship.manage': ['signed_in', 'not_found', 'not_found'],
  'order.pay': ['signed_in', 'not_found', 'not_found'],
  'payment.manage': ['signed_in', 'not_found', 'not_found'],
  'payment.mark': ['signed_in', 'not_found', 'not_found'],
  'receipt.read': ['signed_in', 'not_found', 'not_found'],
  'payment.report': ['public', 'sign_in_first', 'forbidden'],
  'overview.read': ['signed_in', 'not_found', 'not_found'],
  'order.place': ['signed_in', 'not_found', 'not_found'],
  'order.own': ['signed_in', 'sign_in_first', 'forbidden'],
  'order.read': ['signed_in', 'not_found', 'not_found'],
  'order.cancel': ['signed_in', 'not_found', 'not_found'],
  'transport.request': ['signed_in', 'not_found', 'not_found'],
  'transport.own': ['signed_in', 'sign_in_first', 'forbidden'],
  'transport.route': ['signed_in', 'not_found', 'not_found'],
  'transport.handle': ['signed_in', 'not_found', 'not_found'],
  'flight.rule': ['signed_in', 'not_found', 'not_found'],
  'dispute.keep': ['signed_in', 'not_found', 'not_found'],
  'team.claim': ['signed_in', 'not_found', 'not_found'],
  'reading.record': ['clock', 'sign_in_first', 'forbidden'],
};

/** Number of decisions of the policy that are compared. */
export const rightsCompared = rights.length * identities.length;

function withheld(actor: Policy.Actor): Policy.Actor {
  if (actor.kind !== 'user') return actor;
  const { is_admin, permissions } = actor;
  return { ...actor, is_admin: false, permissions: [], withheld: { is_admin, permissions } };
}

/** The differences of a policy from these tables. */
export function faultsOfPolicy(policy: typeof Policy): string[] {
  const faults: string[] = [];
  const differ = (what: string, is: unknown, should: unknown) => {
    if (is !== should) faults.push(`${what}: ${String(is)} instead of ${String(should)}`);
  };
  const actions = Object.keys(policy.policy).sort();
  differ('actions', actions.join(' '), Object.keys(refusals).sort().join(' '));
  differ('actions with rights', [...new Set(rights.map(([action]) => action))].sort().join(' '), actions.join(' '));
  differ('anonymous', policy.anonymous.kind, 'anonymous');
  for (const [action, subject, may] of rights) {
    for (const [i, [name, actor]] of identities.entries()) {
      const what = `${action} of ${JSON.stringify(subject)} by ${name}`;
      differ(what, policy.can(actor, action, subject as never), may[i] === 'y');
      // The same person with all rights withheld: only the second factor is missing, for them alone.
      const lacks = policy.lacksSecondFactor(withheld(actor), action, subject as never);
      differ(`${what} after another factor`, lacks, actor.kind === 'user' && may[i] === 'y');
    }
  }
  for (const [action, [group, anonymous, other]] of Object.entries(refusals) as [Policy.Action, string[]][]) {
    differ(`${action} asks`, policy.policy[action].asks, group);
    differ(`${action} refused to an anonymous actor`, policy.refusalCode(identities[0]![1], action), anonymous);
    differ(`${action} refused to a customer`, policy.refusalCode(identities[3]![1], action), other);
  }
  return faults;
}
