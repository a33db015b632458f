/**
 * The states of a bird: its health and part in the race, its progress to the final, and its location (4.3–4.6). Each is
 * a machine of its own; an event has the name of the state it leads to, because the loft enters states, not events.
 */
import type { Machine } from '#domain/machine.ts';
import { Refusal } from '#domain/refusal.ts';

export const healthStatuses = [
  'unassigned',
  'assigned',
  'active',
  'reserve',
  'activated_reserve',
  'injured',
  'lost',
  'died',
  'for_sale',
  'quarantine',
  'held_back',
  'breeding',
  'disqualified',
] as const;
export type Health = (typeof healthStatuses)[number];

export const progressStatuses = [
  'not_activated',
  'reserve_activation_pending',
  'final_flight_activation_pending',
  'final_flight_activated',
] as const;
export type Progress = (typeof progressStatuses)[number];

export const locationStatuses = ['at_home', 'in_transit', 'at_loft'] as const;
export type Location = (typeof locationStatuses)[number];

export type PigeonStatus = Health | Progress | Location;

/** Whether a bird is lost or dead: wherever it was last, it is there no longer. */
export const isGone = (health: Health): boolean => health === 'lost' || health === 'died';

/** What is said of where a bird is: of one that is lost or dead that it is. */
export const whereabouts = ({ health, location }: { health: Health; location: Location }): Health | Location =>
  isGone(health) ? health : location;

/** Events that lead to each of these states. */
const to = <S extends string>(...states: S[]) =>
  Object.fromEntries(states.map((state) => [state, state])) as { [State in S]?: State };

const notRacing = ['quarantine', 'held_back', 'breeding', 'disqualified'] as const;
const mishaps = ['injured', 'lost', 'died'] as const;
const parts = ['active', 'reserve', 'activated_reserve'] as const;

/**
 * Health and part in the race (4.3). A bird of an order is assigned until it is at the loft; without an order it is
 * unassigned. A lost bird can come back; a death entered by mistake is corrected by holding the bird back first.
 */
export const healthMachine: Machine<Health, Health> = {
  name: 'pigeon_health',
  first: 'unassigned',
  steps: {
    unassigned: to('assigned', 'active', 'reserve', 'for_sale', ...mishaps, ...notRacing),
    assigned: to('unassigned', 'active', 'reserve', ...mishaps, ...notRacing),
    active: to('unassigned', 'reserve', 'for_sale', ...mishaps, ...notRacing),
    reserve: to('unassigned', 'active', 'activated_reserve', 'for_sale', ...mishaps, ...notRacing),
    activated_reserve: to('reserve', 'for_sale', ...mishaps, ...notRacing),
    injured: to(...parts, 'lost', 'died', 'for_sale', ...notRacing),
    lost: to(...parts, 'injured', 'died', 'quarantine', 'held_back'),
    died: to('held_back'),
    for_sale: to('unassigned', ...parts, ...mishaps, ...notRacing),
    quarantine: to(...parts, ...mishaps, 'for_sale', 'held_back', 'breeding', 'disqualified'),
    held_back: to(...parts, ...mishaps, 'for_sale', 'quarantine', 'breeding', 'disqualified'),
    breeding: to(...mishaps, 'for_sale', 'held_back'),
    disqualified: to(...mishaps, 'for_sale', 'held_back', 'breeding'),
  },
};

/** The progress to the final (4.4); a failed activation goes back to the state where it began. */
export const progressMachine: Machine<Progress, Progress> = {
  name: 'pigeon_progress',
  first: 'not_activated',
  steps: {
    not_activated: to('reserve_activation_pending', 'final_flight_activation_pending'),
    reserve_activation_pending: to('not_activated'),
    final_flight_activation_pending: to('not_activated', 'final_flight_activated'),
    final_flight_activated: to('final_flight_activation_pending'),
  },
};

/** The location (4.5). */
export const locationMachine: Machine<Location, Location> = {
  name: 'pigeon_location',
  first: 'at_home',
  steps: {
    at_home: to('in_transit', 'at_loft'),
    in_transit: to('at_home', 'at_loft'),
    at_loft: to('at_home', 'in_transit'),
  },
};

export const pigeonMachines = {
  pigeon_health: healthMachine,
  pigeon_progress: progressMachine,
  pigeon_location: locationMachine,
} as const;
export type PigeonMachine = keyof typeof pigeonMachines;

export interface StatusType {
  id: number;
  machine: PigeonMachine;
  code: PigeonStatus;
  /** It keeps a healthy bird out of the race. */
  is_not_racing: boolean;
}

const typesOf = (machine: PigeonMachine, codes: readonly PigeonStatus[], first: number): StatusType[] =>
  codes.map((code, i) => {
    const is_not_racing = (notRacing as readonly PigeonStatus[]).includes(code);
    return { id: first + i, machine, code, is_not_racing };
  });

/** Every state with its number in the calls of part 7 (3.7); the database has the same. */
export const statusTypes: readonly StatusType[] = [
  ...typesOf('pigeon_health', healthStatuses, 1),
  ...typesOf('pigeon_progress', progressStatuses, 21),
  ...typesOf('pigeon_location', locationStatuses, 31),
];

/** The state with this number. @throws Refusal `not_found`. */
export function statusTypeOf(id: number): StatusType {
  const found = statusTypes.find((type) => type.id === id);
  if (!found) throw new Refusal('not_found');
  return found;
}

/** The number of a state. */
export const idOfStatus = (code: PigeonStatus): number => statusTypes.find((type) => type.code === code)!.id;

/** Why a bird cannot go from one state to another, or null: it is there already (4.6, 8.19), or no step leads there. */
export function whyNotBecome(machine: PigeonMachine, from: PigeonStatus, status: PigeonStatus): Refusal | null {
  if (from === status) return new Refusal('same_status');
  const next = followersOf(machine, from);
  return next.includes(status)
    ? null
    : new Refusal('pigeon_step_not_possible', { from, to: status, next: next.join(' ') });
}

/** The states that can follow one of a machine. */
export function followersOf(machine: PigeonMachine, from: PigeonStatus): readonly PigeonStatus[] {
  const steps: Readonly<Record<string, Readonly<Record<string, string>>>> = pigeonMachines[machine].steps;
  return Object.keys(steps[from] ?? {}) as PigeonStatus[];
}

/** The values of a sentence with the names of the states in `next`, as {@link whyNotBecome} lists them. */
export function withStatesNamed<P extends Readonly<Record<string, string | number>>>(
  params: P | undefined,
  nameOf: (status: PigeonStatus) => string,
): P | undefined {
  if (typeof params?.next !== 'string') return params;
  const names = params.next.split(' ').map((status) => nameOf(status as PigeonStatus));
  return { ...params, next: names.join(', ') };
}

/** Whether a bird goes to flights: as an active one or a reserve at the loft; no other state races. */
export const races = (health: Health): boolean => (parts as readonly Health[]).includes(health);

/** Whether an active bird is out, so that a reserve can take its place. */
export function isOut(health: Health): boolean {
  return ['lost', 'died', 'injured'].includes(health) || statusTypes.find(({ code }) => code === health)!.is_not_racing;
}

/** The part in the race of an arriving bird: for a bird of an order by its place there, without an order active. */
export function partOnArrival(entry: { place: number; pigeons_active: number } | null): 'active' | 'reserve' {
  return entry && entry.place > entry.pigeons_active ? 'reserve' : 'active';
}
