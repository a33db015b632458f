/** Claims to teams that no account holds: made, withdrawn, accepted or refused, and taken back (decision 91). */
import { sql } from 'kysely';
import type { TeamKey } from '#domain/keys.ts';
import {
  type TeamClaimDecision,
  type TeamClaimState,
  whyNotClaim,
  whyNotDecideClaim,
  whyNotWithdrawClaim,
} from '#domain/people/team-claim.ts';
import { Refusal } from '#domain/refusal.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { merchantsOf, notify, person } from '#server/notifications/notify.ts';
import { changeTeams, giveTeams, lockTeams } from '#server/pigeons/admin-teams.ts';
import { teamsTakenBack } from './consequences.ts';

type PersonAct = Act & { by: number };

/** Why a person cannot claim a team now, or null. @throws Refusal `not_found` for an unknown team */
export async function refusalToClaim(tx: Tx, { loft_id, team_id }: TeamKey, user_id: number): Promise<Refusal | null> {
  const { rows } = await sql<{ holder: number | null; works_here: boolean; is_open: boolean; open_count: number }>`
    select t.user_id as holder,
      exists (select from loft_permissions p where p.loft_id = t.loft_id and p.user_id = ${user_id} and p.is_active) as works_here,
      exists (select from team_claims c where c.loft_id = t.loft_id and c.team_id = t.id and c.user_id = ${user_id}
        and c.state = 'open') as is_open,
      (select count(*)::int from team_claims c where c.user_id = ${user_id} and c.state = 'open') as open_count
    from teams t where t.loft_id = ${loft_id} and t.id = ${team_id}`.execute(tx);
  if (!rows[0]) throw new Refusal('not_found');
  return whyNotClaim({ ...rows[0], user_id });
}

/**
 * Claim a team that no account holds; the merchants of its loft are notified.
 * @returns the id of the claim
 * @throws Refusal `not_found`; by {@link whyNotClaim}
 */
export async function claimTeam(tx: Tx, { loft_id, team_id }: TeamKey, text: string, act: PersonAct): Promise<number> {
  // Shared with other claims; who gives the team to an account waits for it, and is waited for.
  await tx
    .selectFrom('teams')
    .select('id')
    .where('loft_id', '=', loft_id)
    .where('id', '=', team_id)
    .forShare()
    .execute();
  const no = await refusalToClaim(tx, { loft_id, team_id }, act.by);
  if (no) throw no;
  const claim = await tx
    .insertInto('team_claims')
    .values({ loft_id, team_id, user_id: act.by, text: text.trim(), claimed_at: new Date(act.now_ms).toISOString() })
    // Sent twice at once, it is one claim.
    .onConflict((conflict) =>
      conflict.columns(['loft_id', 'team_id', 'user_id']).where('state', '=', 'open').doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!claim) throw new Refusal('claim_open');
  const team = await namesOf(tx, { loft_id, team_id });
  await writeStep(tx, { loft_id, claim_id: claim.id, user_id: act.by, team, state: 'open', reason: null }, act);
  await notify(tx, merchantsOf(loft_id), {
    event: 'team_claim',
    key: `claim:${claim.id}`,
    facts: {
      as: 'opened',
      ...team,
      reason: text.trim(),
      path: `/admin/lofts/${loft_id}/claims#claim-${claim.id}`,
    },
  });
  return claim.id;
}

/** Withdraw an open claim of one's own. @throws Refusal `not_found`; by {@link whyNotWithdrawClaim} */
export async function withdrawTeamClaim(tx: Tx, { claim_id }: { claim_id: number }, act: PersonAct): Promise<void> {
  const claim = await tx
    .selectFrom('team_claims')
    .select(['loft_id', 'team_id', 'user_id', 'state'])
    .where('id', '=', claim_id)
    .forUpdate()
    .executeTakeFirst();
  if (!claim) throw new Refusal('not_found');
  const no = whyNotWithdrawClaim(claim, act.by);
  if (no) throw no;
  await decide(tx, { ...claim, claim_id }, { state: 'withdrawn', reason: null }, act);
}

/**
 * Decide on a claim. Accepted, its team is the account's, and with it what belongs to the team: its career, birds, held
 * prizes and championships follow the account of the team. The other open claims to it are refused. Taken back, it is
 * nobody's again; prizes that were assigned and not paid are held again.
 *
 * The season and the team are locked first, so that of two who accept at once the second finds the team taken.
 * @throws Refusal `not_found`; `bad_input` without a reason; by {@link whyNotDecideClaim}; `email_not_assignable` for a
 *   person who works for the loft by now; what {@link teamsTakenBack} refuses
 */
