/** The flights of birds as rows of a spreadsheet. */

import { secondDecimals } from '#domain/arrivals/clock.ts';
import type { BirdResult, FlownFlight } from '#domain/arrivals/records.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { type Switch, shows, showsSpeed } from '#domain/seasons/visibility.ts';
import type { Cell } from '#domain/table.ts';
import { birdColumns } from '#web/lib/bird-columns.server.ts';
import type { Words } from '#web/lib/catalogue.ts';
import { clockTime, isoDay } from '#web/lib/intl.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { type Column, rowsOf } from '#web/lib/table-file.server.ts';
import { stateOf } from './state.ts';

export interface FlightRecords {
  loft: Loft;
  hidden: readonly Switch[];
  flights: readonly FlownFlight[];
  results: readonly BirdResult[];
  pigeons: readonly Bird[];
}

interface Flown {
  flight: FlownFlight;
  bird: Bird;
  line: BirdResult['line'];
}

/** One row for each bird and flight, the latest flight first; times in the loft's time zone. */
export function recordRows({ loft, hidden, flights, results, pigeons }: FlightRecords, t: Words): Cell[][] {
  const day = (time: string | null) => (time === null ? null : { day: isoDay(Date.parse(time), loft.time_zone) });
  const clock = ({ resolution_ms, precision_ms }: FlownFlight, at: string) => {
    const { time, ms } = clockTime(Date.parse(at), loft.time_zone);
    const decimals = secondDecimals(resolution_ms, precision_ms);
    return decimals > 0 ? `${time}.${ms.slice(0, decimals)}` : time;
  };
  const withTime = shows(hidden, 'results.time');
  const withSpeed = showsSpeed(hidden);
  const ofBird = (column: Column<Bird> | false): Column<Flown> | false =>
    column && [column[0], ({ bird }) => column[1](bird)];
  const columns: (Column<Flown> | false)[] = [
    [t('bird.flight'), ({ flight }) => flight.name],
    [t('sheet.kind'), ({ flight }) => t(`kind.${flight.kind}`)],
    [t('sheet.released'), ({ flight }) => day(flight.release_time)],
    [`${t('bird.distance')} (${t(`unit.${loft.unit}`)})`, ({ flight }) => flight.distance],
    ...birdColumns(t, 'fanciers', hidden).map(ofBird),
    [t('basketing.state'), ({ flight, line }) => t(`bird.${line ? 'home' : stateOf(flight)}`)],
    shows(hidden, 'results.rank') && [t('bird.place'), ({ line }) => line?.rank ?? null],
    [t('race.basketed'), ({ flight }) => flight.basketed_count],
    withTime && [t('sheet.date'), ({ line }) => day(line?.time ?? null)],
    withTime && [t('bird.time'), ({ flight, line }) => (line?.time ? clock(flight, line.time) : null)],
    withSpeed && [t('bird.speed'), ({ line }) => line?.speed ?? null],
    withSpeed && [t('sheet.speed_unit'), ({ flight }) => t(speedUnit(flight.speed_rule))],
  ];
  const birds = new Map(pigeons.map((bird) => [bird.pigeon_id, bird]));
  const flown = flights.flatMap((flight) =>
    results
      .filter(({ flight_id }) => flight_id === flight.id)
      .map(({ pigeon_id, line }): Flown => ({ flight, bird: birds.get(pigeon_id)!, line })),
  );
  return rowsOf(columns, flown);
}
