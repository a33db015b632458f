/** Types prevent leaks of hidden facts: no public reply accepts a bird as a query returns it. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { ResultRow } from '#domain/arrivals/contract.ts';
import type { readPigeon, readTeam } from '#domain/arrivals/records.ts';
import type { readBasketing, searchBasketing } from '#domain/basketing/contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type { listFavorites } from '#domain/favorites/contract.ts';
import { type Bird, bird, type listPigeons } from '#domain/pigeons/contract.ts';
import type { readSale } from '#domain/sales/contract.ts';
import type { View } from '#server/seasons/visibility.ts';
import type { adminBirds } from './admin-birds.ts';
import type { birdsById, pigeonsOf } from './pigeons.ts';
import { shownBird } from './visible-birds.ts';

type Queried = Awaited<ReturnType<typeof pigeonsOf>>[number];
type Named = Awaited<ReturnType<typeof birdsById>> extends Map<number, infer Row> ? Row : never;
type OfAdmin = Awaited<ReturnType<typeof adminBirds>>[number];

/** Never run: the expected compiler errors are beside the lines. */
function forgotten(queried: Queried, named: Named, ofAdmin: OfAdmin, view: View, rest: Omit<ResultRow, keyof Bird>) {
  const shown: Bird = shownBird(view, 'fanciers', queried);
  const birds: Bird[] = [
    shown,
    shownBird(view, 'results', named),
    // @ts-expect-error: as a query returns it
    queried,
    // @ts-expect-error: with other fields
    { ...queried, ring: '' },
    // @ts-expect-error: with what its season hides
    named,
    // @ts-expect-error: as an admin sees it
    ofAdmin,
  ];
  // @ts-expect-error: the list of pigeons
  const pigeons: ReplyOf<typeof listPigeons>['pigeons'] = [queried];
  // @ts-expect-error: the page of a bird
  const pigeon: ReplyOf<typeof readPigeon>['pigeon'] = queried;
  // @ts-expect-error: the page of a team
  const team: ReplyOf<typeof readTeam>['pigeons'] = [queried];
  // @ts-expect-error: a row of a result
  const line: ResultRow = { ...queried, ...rest };
  const shownLine: ResultRow = { ...shown, ...rest };
  // @ts-expect-error: a basketing list
  const basketed: ReplyOf<typeof readBasketing>['pigeons'] = [queried];
  // @ts-expect-error: a page of it
  const searched: ReplyOf<typeof searchBasketing>['pigeons'] = [{ ...queried, number: 1, home: true }];
  // @ts-expect-error: a favorite
  const starred: ReplyOf<typeof listFavorites>['pigeons'][number]['pigeon'] = named;
  // @ts-expect-error: a bird for sale
  const sold: ReplyOf<typeof readSale>['birds'][number]['bird'] = queried;
  return [birds, pigeons, pigeon, team, line, shownLine, basketed, searched, starred, sold];
}

it('is marked in the types alone, and the compiler checks every reply above', () => {
  expect([forgotten.name, ...Object.keys(bird.shape)]).not.toContain('raw');
});

it('takes the facts of a bird from the shared list of columns, whose rows are raw', () => {
  const server = new URL('../', import.meta.url);
  const byHand = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      path.endsWith('.ts') &&
      !/\.test\.ts$|testing/.test(path) &&
      /\bp\.color\b|'color'/.test(readFileSync(new URL(path, server), 'utf8')),
  );
  // A desk is for those who manage the season, to whom nothing is hidden, and holds no more than its rules need on the
  // device. The calls of part 7 have other names for some of them.
  expect(byHand.toSorted()).toEqual(['basketing/desk-birds.ts', 'entries/user-season.ts']);
});
