/** Loads the inventory of a flight for its files. */

import { redirect } from 'react-router';
import { readInventory } from '#domain/basketing/inventory-contract.ts';
import { isRefusal } from '#domain/refusal.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { callContext } from '#web/lib/context.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import type { Route } from './+types/inventory-csv.ts';

/** The refusals that the flight's page shows. */
const refusedFiles = ['no_inventory_flight', 'clock_data_out_of_date'] as const;

/** What a file of an inventory is for. */
export const inventoryFiles = ['inventory', 'fci', 'chips'] as const;

/**
 * The inventory of a flight. Where there is none, or a clock has an older list, the person is back on the flight's page,
 * which says why: a file that is refused leaves no page of its own.
 */
export function loadInventory({ context, params, request }: Pick<Route.LoaderArgs, 'context' | 'params' | 'request'>) {
  const key = { season_id: idFrom(params.season_id), flight_id: idFrom(params.flight_id) };
  const { pathname, searchParams } = new URL(request.url);
  const query = searchParams.has('anyway') ? { anyway: '1' as const } : {};
  return answers(() =>
    context
      .get(callContext)(readInventory, { params: key, query })
      .catch((error: unknown): never => {
        if (!isRefusal(error) || !refusedFiles.some((code) => code === error.code)) throw error;
        const back = new URLSearchParams({ ...Object.fromEntries(searchParams), refused: error.code, file: pathname });
        if (error.params.clocks !== undefined) back.set('clocks', String(error.params.clocks));
        throw redirect(`${seasonAdminPath(key.season_id)}/flights/${key.flight_id}?${back}#inventory`);
      }),
  );
}
