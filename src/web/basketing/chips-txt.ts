/** The chips on a flight's list for clocks that take them as plain text: one in each line, in the order of the crates. */
import { fileHeaders } from '#domain/csv.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import type { Route } from './+types/chips-txt.ts';
import { loadInventory } from './inventory-loader.server.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { t } = speaker(args.context.get(pageContext).locale);
  const { loft, flight, birds } = await loadInventory(args);
  const chips = birds.flatMap(({ list, chip }) => (list === 'basketed' && chip !== null ? [chip] : []));
  const name = `${loft.name} ${flight.name} ${t('entries.chips')}`;
  return new Response(chips.map((chip) => `${chip}\r\n`).join(''), { headers: fileHeaders(name, 'txt') });
}
