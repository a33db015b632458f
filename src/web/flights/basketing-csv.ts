/** The basketing list of a flight to take along. */
import { birdCells, birdColumns } from '#web/lib/bird-columns.server.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { taken } from '#web/lib/take.server.ts';
import type { Route } from './+types/basketing-csv.ts';
import { fileName } from './file-name.ts';
import { loadBasketing } from './list-loader.server.ts';
import { stillOut } from './still-out.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { flight, loft, pigeons } = await loadBasketing(args);
  const { t } = speaker(args.context.get(pageContext).locale);
  const head = [t('basketing.number'), ...birdColumns(t), t('basketing.state')];
  const lines = pigeons.map((bird) => [
    bird.number,
    ...birdCells(bird, t),
    bird.home === null ? null : t(bird.home ? 'basketing.home' : stillOut(flight)),
  ]);
  return taken(args, { name: fileName(flight, loft, t('flight.basketing')), rows: [head, ...lines] });
}
