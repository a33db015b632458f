/** The result of a flight as a download; times are loft time. */

import { secondDecimals } from '#domain/arrivals/clock.ts';
import type { ResultRow } from '#domain/arrivals/contract.ts';
import { shows, showsGap, showsSpeed } from '#domain/seasons/visibility.ts';
import { birdColumns } from '#web/lib/bird-columns.server.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { clockTime, isoDay } from '#web/lib/intl.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { type Column, fileResponse, rowsOf } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/result-csv.ts';
import { fileName } from './file-name.ts';
import { loadResult } from './list-loader.server.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { flight, loft, rows, released_later } = await loadResult(args);
  const { t } = speaker(args.context.get(pageContext).locale);
  const unit = t(speedUnit(flight.rules.speed));
  const decimals = secondDecimals(flight.resolution_ms, flight.rules.precision_ms);
  const withFraction = (at_ms: number) => {
    const { time, ms } = clockTime(at_ms, loft.time_zone);
    return decimals > 0 ? `${time}.${ms.slice(0, decimals)}` : time;
  };
  const at = ({ time }: ResultRow) => (time === null ? null : Date.parse(time));
  const clock = (row: ResultRow) => {
    const at_ms = at(row);
    return at_ms === null ? null : withFraction(at_ms);
  };
  const day = (row: ResultRow) => {
    const at_ms = at(row);
    return at_ms === null ? null : { day: isoDay(at_ms, loft.time_zone) };
  };
  const later = new Map(released_later);
  const released = ({ pigeon_id }: ResultRow) => withFraction(later.get(pigeon_id) ?? Date.parse(flight.release_time!));
  const seconds = (ms: number | null) => (ms === null ? null : ms / 1000);
  const { hidden } = flight;
  const timed = shows(hidden, 'results.time');
  const columns: (Column<ResultRow> | false)[] = [
    shows(hidden, 'results.rank') && [t('board.rank'), ({ rank }) => rank],
    ...birdColumns(t, 'results', hidden),
    timed && later.size > 0 && [t('place.released'), released],
    timed && [t('sheet.date'), day],
    timed && [t('board.time'), clock],
    timed && [t('sheet.net_s'), ({ net_ms }) => seconds(net_ms)],
    showsGap(hidden) && [t('sheet.gap_s'), ({ gap_ms }) => seconds(gap_ms)],
    showsSpeed(hidden) && [`${t('rules.speed')} (${unit})`, ({ speed }) => speed],
  ];
  return fileResponse(args, { name: fileName(flight, loft, t('flight.arrivals')), rows: rowsOf(columns, rows) });
}
