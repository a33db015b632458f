/** The inventory of a flight as a file: whole, in the order of the FCI, or the chips for clocks that need a list. */
import { inventoryLists } from '#domain/basketing/inventory.ts';
import type { InventoryBird } from '#domain/basketing/inventory-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { clockTime, formatMeasure, formatNumber, isoDay } from '#web/lib/intl.ts';
import { oneOf } from '#web/lib/loader.ts';
import { type Column, fileResponse, rowsOf } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/inventory-csv.ts';
import { inventoryFiles, loadInventory } from './inventory-loader.server.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { locale } = args.context.get(pageContext);
  const { t } = speaker(locale);
  const as = oneOf(inventoryFiles, new URL(args.request.url).searchParams.get('as'));
  const { loft, flight, birds } = await loadInventory(args);
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
  // A bird that no clock can read stands there too, at the end, with an empty chip.
  if (as === 'chips')
    return fileResponse(args, {
      name,
      rows: rowsOf(
        [chip, ring],
        basketed.toSorted((a, b) => Number(a.chip === null) - Number(b.chip === null)),
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
    [
      t('entries.reason'),
      ({ list, reason, health }) => reason ?? (list === 'held_back' ? t(`pigeon_status.${health}`) : null),
    ],
    [t('inventory.day'), (bird) => at(bird.basketed_at, (ms) => isoDay(ms, loft.time_zone))],
    [t('inventory.time'), (bird) => at(bird.basketed_at, (ms) => clockTime(ms, loft.time_zone).time)],
  ];
  return fileResponse(args, { name, rows: rowsOf(columns, birds), facts: factsOf() });

  /** What the flight is, how the four lists add up, and by which seal the list is. */
  function factsOf(): string[] {
    const { release_point, release_time, distance_m, sealed_at, list_fingerprint } = flight;
    const moment = (time: string) =>
      `${isoDay(Date.parse(time), loft.time_zone)} ${clockTime(Date.parse(time), loft.time_zone).time}`;
    const counts = inventoryLists.map((list) => {
      const n = birds.filter((bird) => bird.list === list).length;
      return `${t(`basketing_desk.list_${list}`)} ${formatNumber(locale, n)}`;
    });
    const length = distance_m === null ? null : formatMeasure(locale, distance_m, 'meter');
    return [
      // A line each: in a language from the right a number would lose its unit beside the next fact.
      release_point ?? '',
      length ?? '',
      release_time === null ? '' : moment(release_time),
      counts.join(' · '),
      sealed_at === null || list_fingerprint === null
        ? ''
        : `${t('status.sealed')} ${moment(sealed_at)}. ${t('flights.fingerprint')}: ${list_fingerprint}`,
    ].filter((line) => line !== '');
  }
}
