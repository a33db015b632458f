/** The result of a flight to take along; times are loft time. */
import type { Cell } from '#domain/csv.ts';
import { birdCells, birdColumns } from '#web/lib/bird-columns.server.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { clockTime, isoDay } from '#web/lib/intl.ts';
import { taken } from '#web/lib/take.server.ts';
import type { Route } from './+types/result-csv.ts';
import { fileName } from './file-name.ts';
import { loadResult } from './list-loader.server.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { flight, loft, rows } = await loadResult(args);
  const { t } = speaker(args.context.get(pageContext).locale);
  const unit = t(flight.rules.speed.unit === 'm/min' ? 'unit.m_min' : 'unit.yd_min');
  const head = [
    t('board.rank'),
    ...birdColumns(t),
    t('sheet.date'),
    t('board.time'),
    t('sheet.net_s'),
    t('sheet.gap_s'),
    `${t('rules.speed')} (${unit})`,
  ];
  const lines = rows.map((row): Cell[] => {
    const at_ms = row.time === null ? null : Date.parse(row.time);
    const clock = at_ms === null ? null : clockTime(at_ms, loft.time_zone);
    return [
      row.rank,
      ...birdCells(row, t),
      at_ms === null ? null : { day: isoDay(at_ms, loft.time_zone) },
      clock && `${clock.time}.${clock.ms}`,
      row.net_ms === null ? null : row.net_ms / 1000,
      row.gap_ms === null ? null : row.gap_ms / 1000,
      row.speed,
    ];
  });
  return taken(args, { name: fileName(flight, loft, t('flight.arrivals')), rows: [head, ...lines] });
}
