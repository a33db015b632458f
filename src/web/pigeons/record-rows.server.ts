/** The flights of birds as the rows of a table for a spreadsheet. */
import type { BirdResult, FlownFlight } from '#domain/arrivals/records.ts';
import type { Cell } from '#domain/csv.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { birdCells, birdColumns } from '#web/lib/bird-columns.server.ts';
import { clockTime, isoDay } from '#web/lib/intl.ts';
import type { Words } from '#web/lib/words.ts';
import { stateOf } from './state.ts';

export interface Told {
  loft: Loft;
  flights: readonly FlownFlight[];
  results: readonly BirdResult[];
  pigeons: readonly Bird[];
}

/** One row for each bird and flight, the latest flight first; times are loft time. */
export function recordRows({ loft, flights, results, pigeons }: Told, t: Words): Cell[][] {
  const head = [
    t('bird.flight'),
    t('sheet.kind'),
    t('sheet.released'),
    `${t('bird.distance')} (${t(`unit.${loft.unit}`)})`,
    ...birdColumns(t),
    t('basketing.state'),
    t('bird.place'),
    t('sheet.of'),
    t('sheet.date'),
    t('bird.time'),
    t('bird.speed'),
    t('sheet.speed_unit'),
  ];
  const birds = new Map(pigeons.map((bird) => [bird.pigeon_id, bird]));
  const rows = flights.flatMap((flight) =>
    results
      .filter(({ flight_id }) => flight_id === flight.id)
      .map(({ pigeon_id, line }): Cell[] => {
        const at_ms = line?.time ? Date.parse(line.time) : null;
        const clock = at_ms === null ? null : clockTime(at_ms, loft.time_zone);
        return [
          flight.name,
          t(`kind.${flight.kind}`),
          flight.release_time === null ? null : { day: isoDay(Date.parse(flight.release_time), loft.time_zone) },
          flight.distance,
          ...birdCells(birds.get(pigeon_id)!, t),
          t(`bird.${line ? 'home' : stateOf(flight)}`),
          line?.rank ?? null,
          flight.home_count,
          at_ms === null ? null : { day: isoDay(at_ms, loft.time_zone) },
          clock && `${clock.time}.${clock.ms}`,
          line?.speed ?? null,
          t(flight.speed_rule.unit === 'm/min' ? 'unit.m_min' : 'unit.yd_min'),
        ];
      }),
  );
  return [head, ...rows];
}
