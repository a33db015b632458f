/** Loads the inventory of a flight for its files. */
import { readInventory } from '#domain/basketing/inventory-contract.ts';
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import { callContext } from '#web/lib/context.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import type { Route } from './+types/inventory-csv.ts';

/** What a file of an inventory is for. */
export const inventoryFiles = ['inventory', 'fci', 'chips'] as const;

/** The inventory, or the refusal because of a clock with an older list. */
export function loadInventory({ context, params, request }: Pick<Route.LoaderArgs, 'context' | 'params' | 'request'>) {
  const key = { season_id: idFrom(params.season_id), flight_id: idFrom(params.flight_id) };
  const query = new URL(request.url).searchParams.has('anyway') ? { anyway: '1' as const } : {};
  return answers(() =>
    context
      .get(callContext)(readInventory, { params: key, query })
      .catch((error: unknown): Refusal => {
        if (isRefusal(error) && error.code === 'clock_data_out_of_date') return error;
        throw error;
      }),
  );
}
