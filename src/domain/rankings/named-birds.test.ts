/** The birds that a team names for a ranking, before the day that its rule says (domain 2.13). */
import { expect, it } from 'vitest';
import { namingOf, whyNamingIsOver, whyNotName } from './named-birds.ts';
import { type RankingRule, rankingBy, rankingRule } from './ranking-rule.ts';

const ofTeams = (changes: object = {}) =>
  rankingBy(
    { by: 'rank_sum' },
    {
      subject: { of: 'team', birds: 2, named: true, named_before: '2026-05-01', complete: true, ...changes },
    },
  );
const of_team = new Set([1, 2, 3]);

it.each<[string, RankingRule, string, number[], string | null]>([
  ['on the day before', ofTeams(), '2026-04-30', [1, 2], null],
  ['none', ofTeams(), '2026-04-30', [], null],
  ['on the day itself it is over', ofTeams(), '2026-05-01', [1, 2], 'naming_over'],
  ['more than score', ofTeams(), '2026-04-30', [1, 2, 3], 'naming_too_many'],
  ['one of them twice', ofTeams(), '2026-04-30', [1, 2, 2], null],
  ['any number where all score', ofTeams({ birds: null }), '2026-04-30', [1, 2, 3], null],
  ['any number where teams are counted together', ofTeams({ of: 'country' }), '2026-04-30', [1, 2, 3], null],
  ['one of another team', ofTeams(), '2026-04-30', [1, 4], 'naming_other_bird'],
  ['where nothing is named', ofTeams({ named: false }), '2026-04-30', [1], 'ranking_not_named'],
  ['for a ranking of pigeons', rankingBy({ by: 'rank_sum' }), '2026-04-30', [1], 'ranking_not_named'],
])('birds are named: %s', (_what, rule, today, pigeon_ids, code) => {
  const no = whyNotName(rule, { today, has_flown: false, pigeon_ids, of_team });
  expect(no && (no.errors?.pigeon_ids?.[0]?.code ?? no.code)).toBe(code);
});

it('birds are not named by what they have flown', () => {
  const flown = { today: '2026-04-30', has_flown: true };
  expect(whyNotName(ofTeams(), { ...flown, pigeon_ids: [1], of_team })?.code).toBe('naming_flown');
  expect(whyNamingIsOver(ofTeams(), flown)?.code).toBe('naming_flown');
  expect(whyNamingIsOver(ofTeams(), { ...flown, has_flown: false })).toBeNull();
  expect(whyNamingIsOver(ofTeams({ named: false }), flown)).toBeNull();
});

it('a rule with named birds says until when', () => {
  expect(rankingRule.safeParse(ofTeams()).success).toBe(true);
  const { error } = rankingRule.safeParse(ofTeams({ named_before: undefined }));
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['subject.named_before']);
  expect(namingOf(ofTeams())).toEqual({ before: '2026-05-01', most: 2 });
});
