/** The labels of a flight's crates as a PDF: each crate with its birds and a code that opens the desk there. */
import { renderSVG } from 'uqr';
import type { CrateLabelsPaper } from '#domain/basketing/crate-labels.ts';
import { fileHeaders } from '#domain/csv.ts';
import { localeFacts } from '#domain/locales.ts';
import { makeAs } from '#domain/table.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { idFrom } from '#web/lib/loader.ts';
import type { Route } from './+types/labels.ts';
import { loadInventory } from './inventory-loader.server.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { locale, public_url } = args.context.get(pageContext);
  const { t } = speaker(locale);
  // A label says what is in a crate now, whatever a clock knows.
  const asked = new URL(args.request.url);
  asked.searchParams.set('anyway', '1');
  const { loft, flight, birds } = await loadInventory({ ...args, request: new Request(asked) });
  const { lang, dir } = localeFacts[locale];
  const desk = `${public_url}${seasonAdminPath(idFrom(args.params.season_id))}/flights/${flight.id}/basketing`;
  const crates = Map.groupBy(
    birds.filter(({ crate }) => crate !== null),
    ({ crate }) => crate!,
  );
  const title = `${flight.name}: ${t('inventory.labels')}`;
  const paper: CrateLabelsPaper = {
    title,
    labels: [...crates].map(([crate, inside]) => {
      const address = `${desk}?crate=${crate}`;
      const letter = inside[0]!.desk;
      return {
        crate: String(crate),
        desk: letter && t('basketing_desk.desk', { desk: letter }),
        loft: loft.name,
        flight: flight.name,
        facts: [
          [t('race.basketed'), formatNumber(locale, inside.length)],
          [t('race.release_point'), flight.release_point ?? '–'],
        ],
        birds: inside.map((bird) => [String(bird.crate_number), bird.ring]),
        code: renderSVG(address, { border: 0 }),
        address,
      };
    }),
    lang,
    dir,
  };
  return Response.json(paper, { headers: { ...fileHeaders(title, 'pdf'), [makeAs]: 'crate-labels' } });
}
