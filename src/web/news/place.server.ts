/** Where somebody writes news: at the desk of a season, or at that of a loft. */
import { readLoftAdmin, readSeasonAdmin } from '#domain/seasons/contract.ts';
import type { Call } from '#web/lib/context.ts';
import { idFrom } from '#web/lib/loader.ts';

/** @throws Refusal `not_found`. */
export async function placeOf(
  call: Call,
  params: { loft_id?: string | undefined; season_id?: string | undefined },
): Promise<{ loft_id: number; season_id: number | null }> {
  if (params.season_id === undefined) {
    // The desk of a loft is not for those who only set up its seasons, whatever they may do with the news there.
    const { loft } = await call(readLoftAdmin, { params: { loft_id: idFrom(params.loft_id) } });
    return { loft_id: loft.id, season_id: null };
  }
  const season_id = idFrom(params.season_id);
  const { loft } = await call(readSeasonAdmin, { params: { season_id } });
  return { loft_id: loft.id, season_id };
}
