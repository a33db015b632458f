import { describe, expect, it } from 'vitest';
import type { Flight } from '#domain/flights/contract.ts';
import { type Switch, switches } from '#domain/seasons/visibility.ts';
import { boardColumns, sheetColumns } from './board-columns.ts';

const columnsOf = (of: typeof boardColumns, ...hidden: Switch[]) => of({ hidden } as unknown as Flight).join(' ');

describe('the columns of the arrivals (3.15)', () => {
  it.each<[columns: string, ...hidden: Switch[]]>([
    ['rank bird whose time gap speed'],
    ['rank bird whose time gap', 'results.speed'],
    ['rank bird whose', 'results.time'],
    ['rank bird whose time gap speed', 'results.team', 'results.fancier'],
    ['rank bird time gap speed', 'results.team', 'results.fancier', 'results.country'],
    // Sex and colour remain under the ring.
    ['rank bird whose time gap speed', 'results.ringDescriptor', 'results.pigeonName'],
    ['rank whose time gap speed', 'results.ringDescriptor', 'results.pigeonName', 'fanciers.color', 'fanciers.sex'],
    // The column of the reader's mark.
    ['rank bird whose time speed', 'results.rank'],
    ['bird whose time speed', 'results.rank', 'results.ringDescriptor'],
  ])('are %s', (columns, ...hidden) => {
    expect(columnsOf(boardColumns, ...hidden)).toBe(columns);
  });

  it('have no mark column on paper, and none at all where everything is hidden', () => {
    expect(columnsOf(sheetColumns, 'results.rank')).toBe('bird whose time speed');
    expect(columnsOf(boardColumns, ...switches)).toBe('');
  });
});
