/** The basketing list of a flight as a download. */
import type { ListedBird } from '#domain/basketing/contract.ts';
import { showsHome } from '#domain/seasons/visibility.ts';
import { birdColumns } from '#web/lib/bird-columns.server.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { type Column, fileResponse, rowsOf } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/basketing-csv.ts';
import { fileName } from './file-name.ts';
import { loadBasketing } from './list-loader.server.ts';
import { stateWord } from './still-out.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { flight, loft, pigeons } = await loadBasketing(args);
  const { t } = speaker(args.context.get(pageContext).locale);
  const columns: (Column<ListedBird> | false)[] = [
    [t('basketing.number'), ({ number }) => number],
    ...birdColumns(t, 'baskets', flight.hidden),
    showsHome(flight.hidden) && [
      t('basketing.state'),
      (bird) => (bird.home === null ? null : t(stateWord(flight, bird))),
    ],
  ];
  return fileResponse(args, { name: fileName(flight, loft, t('flight.basketing')), rows: rowsOf(columns, pigeons) });
}
