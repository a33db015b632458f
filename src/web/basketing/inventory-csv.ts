/** The inventory of a flight as a file: whole, in the order of the FCI, or the chips for clocks that need a list. */
import { redirect } from 'react-router';
import type { InventoryBird } from '#domain/basketing/inventory-contract.ts';
import { isRefusal } from '#domain/refusal.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { clockTime, isoDay } from '#web/lib/intl.ts';
import { idFrom, oneOf } from '#web/lib/loader.ts';
import { type Column, fileResponse, rowsOf } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/inventory-csv.ts';
import { inventoryFiles, loadInventory } from './inventory-loader.server.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { t } = speaker(args.context.get(pageContext).locale);
  const { pathname, searchParams } = new URL(args.request.url);
  const as = oneOf(inventoryFiles, searchParams.get('as'));
  const found = await loadInventory(args);
  if (isRefusal(found)) {
    const own = `${seasonAdminPath(idFrom(args.params.season_id))}/flights/${idFrom(args.params.flight_id)}`;
    const back = new URLSearchParams({ outdated: String(found.params.clock), file: pathname, as });
    throw redirect(`${own}?${back}`);
  }
  const { loft, flight, birds } = found;
  const name = [loft.name, flight.name, t('inventory.title'), as === 'inventory' ? '' : as].filter(Boolean).join(' ');
  const basketed = birds.filter(({ list }) => list === 'basketed');
  const ring: Column<InventoryBird> = [t('sheet.ring'), (bird) => bird.ring];
  const chip: Column<InventoryBird> = [t('entries.chip'), (bird) => bird.chip];
  const crate: Column<InventoryBird>[] = [
    [t('basketing_desk.crate'), (bird) => bird.crate],
    [t('inventory.number'), (bird) => bird.crate_number],
  ];
  const sex: Column<InventoryBird> = [t('sheet.sex'), (bird) => (bird.sex === 'unknown' ? null : t(`sex.${bird.sex}`))];
  const color: Column<InventoryBird> = [t('sheet.color'), (bird) => bird.color];
  const owner: Column<InventoryBird>[] = [
    [t('sheet.fancier'), (bird) => bird.fancier],
    [t('bird.team'), (bird) => bird.team],
    [t('loft.country'), (bird) => bird.country],
  ];
  const at = (time: string | null, read: (at_ms: number) => string) => (time === null ? null : read(Date.parse(time)));
  if (as === 'chips')
    return fileResponse(args, {
      name,
      rows: rowsOf(
        [chip, ring],
        basketed.filter((bird) => bird.chip),
      ),
    });
  if (as === 'fci') {
    const places = new Map(basketed.map((bird, i) => [bird, i + 1]));
    const columns: Column<InventoryBird>[] = [
      [t('basketing.number'), (bird) => places.get(bird)!],
      ring,
      ...owner,
      sex,
      color,
      chip,
    ];
    return fileResponse(args, { name, rows: rowsOf(columns, basketed) });
  }
  const columns: Column<InventoryBird>[] = [
    [t('inventory.list'), (bird) => t(`basketing_desk.list_${bird.list}`)],
    ...crate,
    ring,
    chip,
    [t('sheet.name'), (bird) => bird.name],
    color,
    sex,
    ...owner,
    [t('entries.reason'), (bird) => bird.reason],
    [t('inventory.day'), (bird) => at(bird.basketed_at, (ms) => isoDay(ms, loft.time_zone))],
    [t('inventory.time'), (bird) => at(bird.basketed_at, (ms) => clockTime(ms, loft.time_zone).time)],
  ];
  return fileResponse(args, { name, rows: rowsOf(columns, birds), title: sealedTitle(name) });

  /** The title of a document says by which seal the list is. */
  function sealedTitle(plain: string): string {
    const { sealed_at, list_fingerprint } = flight;
    if (sealed_at === null || list_fingerprint === null) return plain;
    const ms = Date.parse(sealed_at);
    const seal = `${t('status.sealed')} ${isoDay(ms, loft.time_zone)} ${clockTime(ms, loft.time_zone).time}`;
    return `${plain}. ${seal}. ${t('flights.fingerprint')}: ${list_fingerprint}`;
  }
}
