/** Where news are read and written. */
import { loftPath } from '#web/lib/paths.ts';

export const allNewsPath = (loft_id: number) => `${loftPath(loft_id)}/news`;

/** The desk that news are written at: a season's, or that of the whole loft. */
export const newsAdminPath = ({ loft_id, season_id }: { loft_id: number; season_id: number | null }) =>
  season_id === null ? `/admin/lofts/${loft_id}/news` : `/admin/seasons/${season_id}/news`;
