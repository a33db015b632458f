/** What a version of a frozen ranking says, and what it changed of the one before it. */

/** A line of the text of a frozen ranking, as far as versions are compared. */
export interface FrozenLine {
  of: string | number;
  place: number;
  value: string;
  /** The flights that count, with what each was made from. */
  flights: { flight_id: number; value: string | null; birds: unknown }[];
}

/** The text of a frozen ranking, as far as versions are compared. */
export interface FrozenText {
  flights: { flight_id: number; name: string }[];
  lines: FrozenLine[];
}

/** A line that is not what it was; null: it is not in that version. */
export interface FrozenChange {
  of: string | number;
  before: FrozenLine | null;
  after: FrozenLine | null;
  /** The flights that are worth something else for it; none: other lines moved it. */
  flight_ids: number[];
}

/** A frozen ranking from its text. */
export const frozenText = (content: string): FrozenText => JSON.parse(content) as FrozenText;

/** The flights that are not the same part of two lines, in their order. */
function flightsApart(before: FrozenLine | null, after: FrozenLine | null): number[] {
  const parts = (line: FrozenLine | null) =>
    new Map((line?.flights ?? []).map((part) => [part.flight_id, JSON.stringify([part.value, part.birds])]));
  const [was, is] = [parts(before), parts(after)];
  return [...new Set([...was.keys(), ...is.keys()])].filter((id) => was.get(id) !== is.get(id));
}

/** The flights that a version counts and the one before it did not, and the other way round. */
export function flightsChanged(before: FrozenText, after: FrozenText): { added: number[]; gone: number[] } {
  const ids = ({ flights }: FrozenText) => flights.map(({ flight_id }) => flight_id);
  const [was, is] = [ids(before), ids(after)];
  return { added: is.filter((id) => !was.includes(id)), gone: was.filter((id) => !is.includes(id)) };
}

/**
 * The lines whose place or value a version changed, in the order of their places in it; those that it no longer has come
 * last, in their former order.
 */
export function frozenChanges(before: readonly FrozenLine[], after: readonly FrozenLine[]): FrozenChange[] {
  const was = new Map(before.map((line) => [line.of, line]));
  const is = new Set(after.map(({ of }) => of));
  const changed = after.flatMap((line): FrozenChange[] => {
    const old = was.get(line.of) ?? null;
    return old?.place === line.place && old.value === line.value
      ? []
      : [{ of: line.of, before: old, after: line, flight_ids: flightsApart(old, line) }];
  });
  const gone = before
    .filter(({ of }) => !is.has(of))
    .map((line) => ({
      of: line.of,
      before: line,
      after: null,
      flight_ids: flightsApart(line, null),
    }));
  return [...changed, ...gone];
}
