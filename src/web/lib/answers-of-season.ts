/** The calls of a page of work for a season, and what who lacks the right to it is answered. */
import { readSeasonAdmin } from '#domain/seasons/contract.ts';
import { readDueDates } from '#domain/seasons/due-dates-contract.ts';
import type { Call } from './context.ts';
import { answersOrNeeds, notFound } from './loader.ts';

/** {@link answersOrNeeds} for a season. Who runs it, and asks for something that it has not, is answered "not found". */
export function answersOfSeason<T>(call: Call, season_id: number, work: () => Promise<T>): Promise<T> {
  return answersOrNeeds('needs_seasons', work, async () => {
    // What everybody may read of a season that is no draft, by its number alone.
    await call(readDueDates, { headers: { seasonid: String(season_id) } });
    if (await runs(call, season_id)) notFound();
  });
}

const runs = (call: Call, season_id: number): Promise<boolean> =>
  call(readSeasonAdmin, { params: { season_id } }).then(
    () => true,
    () => false,
  );
