/** Birds of an order entered from a pasted list, each line as its owner would enter it by hand. */
import { type EnteredList, mostPastedLines, type PastedList } from '#domain/entries/contract.ts';
import { birdsIn, type LineError, type ListedBird, linesPasted } from '#domain/entries/import-list.ts';
import { factsIn } from '#domain/pigeons/facts.ts';
import { ringKey } from '#domain/pigeons/ring.ts';
import { ringDoubt } from '#domain/pigeons/ring-form.ts';
import { type FieldError, isRefusal, type Refusal, refusalAt } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { attempt, dryRun } from '#server/db/transaction.ts';
import type { Registration } from '#server/orders/registrations.ts';
import { enterFor } from './entries.ts';
import { choiceWords, columnNames } from './import-list.ts';

/**
 * Enter the birds of a pasted list for the next free places of a locked order. A line that cannot be entered comes back
 * with its errors and stays in `rest`; so does an unusual ring until it is kept. `look` enters nothing and returns what
 * `good` would do.
 * @throws Refusal at `list`: `error_required` where it has no line; `list_too_long`.
 */
export async function enterPasted(
  tx: Tx,
  order: Registration,
  { list, mode, team_id, kept_rings }: PastedList,
  act: Act,
): Promise<EnteredList> {
  const { lines, head, unknown_columns } = linesPasted(list, columnNames());
  if (!lines.length) throw refusalAt('list', 'error_required');
  if (lines.length > mostPastedLines) throw refusalAt('list', 'list_too_long', { max: mostPastedLines });
  const kept = new Set(kept_rings.map(ringKey));
  const year = new Date(act.now_ms).getUTCFullYear();
  const read = birdsIn(lines, choiceWords()).map((one) => {
    const doubt = one.bird && !kept.has(ringKey(one.ring)) ? ringDoubt(one.ring, year) : null;
    return doubt ? { ...one, bird: null, errors: errorsAt('ring', [doubt]) } : one;
  });
  const work = () => enterEach(tx, order, read, team_id, act);
  const errors = mode === 'look' ? await dryRun(tx, work) : await work();
  const wrong = errors.filter((all) => all.length).length;
  const left = lines.filter((_, i) => errors[i]!.length).map(({ text }) => text);
  // What was only looked at stays as it was pasted: the numbers of the errors count its empty lines too.
  const rest = mode === 'look' ? list : [...(head === null || !left.length ? [] : [head]), ...left].join('\n');
  return {
    unknown_columns,
    good: lines.length - wrong,
    wrong,
    lines: read.map(({ line, ring }, i) => ({ line, ring, errors: errors[i]! })),
    rest,
  };
}

/** Enters the lines one after the other. Returns the errors of each; a line without errors is entered. */
async function enterEach(
  tx: Tx,
  order: Registration,
  lines: readonly { bird: ListedBird | null; errors: readonly LineError[] }[],
  team_id: number | null,
  act: Act,
): Promise<LineError[][]> {
  const all: LineError[][] = [];
  for (const { bird, errors } of lines) {
    if (!bird) {
      all.push([...errors]);
      continue;
    }
    const end = await attempt(tx, () => enterFor(tx, order, { ...factsIn(bird), team_id }, act));
    all.push(isRefusal(end) ? errorsOf(end) : []);
  }
  return all;
}

/** A refusal as errors of a line; one without a field stands at the ring. */
function errorsOf({ code, params, errors }: Refusal): LineError[] {
  if (!errors) return [{ field: 'ring', code, params: { ...params } as LineError['params'] }];
  return Object.entries(errors).flatMap(([field, found]) => errorsAt(field, found));
}

const errorsAt = (field: string, found: readonly FieldError[]): LineError[] =>
  found.map(({ code, params }) => ({ field, code, params: { ...params } as LineError['params'] }));
