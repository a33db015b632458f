/**
 * The passport of a bird: what its public page says beside its flights. That it came, got lost, came back or died is for
 * everybody; its health, who has rights in it, and its sale are shown by a switch of their own, which whoever decides
 * about the bird turns on (decision 81).
 */
import type { PigeonLog } from './log-contract.ts';
import type { Holder } from './rights.ts';
import type { Health, PigeonStatus } from './status.ts';

/** What is shown only where its switch is on. */
export const passportParts = ['health', 'rights', 'sale'] as const;
export type PassportPart = (typeof passportParts)[number];

/** A switch that is on, and who turned it on; null: the loft. */
export interface PartOpened {
  part: PassportPart;
  by: number | null;
}

/**
 * Who decides what the passport of a bird shows: the holder of its largest share; null: its loft, which holds birds
 * without an owner.
 * @param holders by `holdersOn`, the largest share first
 */
export const decidesOn = (holders: readonly Holder[]): number | null => holders[0]?.user_id ?? null;

/** The parts that are shown: what a former owner turned on is off until the next one turns it on. */
export function partsShown(opened: readonly PartOpened[], decides: number | null): Set<PassportPart> {
  return new Set(opened.filter(({ by }) => by === decides).map(({ part }) => part));
}

const unwell = ['injured', 'quarantine', 'held_back', 'breeding', 'disqualified'] as const;
const isUnwell = (status: PigeonStatus): status is (typeof unwell)[number] =>
  (unwell as readonly PigeonStatus[]).includes(status);
const races = (status: PigeonStatus) => status === 'active' || status === 'reserve' || status === 'activated_reserve';

/** What a step of a bird means in its passport. */
export const passportSteps = ['arrived', 'lost', 'back', 'died', ...unwell, 'racing', 'for_sale', 'sold'] as const;
export type PassportStep = (typeof passportSteps)[number];

/** What a step of the log means in the passport, and the part that it belongs to; null: nothing. */
function stepOf({ from, to }: PigeonLog[number]): { step: PassportStep; part?: PassportPart } | null {
  if (to === 'at_loft') return { step: 'arrived' };
  if (to === 'lost' || to === 'died') return { step: to };
  // Of a bird that came back injured everybody reads that it came back.
  if (from === 'lost') return { step: 'back' };
  if (to === 'for_sale') return { step: to, part: 'sale' };
  if (isUnwell(to)) return { step: to, part: 'health' };
  return races(to) && isUnwell(from) ? { step: 'racing', part: 'health' } : null;
}

/**
 * The steps of a bird that its passport shows, the latest first. A death that was entered by mistake, and corrected, is
 * none.
 * @param log the latest first
 * @param sold_at the moments of its sales that stand
 */
export function shownSteps(
  log: PigeonLog,
  sold_at: readonly string[],
  shown: ReadonlySet<PassportPart>,
): { at: string; step: PassportStep }[] {
  const steps: { at: string; step: PassportStep }[] = [];
  let isCorrected = false;
  for (const one of log) {
    const meant = stepOf(one);
    if (one.from === 'died') isCorrected = true;
    else if (one.to === 'died' && isCorrected) isCorrected = false;
    else if (meant && (!meant.part || shown.has(meant.part))) steps.push({ at: one.at, step: meant.step });
  }
  if (shown.has('sale')) steps.push(...sold_at.map((at) => ({ at, step: 'sold' as const })));
  return steps.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** The state of health that a passport names; null where it would say something of a sale or of nothing. */
export const healthShown = (health: Health): Health | null =>
  health === 'for_sale' || health === 'assigned' || health === 'unassigned' ? null : health;
