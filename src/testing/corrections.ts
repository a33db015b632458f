/** Corrections as tests make them: found and written at once, in any flight of a loft. */
import type { DeviceKey } from '#domain/keys.ts';
import {
  correct,
  disqualification,
  exchangeCorrection,
  foresee,
  manualCorrection,
  offsetCorrection,
  type Ruling,
  voidCorrection,
} from '#server/arrivals/rulings.ts';
import { type Group, groupCorrection } from '#server/basketing/release-groups.ts';
import type { Tx } from '#server/db/database.ts';
import { type Correction, releaseCorrection } from '#server/flights/corrections.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';

async function make(tx: Tx, loft_id: number, correction: Correction, ruling: Ruling): Promise<number> {
  return (await correct(tx, loft_id, await foresee(tx, loft_id, correction), ruling)).at(-1)!;
}

export const setOffset = async (
  tx: Tx,
  device: DeviceKey,
  offset: Parameters<typeof offsetCorrection>[2],
  ruling: Ruling,
) => make(tx, device.loft_id, await offsetCorrection(tx, device, offset), ruling);

export const voidEntry = async (tx: Tx, entry: { loft_id: number; number: number }, ruling: Ruling) =>
  make(tx, entry.loft_id, await voidCorrection(tx, entry), ruling);

export const enterManualArrival = async (
  tx: Tx,
  flight: LockedFlight,
  seen: Parameters<typeof manualCorrection>[1],
  ruling: Ruling,
) => make(tx, flight.loft_id, manualCorrection(flight, seen), ruling);

export const correctRelease = async (tx: Tx, flight: LockedFlight, release_time: string, ruling: Ruling) =>
  make(tx, flight.loft_id, await releaseCorrection(tx, flight, release_time, ruling), ruling);

export const sayGroup = async (tx: Tx, flight: LockedFlight, group: Group, ruling: Ruling) =>
  make(tx, flight.loft_id, await groupCorrection(tx, flight, group, { now_ms: ruling.now_ms, field: 'time' }), ruling);

export const exchange = async (
  tx: Tx,
  flight: LockedFlight,
  birds: Parameters<typeof exchangeCorrection>[2],
  ruling: Ruling,
) => make(tx, flight.loft_id, await exchangeCorrection(tx, flight, birds), ruling);

export const disqualify = async (tx: Tx, flight: LockedFlight, pigeon_id: number, ruling: Ruling) =>
  make(tx, flight.loft_id, await disqualification(tx, flight, pigeon_id), ruling);
