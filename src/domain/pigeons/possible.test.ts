import { expect, it } from 'vitest';
import { impossibleFacts } from './possible.ts';

const ring = 'BE 26-4000012';

it.each([
  [{ hatch_year: 2026, sire: 'BE 24-1', dam: 'BE 24-2' }, {}],
  [{ hatch_year: 2027 }, { hatch_year: [{ code: 'error_max_value', params: { max: '2026' } }] }],
  [{ sire: 'be26 4000012' }, { sire: [{ code: 'parent_is_itself' }] }],
  [
    { dam: 'be26 4000012', sire: 'BE 26.4000012' },
    { sire: [{ code: 'parent_is_itself' }], dam: [{ code: 'parent_is_itself' }] },
  ],
  [{ sire: 'NL 20-77', dam: 'nl20 77' }, { dam: [{ code: 'same_parents' }] }],
])('a bird of 2026 with %j', (said, errors) => {
  expect(impossibleFacts({ ring, ...said }, 2026)).toEqual(errors);
});
