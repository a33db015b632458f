/**
 * A state machine as a table: event → next status, as data. The database has the same edges (`status_edges`), so an
 * illegal step is impossible there, not only refused here.
 */
import { Refusal } from '#domain/refusal.ts';

/** For each status the events that may happen in it, with the next status. */
export interface Machine<Status extends string, Event extends string> {
  readonly name: string;
  readonly first: Status;
  readonly steps: { readonly [From in Status]: { readonly [E in Event]?: Status } };
}

/**
 * The status after `event` in `from`.
 * @throws Refusal `step_not_possible` when the table has no such edge
 */
export function step<Status extends string, Event extends string>(
  machine: Machine<Status, Event>,
  from: Status,
  event: Event,
): Status {
  const next = machine.steps[from][event];
  if (next === undefined) throw new Refusal('step_not_possible', { machine: machine.name, from, event });
  return next;
}

/** All edges as rows, in the form of the table `status_edges`; the first one leads from `new`. */
export function edges<Status extends string, Event extends string>(
  machine: Machine<Status, Event>,
): { machine: string; from_status: string; event: string; to_status: string }[] {
  const rows = [{ machine: machine.name, from_status: 'new', event: 'create', to_status: machine.first as string }];
  for (const [from, events] of Object.entries(machine.steps) as [Status, Partial<Record<Event, Status>>][]) {
    for (const [event, to] of Object.entries(events) as [Event, Status][]) {
      rows.push({ machine: machine.name, from_status: from, event, to_status: to });
    }
  }
  return rows;
}
