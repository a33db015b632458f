/** The birds that a team names for a ranking, before the day that its rule says (domain 2.13). */
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { RankingRule } from './ranking-rule.ts';

/**
 * What a rule says of named birds: the day before which they are named, and how many by a team, as many as score of it;
 * null: it asks for none.
 */
export function namingOf({ subject }: Pick<RankingRule, 'subject'>): { before: string; most: number | null } | null {
  if (subject.of === 'pigeon' || !subject.named || subject.named_before == null) return null;
  return { before: subject.named_before, most: subject.of === 'team' ? subject.birds : null };
}

/** Until when birds are named. */
export interface NamingTime {
  /** The day it is at the loft. */
  today: string;
  /** Whether a flight that counts has been released: nobody names birds by what they have flown. */
  has_flown: boolean;
}

export interface Naming extends NamingTime {
  pigeon_ids: readonly number[];
  /** The birds of the team that can still fly, and those that it has named before. */
  of_team: ReadonlySet<number>;
}

/** Why birds can no longer be named for a ranking, or null, also where its rule asks for none. */
export function whyNamingIsOver(rule: Pick<RankingRule, 'subject'>, { today, has_flown }: NamingTime): Refusal | null {
  const naming = namingOf(rule);
  if (!naming) return null;
  if (today >= naming.before) return new Refusal('naming_over', { day: naming.before });
  return has_flown ? new Refusal('naming_flown') : null;
}

/** Why a team cannot name these birds, or null. */
export function whyNotName(
  rule: Pick<RankingRule, 'subject'>,
  { pigeon_ids, of_team, ...time }: Naming,
): Refusal | null {
  const naming = namingOf(rule);
  if (!naming) return new Refusal('ranking_not_named');
  const over = whyNamingIsOver(rule, time);
  if (over) return over;
  const { most } = naming;
  if (most !== null && new Set(pigeon_ids).size > most)
    return refusalAt('pigeon_ids', 'naming_too_many', { max: most });
  if (pigeon_ids.some((one) => !of_team.has(one))) return refusalAt('pigeon_ids', 'naming_other_bird');
  return null;
}
