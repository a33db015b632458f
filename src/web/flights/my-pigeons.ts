/** The birds of a race that a reader has marked: those still in the air, and those at home by rank. */

import type { Bird, LineBird } from '#domain/pigeons/contract.ts';
import { isMine, type MyBirds, toggleMine } from '#web/lib/reader-marks.ts';
import type { BoardLine } from './board-line.ts';
import type { LiveView } from './live-board.ts';

export interface MyPigeons {
  home: BoardLine[];
  air: Bird[];
}

/** The marked birds of a race. */
export function markedBirds(mine: MyBirds, birds: ReadonlyMap<number, Bird>): Bird[] {
  if (mine.pigeons.length + mine.teams.length === 0) return [];
  const teams = new Set(mine.teams);
  const pigeons = new Set(mine.pigeons);
  return [...birds.values()].filter(
    ({ pigeon_id, team_id }) => pigeons.has(pigeon_id) || (team_id !== null && teams.has(team_id)),
  );
}

/** Which of them are home, by rank, and which are in the air. */
export function homeAndAir(
  marked: readonly Bird[],
  { ranked, indexOf }: Pick<LiveView, 'ranked' | 'indexOf'>,
): MyPigeons {
  const home: BoardLine[] = [];
  const air: Bird[] = [];
  for (const bird of marked) {
    const line = ranked[indexOf(bird.pigeon_id)];
    if (line) home.push({ ...line, bird });
    else air.push(bird);
  }
  // The live ranking has all ranks and times.
  return { home: home.sort((a, b) => a.rank! - b.rank! || a.time_ms! - b.time_ms!), air };
}

/** Marks a bird, or removes every mark by which it is mine. */
export function toggleBird(loft_id: number, mine: MyBirds, bird: LineBird): void {
  const marked = isMine(mine, bird);
  if (bird.team_id !== null && mine.teams.includes(bird.team_id)) toggleMine(loft_id, 'teams', bird.team_id);
  if (marked === mine.pigeons.includes(bird.pigeon_id)) toggleMine(loft_id, 'pigeons', bird.pigeon_id);
}

/** The team of the last marked bird, where others of it are not mine: `count` birds of the race in all. */
export function teamToOffer(
  mine: MyBirds,
  birds: ReadonlyMap<number, Bird>,
): { team_id: number; team: string; count: number } | null {
  const last = mine.pigeons.findLast((id) => birds.get(id)?.team_id != null);
  const bird = last === undefined ? undefined : birds.get(last);
  if (!bird || bird.team_id === null || mine.teams.includes(bird.team_id)) return null;
  const { team_id } = bird;
  const all = [...birds.values()].filter((one) => one.team_id === team_id);
  const count = all.length;
  return all.some((one) => !mine.pigeons.includes(one.pigeon_id))
    ? { team_id, team: bird.team ?? bird.fancier ?? '', count }
    : null;
}
