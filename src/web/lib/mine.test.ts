import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isMine, mineOf, nobody, toggleMine } from './mine.ts';

/** What a browser keeps between pages. */
function storeOf(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  };
}

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', storeOf(kept));
});
afterEach(() => vi.unstubAllGlobals());

describe('my pigeons', () => {
  test('a bird is marked and unmarked, in its own loft only', () => {
    toggleMine(1, 'pigeons', 187);
    toggleMine(1, 'pigeons', 865);
    expect(mineOf(1).pigeons).toEqual([187, 865]);
    expect(mineOf(2)).toEqual(nobody);
    toggleMine(1, 'pigeons', 187);
    expect(mineOf(1).pigeons).toEqual([865]);
  });

  test('a marked team marks its birds, and a bird without a team only itself', () => {
    toggleMine(1, 'teams', 7);
    expect(isMine(mineOf(1), { pigeon_id: 1, team_id: 7 })).toBe(true);
    expect(isMine(mineOf(1), { pigeon_id: 1, team_id: 8 })).toBe(false);
    expect(isMine(mineOf(1), { pigeon_id: 1, team_id: null })).toBe(false);
    toggleMine(1, 'pigeons', 1);
    expect(isMine(mineOf(1), { pigeon_id: 1, team_id: null })).toBe(true);
  });

  test('the same marks are the same object, so that React sees no change', () => {
    toggleMine(1, 'pigeons', 1);
    expect(mineOf(1)).toBe(mineOf(1));
  });

  test('what another tab wrote is seen', () => {
    expect(mineOf(3)).toEqual(nobody);
    kept.set('mine.3', '{"pigeons":[5],"teams":[]}');
    expect(mineOf(3).pigeons).toEqual([5]);
  });

  test.each(['not json', 'null', '[]', '{"pigeons":"1"}', '{"pigeons":[-1,0,1.5,"2",null]}'])(
    'what is no list of marks counts as none: %s',
    (text) => {
      kept.set('mine.4', text);
      expect(mineOf(4)).toEqual(nobody);
    },
  );

  test('a browser that keeps nothing still marks for as long as the page is open', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('refused');
      },
      setItem: () => {
        throw new Error('refused');
      },
    });
    toggleMine(5, 'pigeons', 9);
    expect(mineOf(5).pigeons).toEqual([9]);
  });
});
