/** What a version of a frozen ranking says, and what it changed of the one before it. */

/** A line of the text of a frozen ranking, as far as versions are compared. */
export interface FrozenLine {
  of: string | number;
  place: number;
  value: string;
}

/** A line that is not what it was; null: it is not in that version. */
export interface FrozenChange {
  of: string | number;
  before: FrozenLine | null;
  after: FrozenLine | null;
}

/** The lines of a frozen ranking, from its text. */
export const frozenLines = (content: string): FrozenLine[] => (JSON.parse(content) as { lines: FrozenLine[] }).lines;

/**
 * The lines whose place or value a version changed, in the order of their places in it; those that it no longer has come
 * last, in their former order.
 */
export function frozenChanges(before: readonly FrozenLine[], after: readonly FrozenLine[]): FrozenChange[] {
  const was = new Map(before.map((line) => [line.of, line]));
  const is = new Set(after.map(({ of }) => of));
  const changed = after.flatMap((line): FrozenChange[] => {
    const old = was.get(line.of) ?? null;
    return old?.place === line.place && old.value === line.value ? [] : [{ of: line.of, before: old, after: line }];
  });
  const gone = before.filter(({ of }) => !is.has(of)).map((line) => ({ of: line.of, before: line, after: null }));
  return [...changed, ...gone];
}
