/** Claims to teams through their calls: rights, the decision, two at once, and what follows the team (decision 91). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#domain/contract.ts';
import type { listOverview, readOverview } from '#domain/overview/contract.ts';
import type {
  listOwnTeamClaims,
  listTeamClaims,
  readTeamClaims,
  TeamClaim,
} from '#domain/people/team-claim-contract.ts';
import type { listFancierSeasons } from '#domain/pigeons/career-contract.ts';
import { buildPerson, buildRace, entryOf } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(async () => {
  await site?.end();
});

/** An e-mail address of its own, so that notices reach it. */
const email = () => `${crypto.randomUUID()}@claims.example`;

type Person = Awaited<ReturnType<typeof buildPerson>>;

async function call(method: 'GET' | 'POST', url: string, who: Person | null, payload?: object) {
  const headers = who ? { headers: who.headers } : {};
  const answer = await site.app.inject({ method, url, ...headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

/** An old team without an account, two merchants of its loft, and a fancier. */
async function oldTeam(team: { name?: string; fancier?: string | null; country?: string | null } = {}) {
  const { loft, season_id, pigeon_ids } = await buildRace(site.db, { birds: 2 });
  const key = { loft_id: loft.id, season_id };
  const entries = [{ loft_id: loft.id, entry: { is_merchant: true } }];
  const merchant = await buildPerson(site.db, { entries, email: email() });
  const second = await buildPerson(site.db, { entries, email: email() });
  const fancier = await buildPerson(site.db, { first_name: 'Zoë', last_name: 'Ortuño', email: email() });
  const { id: team_id } = await site.db
    .insertInto('teams')
    .values({ ...key, name: 'Ortuño 1', fancier: 'Ortuño Zoë', country: 'ES', ...team })
    .returning('id')
    .executeTakeFirstOrThrow();
  await site.db.updateTable('pigeons').set({ team_id }).where('id', '=', pigeon_ids[0]!).execute();
  const page = `/api/lofts/${loft.id}/teams/${team_id}`;
  const admin = `/api/admin/lofts/${loft.id}/team-claims`;
  return {
    key: { ...key, team_id },
    merchant,
    second,
    fancier,
    pigeon_id: pigeon_ids[0]!,
    page,
    claim: (who: Person, text = 'Ring ES-26-1 is mine') => call('POST', `${page}/claims`, who, { text }),
    read: async (who: Person) => (await call('GET', `${page}/claims`, who)).body as ReplyOf<typeof readTeamClaims>,
    list: async (who = merchant) => (await call('GET', admin, who)).body as ReplyOf<typeof listTeamClaims>,
    decide: (claim_id: number, decision: string, { by = merchant, reason = '' } = {}) =>
      call('POST', `${admin}/${claim_id}/decision`, by, { decision, reason }),
    holder: async () =>
      (await site.db.selectFrom('teams').select('user_id').where('id', '=', team_id).executeTakeFirstOrThrow()).user_id,
  };
}

const noticesOf = async ({ user_id }: Person) => {
  const rows = await site.db
    .selectFrom('notifications')
    .select('facts')
    .where('user_id', '=', user_id)
    .where('event', '=', 'team_claim')
    .where('channel', '=', 'mail')
    .orderBy('id')
    .execute();
  return rows.map(({ facts }) => (facts as { as: string }).as);
};

describe('claiming a team', () => {
  it('waits for the merchants, who read what speaks for it, and joins the team to the account', async () => {
    const old = await oldTeam();
    const before = (await call('GET', `${old.page}/seasons`, null)).body as ReplyOf<typeof listFancierSeasons>;
    expect(before.has_account).toBe(false);
    const { status, body } = await old.claim(old.fancier);
    expect(status).toBe(200);
    expect(await noticesOf(old.merchant)).toEqual(['opened']);
    expect(await old.read(old.fancier)).toMatchObject({ refusal: 'claim_open', claims: [{ state: 'open' }] });
    const { claims, total } = await old.list();
    expect(total).toBe(1);
    // They stand among the open work of the loft, for those who run it.
    const waiting = async () => {
      const { lofts } = (await call('GET', '/api/overview', old.merchant)).body as ReplyOf<typeof listOverview>;
      const one = (await call('GET', `/api/lofts/${old.key.loft_id}/overview`, old.merchant)).body;
      return [...lofts, one as ReplyOf<typeof readOverview>].map(({ claims_open }) => claims_open);
    };
    expect(await waiting()).toEqual([1, 1]);
    expect(claims[0]).toMatchObject({
      claim_id: body.claim_id,
      text: 'Ring ES-26-1 is mine',
      evidence: ['same_name'],
      others: 0,
      is_own: false,
      by: { user_id: old.fancier.user_id },
    } satisfies Partial<Record<keyof TeamClaim, unknown>>);
    expect((await old.decide(body.claim_id, 'accepted')).status).toBe(200);
    expect(await waiting()).toEqual([0, 0]);
    expect(await old.holder()).toBe(old.fancier.user_id);
    expect(await noticesOf(old.fancier)).toEqual(['accepted']);
    const after = (await call('GET', `${old.page}/seasons`, null)).body as ReplyOf<typeof listFancierSeasons>;
    expect(after.has_account).toBe(true);
    const own = (await call('GET', '/api/me/team-claims', old.fancier)).body as ReplyOf<typeof listOwnTeamClaims>;
    expect(own.claims).toMatchObject([{ state: 'accepted', team: { team: 'Ortuño 1' } }]);
    const flock = await call('GET', '/api/flock', old.fancier);
    expect(JSON.stringify(flock.body)).toContain(`"pigeon_id":${old.pigeon_id}`);
    const log = await site.db
      .selectFrom('audit_log')
      .select(['action', 'user_id', 'about_user_id'])
      .where('loft_id', '=', old.key.loft_id)
      .where('action', 'like', 'team%')
      .orderBy('id')
      .execute();
    expect(log).toEqual([
      { action: 'team_claim.open', user_id: old.fancier.user_id, about_user_id: old.fancier.user_id },
      { action: 'team_claim.accepted', user_id: old.merchant.user_id, about_user_id: old.fancier.user_id },
      { action: 'team.change', user_id: old.merchant.user_id, about_user_id: old.fancier.user_id },
    ]);
  });

  it('joins the career of the account in other lofts at once', async () => {
    const old = await oldTeam();
    const other = await oldTeam();
    await site.db
      .updateTable('teams')
      .set({ user_id: old.fancier.user_id })
      .where('id', '=', other.key.team_id)
      .execute();
    const seasons = async () =>
      ((await call('GET', `${old.page}/seasons`, null)).body as ReplyOf<typeof listFancierSeasons>).seasons.length;
    expect(await seasons()).toBe(1);
    const { body } = await old.claim(old.fancier);
    // What the merchants read beside it.
    expect((await old.list()).claims[0]!.other_teams).toMatchObject([{ team: 'Ortuño 1' }]);
    await old.decide(body.claim_id, 'accepted');
    expect(await seasons()).toBe(2);
  });

  it('is refused with a reason, can be withdrawn by its sender alone, and made again', async () => {
    const old = await oldTeam();
    const first = await old.claim(old.fancier);
    const bare = await old.decide(first.body.claim_id, 'refused', { reason: '  ' });
    expect(bare).toMatchObject({ status: 422, body: { errors: { reason: [expect.any(String)] } } });
    expect((await old.decide(first.body.claim_id, 'refused', { reason: 'Another family' })).status).toBe(200);
    expect(await old.holder()).toBeNull();
    expect(await noticesOf(old.fancier)).toEqual(['refused']);
    const again = await old.claim(old.fancier);
    const withdrawal = `/api/me/team-claims/${again.body.claim_id}/withdrawal`;
    const stranger = await buildPerson(site.db, {});
    expect((await call('POST', withdrawal, stranger, {})).status).toBe(404);
    expect((await call('POST', withdrawal, old.fancier, {})).status).toBe(200);
    expect((await call('POST', withdrawal, old.fancier, {})).body.code).toBe('claim_decided');
    expect((await old.decide(again.body.claim_id, 'accepted')).body.code).toBe('claim_withdrawn');
    expect(await old.holder()).toBeNull();
  });

  it('is for teams without an account, and not for who works for the loft', async () => {
    const old = await oldTeam();
    expect((await old.claim(old.merchant)).body.code).toBe('claim_works_here');
    await site.db
      .updateTable('teams')
      .set({ user_id: old.fancier.user_id })
      .where('id', '=', old.key.team_id)
      .execute();
    expect((await old.claim(old.fancier)).body.code).toBe('claim_own_team');
    expect((await old.claim(await buildPerson(site.db, {}))).body.code).toBe('claim_team_taken');
  });

  it('is not possible where the season hides whose its teams are', async () => {
    const old = await oldTeam();
    await site.db
      .updateTable('seasons')
      .set({ hidden: ['participants.fancier'] })
      .where('id', '=', old.key.season_id)
      .execute();
    expect((await old.claim(old.fancier)).status).toBe(404);
    const { has_account } = (await call('GET', `${old.page}/seasons`, null)).body;
    expect(has_account).toBe(true);
  });

  it('is seen and decided by the merchants of its loft alone', async () => {
    const [old, other] = [await oldTeam(), await oldTeam()];
    const { body } = await old.claim(old.fancier);
    expect((await old.decide(body.claim_id, 'accepted', { by: other.merchant })).status).toBe(404);
    expect((await old.decide(body.claim_id, 'accepted', { by: old.fancier })).status).toBe(404);
    // By the address of another loft.
    expect((await other.decide(body.claim_id, 'accepted', { by: other.merchant })).status).toBe(404);
    expect((await other.list()).claims).toEqual([]);
    expect(await old.holder()).toBeNull();
  });

  it('of an erased account is removed, an open one of a person who works for the loft by now is not accepted', async () => {
    const old = await oldTeam();
    const { body } = await old.claim(old.fancier);
    await site.db
      .insertInto('loft_permissions')
      .values({ loft_id: old.key.loft_id, user_id: old.fancier.user_id, ...entryOf({ is_staff: true }) })
      .execute();
    expect((await old.decide(body.claim_id, 'accepted')).body.code).toBe('email_not_assignable');
    expect(await old.holder()).toBeNull();
  });
});

describe('two at once', () => {
  it('two merchants who accept two claims: one has the team, the other claim is refused', async () => {
    const old = await oldTeam();
    const rival = await buildPerson(site.db, { email: email() });
    const claims = [await old.claim(old.fancier), await old.claim(rival)];
    const answers = await Promise.all([
      old.decide(claims[0]!.body.claim_id, 'accepted'),
      old.decide(claims[1]!.body.claim_id, 'accepted', { by: old.second }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const winner = answers[0]!.status === 200 ? old.fancier : rival;
    const loser = winner === rival ? old.fancier : rival;
    expect(await old.holder()).toBe(winner.user_id);
    const states = (await old.list()).claims.map(({ by, state }) => [by.user_id, state]);
    expect(states).toHaveLength(2);
    expect(states).toContainEqual([winner.user_id, 'accepted']);
    expect(states).toContainEqual([loser.user_id, 'refused']);
    expect(await noticesOf(loser)).toEqual(['given']);
  });

  it('the same claim sent twice is one', async () => {
    const old = await oldTeam();
    const answers = await Promise.all([old.claim(old.fancier), old.claim(old.fancier)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await old.list()).claims).toHaveLength(1);
  });

  it('a withdrawal and an acceptance: one of them counts', async () => {
    const old = await oldTeam();
    const { body } = await old.claim(old.fancier);
    const [accepted, withdrawn] = await Promise.all([
      old.decide(body.claim_id, 'accepted'),
      call('POST', `/api/me/team-claims/${body.claim_id}/withdrawal`, old.fancier, {}),
    ]);
    expect([accepted.status, withdrawn.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await old.holder()).toBe(accepted.status === 200 ? old.fancier.user_id : null);
  });
});

describe('a claim that was accepted by mistake', () => {
  it('is taken back with a reason, and the team can be claimed again', async () => {
    const old = await oldTeam();
    const { body } = await old.claim(old.fancier);
    await old.decide(body.claim_id, 'accepted');
    expect((await old.list()).claims[0]).toMatchObject({ is_held: true });
    expect((await old.decide(body.claim_id, 'taken_back')).status).toBe(422);
    expect((await old.decide(body.claim_id, 'taken_back', { reason: 'A namesake' })).status).toBe(200);
    expect(await old.holder()).toBeNull();
    expect(await noticesOf(old.fancier)).toEqual(['accepted', 'taken_back']);
    expect((await old.list()).claims[0]).toMatchObject({ state: 'taken_back', is_held: false, reason: 'A namesake' });
    expect((await old.decide(body.claim_id, 'taken_back', { reason: 'Twice' })).body.code).toBe('claim_decided');
    expect((await old.claim(old.fancier)).status).toBe(200);
  });

  it('cannot be taken back by whose it is, nor from an account that has another one by now', async () => {
    const old = await oldTeam();
    const { body } = await old.claim(old.fancier);
    await old.decide(body.claim_id, 'accepted');
    const other = await buildPerson(site.db, {});
    await site.db.updateTable('teams').set({ user_id: other.user_id }).where('id', '=', old.key.team_id).execute();
    expect((await old.decide(body.claim_id, 'taken_back', { reason: 'Mistaken' })).body.code).toBe('claim_decided');
    expect(await old.holder()).toBe(other.user_id);
  });
});
