/** The loft, and where given the season, that news are edited for. */
import { readLoftAdmin, readSeasonAdmin } from '#domain/seasons/contract.ts';
import type { Call } from '#web/lib/context.ts';
import { idFrom } from '#web/lib/loader.ts';

/** @throws Refusal `not_found`. */
export async function placeOf(
  call: Call,
  params: { loft_id?: string | undefined; season_id?: string | undefined },
): Promise<{ loft_id: number; season_id: number | null }> {
  if (params.season_id === undefined) {
    // A loft's admin pages are closed to people with only season rights, even where they may edit news.
    const { loft } = await call(readLoftAdmin, { params: { loft_id: idFrom(params.loft_id) } });
    return { loft_id: loft.id, season_id: null };
  }
  const season_id = idFrom(params.season_id);
  const { loft } = await call(readSeasonAdmin, { params: { season_id } });
  return { loft_id: loft.id, season_id };
}
