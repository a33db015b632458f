/** All flights of a bird as a table for a spreadsheet. */
import { readPigeon } from '#domain/arrivals/records.ts';
import { csvHeaders, csvOf } from '#domain/csv.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import type { Route } from './+types/pigeon-csv.ts';
import { recordRows } from './record-rows.server.ts';

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const { t } = speaker(context.get(pageContext).locale);
  const key = { loft_id: idFrom(params.loft_id), pigeon_id: idFrom(params.pigeon_id) };
  const told = await answers(() => context.get(callContext)(readPigeon, { params: key }));
  return new Response(csvOf(recordRows({ ...told, pigeons: [told.pigeon] }, t)), {
    headers: csvHeaders([told.loft.name, told.season.year, told.pigeon.ring].join(' ')),
  });
}
