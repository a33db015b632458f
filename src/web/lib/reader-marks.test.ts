import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Person } from '#domain/accounts/contract.ts';
import type { FavoriteChange } from '#domain/favorites/contract.ts';
import { announceMarks, isMine, marksAsOfNow, mineOf, nobody, toggleMine } from './reader-marks.ts';

/** The local storage of a browser. */
function storeOf(stored: Map<string, string>) {
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
    key: (at: number) => [...stored.keys()][at] ?? null,
    get length() {
      return stored.size;
    },
  };
}

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', storeOf(stored));
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
    toggleMine(1, 'pigeons', 865);
    expect(stored.size).toBe(0);
  });

  test('a loft and a flight can be marked as well', () => {
    toggleMine(1, 'lofts', 1);
    toggleMine(1, 'flights', 3);
    expect(mineOf(1)).toEqual({ ...nobody, lofts: [1], flights: [3] });
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

  test('changes by another tab are seen', () => {
    expect(mineOf(3)).toEqual(nobody);
    stored.set('mine.3', '{"pigeons":[5],"teams":[]}');
    expect(mineOf(3).pigeons).toEqual([5]);
  });

  test.each(['not json', 'null', '[]', '{"pigeons":"1"}', '{"pigeons":[-1,0,1.5,"2",null]}'])(
    'invalid text counts as no marks: %s',
    (text) => {
      stored.set('mine.4', text);
      expect(mineOf(4)).toEqual(nobody);
    },
  );

  test('a browser without storage keeps marks while the page is open', () => {
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

describe('my pigeons with an account', () => {
  /** The marks of the account; `mode` is how the server replies. */
  let account: Set<string>;
  let mode: 'takes' | 'away' | 'full' | 'signed out';
  let asked: { of: number; changes: FavoriteChange[] }[];
  const taken = vi.fn();
  const person = (id: number) => ({ id }) as Person;
  const nameOf = ({ kind, loft_id, id }: Omit<FavoriteChange, 'starred'>) => `${kind} ${loft_id} ${id}`;
  const signIn = (id: number, pigeons: number[] = []) =>
    announceMarks(
      { me: person(id), marks: { loft: '/lofts/1', mine: { lofts: [], teams: [], flights: [], pigeons } } },
      taken,
    );
  const waiting = () => [...stored.keys()].filter((name) => name.startsWith('mine.waiting.'));

  beforeEach(() => {
    account = new Set();
    mode = 'takes';
    asked = [];
    taken.mockReset();
    vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
      if (mode === 'away') throw new TypeError('no network');
      if (mode === 'full') return Response.json({ error: 'favorites_full', message: 'full' }, { status: 409 });
      if (mode === 'signed out') return Response.json({ error: 'sign_in_first' }, { status: 401 });
      const request = JSON.parse(body) as (typeof asked)[number];
      asked.push(request);
      for (const change of request.changes) {
        if (change.starred) account.add(nameOf(change));
        else account.delete(nameOf(change));
      }
      return Response.json({});
    });
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    announceMarks({ me: null, marks: null }, taken);
    vi.restoreAllMocks();
  });

  test('its marks are shown, and a change is sent to it under its id', async () => {
    signIn(7, [5]);
    expect(mineOf(1).pigeons).toEqual([5]);
    toggleMine(1, 'pigeons', 9);
    expect(mineOf(1).pigeons).toEqual([5, 9]);
    await vi.waitFor(() => expect(account).toEqual(new Set(['pigeons 1 9'])), 30_000);
    await vi.waitFor(() => expect(waiting()).toEqual([]), 30_000);
    expect(mineOf(1).pigeons).toEqual([5, 9]);
    expect(asked).toEqual([{ of: 7, changes: [{ kind: 'pigeons', loft_id: 1, id: 9, starred: true }] }]);
  });

  test('earlier marks of the browser are moved to it once, completely, and removed from the browser', async () => {
    for (let id = 1; id <= 400; id++) toggleMine(1, 'pigeons', id);
    for (let id = 1; id <= 300; id++) toggleMine(1, 'teams', id);
    toggleMine(2, 'pigeons', 9);
    signIn(7);
    await vi.waitFor(() => expect(taken).toHaveBeenCalledWith(701), 30_000);
    expect(account.size).toBe(701);
    expect(stored.size).toBe(0);
    expect(mineOf(1).pigeons).toHaveLength(400);
    signIn(7, [...mineOf(1).pigeons]);
    await vi.waitFor(() => expect(mineOf(1).teams).toHaveLength(0), 30_000); // as the account has them now
    expect(taken).toHaveBeenCalledTimes(1);
  });

  test('nothing is lost without a network: a change is shown, stored, and sent later', async () => {
    toggleMine(1, 'pigeons', 1);
    mode = 'away';
    signIn(7, [5]);
    toggleMine(1, 'pigeons', 2);
    toggleMine(1, 'pigeons', 5);
    await vi.waitFor(() => expect(waiting()).toEqual(['mine.waiting.7']), 30_000);
    expect(mineOf(1).pigeons).toEqual([1, 2]);
    mode = 'takes';
    signIn(7, [5]);
    await vi.waitFor(() => expect(stored.size).toBe(0), 30_000);
    expect(account).toEqual(new Set(['pigeons 1 1', 'pigeons 1 2']));
    expect(mineOf(1).pigeons).toEqual([1, 2]);
  });

  test('a change waits for its own account: no other person sees or sends it', async () => {
    mode = 'signed out';
    signIn(7);
    toggleMine(1, 'pigeons', 2);
    await vi.waitFor(() => expect(waiting()).toEqual(['mine.waiting.7']), 30_000);
    mode = 'takes';
    signIn(8);
    expect(mineOf(1)).toEqual(nobody);
    announceMarks({ me: null, marks: null }, taken);
    expect(mineOf(1)).toEqual(nobody);
    signIn(7);
    await vi.waitFor(() => expect(account).toEqual(new Set(['pigeons 1 2'])), 30_000);
    expect(asked.map(({ of }) => of)).toEqual([7]);
  });

  test('a change that the account refuses is dropped, but marks of the browser stay there', async () => {
    toggleMine(1, 'pigeons', 1);
    mode = 'full';
    signIn(7);
    toggleMine(1, 'pigeons', 2);
    await vi.waitFor(() => expect(waiting()).toEqual([]), 30_000);
    expect(mineOf(1).pigeons).toEqual([1]);
    expect(stored.get('mine.1')).toContain('"pigeons":[1]');
    expect(taken).not.toHaveBeenCalled();
  });

  test('a page that was loaded before a change was saved does not undo it', async () => {
    signIn(7);
    const page = marksAsOfNow(async () => {
      toggleMine(1, 'pigeons', 2);
      await vi.waitFor(() => expect(account.size).toBe(1), 30_000);
      await vi.waitFor(() => expect(waiting()).toEqual([]), 30_000);
      return { me: person(7), marks: { loft: '/lofts/1', mine: { lofts: [], teams: [], flights: [], pigeons: [] } } };
    });
    announceMarks(await page, taken);
    expect(mineOf(1).pigeons).toEqual([2]);
  });

  test('the person stays while the identity cannot be read', () => {
    signIn(7, [5]);
    announceMarks({ me: undefined, marks: null }, taken);
    expect(mineOf(1).pigeons).toEqual([5]);
  });
});
