import { describe, expect, it } from 'vitest';
import { inOrder, orderBy } from './sorted.ts';

const teams = [
  { id: 1, name: 'Team 10', birds: 2 },
  { id: 2, name: 'éclair', birds: 30 },
  { id: 3, name: 'Team 9', birds: 2 },
  { id: 4, name: null, birds: 4 },
];
const columns = {
  name: (team: (typeof teams)[number]) => team.name,
  birds: (team: (typeof teams)[number]) => team.birds,
};

describe('a list in the order of a column', () => {
  it.each([
    ['name', [2, 3, 1, 4]],
    ['-name', [1, 3, 2, 4]],
    ['birds', [1, 3, 4, 2]],
    ['-birds', [2, 4, 1, 3]],
  ] as const)('by %s', (order, ids) => {
    expect(inOrder(teams, order, columns).map(({ id }) => id)).toEqual(ids);
  });

  it('is asked for by its columns alone, up or down', () => {
    const asked = orderBy('name', 'birds');
    expect(asked.parse(undefined)).toBe('name');
    expect(asked.parse('-birds')).toBe('-birds');
    expect(asked.safeParse('id').success).toBe(false);
  });
});
