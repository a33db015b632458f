/** Claims to teams: who may claim, who decides, and what speaks for a claim (decision 91). */
import { describe, expect, it } from 'vitest';
import {
  type ClaimantFacts,
  evidenceFor,
  type FancierFacts,
  mostOpenClaims,
  teamClaimDecisions,
  teamClaimStates,
  whyNotClaim,
  whyNotDecideClaim,
  whyNotWithdrawClaim,
} from './team-claim.ts';

const free = { holder: null, user_id: 7, works_here: false, is_open: false, open_count: 0 };

describe('claiming a team (decision 91)', () => {
  it.each([
    [{}, null],
    [{ open_count: mostOpenClaims - 1 }, null],
    [{ holder: 7 }, 'claim_own_team'],
    [{ holder: 8 }, 'claim_team_taken'],
    [{ works_here: true }, 'claim_works_here'],
    [{ is_open: true }, 'claim_open'],
    [{ open_count: mostOpenClaims }, 'claim_too_many'],
  ])('with %j it is refused as %s', (facts, code) => {
    expect(whyNotClaim({ ...free, ...facts })?.code ?? null).toBe(code);
  });
});

describe('deciding on a claim (decision 91)', () => {
  it('takes each state where its decision leads, and no further', () => {
    const allowed = teamClaimStates.flatMap((state) =>
      teamClaimDecisions
        .filter((decision) => {
          const holder = state === 'accepted' ? 7 : null;
          return whyNotDecideClaim({ state, user_id: 7, holder, is_used: false }, decision, 1) === null;
        })
        .map((decision) => `${state} ${decision}`),
    );
    expect(allowed).toEqual(['open accepted', 'open refused', 'accepted taken_back']);
  });

  it.each([
    [{ state: 'open', holder: 8 }, 'accepted', 'claim_team_taken'],
    [{ state: 'open', holder: 8 }, 'refused', null],
    [{ state: 'withdrawn', holder: null }, 'accepted', 'claim_withdrawn'],
    [{ state: 'accepted', holder: 8 }, 'taken_back', 'claim_decided'],
    [{ state: 'accepted', holder: 7, is_used: true }, 'taken_back', 'claim_in_use'],
    [{ state: 'open', holder: null, user_id: 1 }, 'accepted', 'claim_own'],
  ] as const)('%j %s: %s', (claim, decision, code) => {
    const whole = { user_id: 7, is_used: false, ...claim };
    expect(whyNotDecideClaim(whole, decision, 1)?.code ?? null).toBe(code);
  });

  it('is withdrawn by its sender alone, while it is open', () => {
    expect(whyNotWithdrawClaim({ state: 'open', user_id: 7 }, 7)).toBeNull();
    expect(whyNotWithdrawClaim({ state: 'open', user_id: 7 }, 8)?.code).toBe('not_found');
    expect(whyNotWithdrawClaim({ state: 'accepted', user_id: 7 }, 7)?.code).toBe('claim_decided');
  });
});

describe('what speaks for a claim (decision 91)', () => {
  const person: ClaimantFacts = {
    first_name: 'Zoë',
    last_name: 'Ortuño',
    email: 'Zoe@ortuno.example',
    street: 'Calle 1',
    zipcode: '45001',
    city: 'Toledo',
    country: 'ES',
  };
  const known: FancierFacts = {
    team: 'Team 9',
    fancier: null,
    team_country: null,
    name: null,
    email: null,
    street: null,
    zipcode: null,
    city: null,
  };

  it.each([
    [{}, []],
    [{ fancier: 'ORTUNO, Zoe' }, ['same_name']],
    [{ team: 'Zoë Ortuño' }, ['same_name']],
    [{ name: 'Zoë Ortuño' }, ['same_name']],
    [{ fancier: 'Ortuño' }, []],
    [{ email: 'zoe@ortuno.example' }, ['same_email']],
    [{ email: 'office@ortuno.example' }, ['same_domain']],
    [{ city: 'toledo', street: 'CALLE 1' }, ['same_address']],
    [{ city: 'Toledo', zipcode: '45001' }, ['same_address']],
    [{ city: 'Toledo' }, []],
    [{ city: 'Toledo', street: 'Calle 2', zipcode: '45001' }, []],
    [{ team_country: 'ES' }, ['same_country']],
    [{ team_country: 'PT' }, []],
  ])('of %j it is %j', (facts, evidence) => {
    expect(evidenceFor(person, { ...known, ...facts })).toEqual(evidence);
  });

  it('is nothing of an account that says nothing of its person', () => {
    const nobody = Object.fromEntries(Object.keys(person).map((key) => [key, null])) as unknown as ClaimantFacts;
    expect(evidenceFor(nobody, { ...known, team: '', fancier: '' })).toEqual([]);
  });
});
