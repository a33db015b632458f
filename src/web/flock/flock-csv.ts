/** The reader's flock as a file, filtered like the page. */
import { dayCell } from '#domain/csv.ts';
import { type OwnBird, readFlock } from '#domain/flock/contract.ts';
import { whereabouts } from '#domain/pigeons/status.ts';
import { factColumns } from '#web/lib/bird-columns.server.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { isoDay } from '#web/lib/intl.ts';
import { answers, searchTextFrom } from '#web/lib/loader.ts';
import { type Column, fileResponse, rowsOf } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/flock-csv.ts';

type Row = OwnBird & { loft: string; season: string; time_zone: string };

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = { q: searchTextFrom(new URL(request.url).searchParams) };
  const { seasons } = await answers(() => context.get(callContext)(readFlock, { query }));
  const birds: Row[] = seasons.flatMap(({ loft, season, birds: own }) =>
    own.map((bird) => ({ ...bird, loft: loft.name, season: season.name, time_zone: loft.time_zone })),
  );
  const columns: Column<Row>[] = [
    [t('loft.loft'), ({ loft }) => loft],
    [t('facts.season'), ({ season }) => season],
    ...factColumns(t),
    [t('board.team'), ({ team }) => team],
    [t('admin.state'), ({ health }) => t(`pigeon_status.${health}`)],
    [t('entries.location'), (bird) => t(`pigeon_status.${whereabouts(bird)}`)],
    [t('favorites.last'), ({ last }) => last?.flight.name ?? null],
    [
      t('sheet.date'),
      ({ last, time_zone }) =>
        last?.flight.release_time ? dayCell(isoDay(Date.parse(last.flight.release_time), time_zone)) : null,
    ],
    [t('bird.place'), ({ last }) => last?.rank ?? null],
  ];
  return fileResponse(args, { name: t('flock.title'), rows: rowsOf(columns, birds) });
}