export async function decideTeamClaim(
  tx: Tx,
  { loft_id, claim_id }: { loft_id: number; claim_id: number },
  { decision, reason }: { decision: TeamClaimDecision; reason: string },
  act: PersonAct,
): Promise<void> {
  const found = await tx
    .selectFrom('team_claims as c')
    .innerJoin('teams as t', (join) => join.onRef('t.loft_id', '=', 'c.loft_id').onRef('t.id', '=', 'c.team_id'))
    .select(['c.team_id', 't.season_id'])
    .where('c.loft_id', '=', loft_id)
    .where('c.id', '=', claim_id)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  const { team_id, season_id } = found;
  const season = { loft_id, season_id };
  const [team] = await lockTeams(tx, season, [team_id]);
  const { user_id, state } = await tx
    .selectFrom('team_claims')
    .select(['user_id', 'state'])
    .where('id', '=', claim_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const claim = { loft_id, team_id, claim_id, user_id };
  const is_used = await isUsedBy(tx, claim);
  const no = whyNotDecideClaim({ state, user_id, holder: team!.user_id, is_used }, decision, act.by);
  if (no) throw no;
  const why = reason.trim() || null;
  if (decision !== 'accepted' && why === null)
    throw new Refusal('bad_input', {}, { reason: [{ code: 'error_required' }] });
  await decide(tx, claim, { state: decision, reason: why }, act);
  if (decision === 'accepted') {
    await giveTeams(tx, act.by, season, [team!], user_id);
    await refuseOthers(tx, claim, act);
  } else if (decision === 'taken_back') {
    await changeTeams(tx, act.by, season, [team!], { user_id: null });
    await teamsTakenBack.run(tx, { ...season, team_id, user_id, now_ms: act.now_ms });
  }
}

/** Whether an account has used a team: an order of theirs stands for it, or rights in its birds were given. */
async function isUsedBy(tx: Tx, { loft_id, team_id, user_id }: TeamKey & { user_id: number }): Promise<boolean> {
  const { rows } = await sql<{ is_used: boolean }>`
    select exists (select from orders o where o.loft_id = ${loft_id} and o.team_id = ${team_id} and o.user_id = ${user_id})
      or exists (select from pigeons p join pigeon_rights r on r.loft_id = p.loft_id and r.pigeon_id = p.id
        where p.loft_id = ${loft_id} and p.team_id = ${team_id} and r.from_day >= (select c.decided_at::date
          from team_claims c where c.loft_id = ${loft_id} and c.team_id = ${team_id} and c.user_id = ${user_id}
            and c.state = 'accepted' order by c.decided_at desc limit 1)) as is_used`.execute(tx);
  return rows[0]!.is_used;
}

/** The other open claims to a team that somebody has now. */
async function refuseOthers(tx: Tx, { loft_id, team_id }: TeamKey, act: PersonAct): Promise<void> {
  const others = await tx
    .selectFrom('team_claims')
    .select(['id', 'user_id'])
    .where('loft_id', '=', loft_id)
    .where('team_id', '=', team_id)
    .where('state', '=', 'open')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, user_id } of others)
    await decide(tx, { loft_id, team_id, claim_id: id, user_id }, { state: 'refused', reason: null }, act);
}

interface Claim extends TeamKey {
  claim_id: number;
  user_id: number;
}

/** Keep the state of a locked claim, log it, and notify who made it of what others decided. */
async function decide(
  tx: Tx,
  { loft_id, team_id, claim_id, user_id }: Claim,
  { state, reason }: { state: Exclude<TeamClaimState, 'open'>; reason: string | null },
  act: PersonAct,
): Promise<void> {
  await tx
    .updateTable('team_claims')
    .set({ state, reason, decided_by: act.by, decided_at: new Date(act.now_ms).toISOString() })
    .where('id', '=', claim_id)
    .execute();
  const team = await namesOf(tx, { loft_id, team_id });
  await writeStep(tx, { loft_id, claim_id, user_id, team, state, reason }, act);
  if (state === 'withdrawn') return;
  await notify(tx, person(user_id), {
    event: 'team_claim',
    key: `claim:${claim_id} ${state}`,
    facts: {
      // Without a reason the team was given to another claim.
      as: state === 'refused' && reason === null ? 'given' : state,
      ...team,
      reason: reason ?? '',
      path: state === 'accepted' ? `/lofts/${loft_id}/teams/${team_id}` : '/account/claims',
    },
  });
}

interface Names {
  loft: string;
  season: string;
  team: string;
}

async function namesOf(tx: Tx, { loft_id, team_id }: TeamKey): Promise<Names> {
  return tx
    .selectFrom('teams as t')
    .innerJoin('lofts as l', 'l.id', 't.loft_id')
    .innerJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 't.loft_id').onRef('s.id', '=', 't.season_id'))
    .select(['l.name as loft', 's.name as season', 't.name as team'])
    .where('t.loft_id', '=', loft_id)
    .where('t.id', '=', team_id)
    .executeTakeFirstOrThrow();
}

async function writeStep(
  tx: Tx,
  {
    loft_id,
    claim_id,
    user_id,
    team,
    state,
    reason,
  }: { loft_id: number; claim_id: number; user_id: number; team: Names; state: TeamClaimState; reason: string | null },
  { by }: PersonAct,
): Promise<void> {
  await writeAudit(tx, {
    loft_id,
    user_id: by,
    action: `team_claim.${state}`,
    about_user_id: user_id,
    before: null,
    after: { claim_id, name: team.team, season: team.season, reason },
  });
}

/** Remove the claims of an erased account: what they say is about the person. */
export async function forgetTeamClaims(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('team_claims').where('user_id', '=', user_id).execute();
}
