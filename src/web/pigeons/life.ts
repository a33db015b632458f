/** The life of a bird in one season, the latest first: its flights, its steps, and trainings in series. */
import type { Passport } from '#domain/pigeons/passport-contract.ts';
import type { FlightResults } from './record.ts';

export type LifeEntry =
  | { kind: 'flight'; results: FlightResults }
  /** Trainings that followed each other, with nothing between them. */
  | { kind: 'trainings'; trainings: FlightResults[] }
  | { kind: 'step'; step: Passport['steps'][number] };

/** From how many trainings on a series is one line. */
const fewestOfSeries = 3;

/** @param flown the latest first */
export function lifeOf(flown: readonly FlightResults[], steps: Passport['steps']): LifeEntry[] {
  const timeOf = (entry: LifeEntry) =>
    Date.parse(
      (entry.kind === 'flight' ? entry.results.flight.release_time : entry.kind === 'step' && entry.step.at) || '',
    );
  const all = [
    ...flown.map((results): LifeEntry => ({ kind: 'flight', results })),
    ...steps.map((step): LifeEntry => ({ kind: 'step', step })),
  ].sort((a, b) => timeOf(b) - timeOf(a));
  const life: LifeEntry[] = [];
  let series: FlightResults[] = [];
  const end = () => {
    if (series.length >= fewestOfSeries) life.push({ kind: 'trainings', trainings: series });
    else life.push(...series.map((results): LifeEntry => ({ kind: 'flight', results })));
    series = [];
  };
  for (const entry of all) {
    if (
      entry.kind === 'flight' &&
      entry.results.flight.kind === 'training' &&
      entry.results.flight.status !== 'released'
    )
      series.push(entry.results);
    else {
      end();
      life.push(entry);
    }
  }
  end();
  return life;
}
