/** The addresses of a loft's news: to read and to edit. */
import { loftPath } from '#web/lib/paths.ts';

export const allNewsPath = (loft_id: number) => `${loftPath(loft_id)}/news`;

/** The admin address of news: of a season, or of the whole loft. */
export const newsAdminPath = ({ loft_id, season_id }: { loft_id: number; season_id: number | null }) =>
  season_id === null ? `/admin/lofts/${loft_id}/news` : `/admin/seasons/${season_id}/news`;
