/** When a championship may be changed, published and removed: what was published once is a promise, and keeps its rule. */
import { canonical } from '#domain/rankings/published.ts';
import { Refusal } from '#domain/refusal.ts';
import type { ChampionshipRule } from './rule.ts';

/** The parts of a championship that its publication fixes. */
export interface FixedParts {
  year: number;
  is_world_list: boolean;
  rule: ChampionshipRule;
  season_ids: readonly number[];
}

interface Published {
  /** An instant; null: a draft. */
  published_at: string | null;
}

const fixed = ({ year, is_world_list, rule, season_ids }: FixedParts) =>
  canonical({ year, is_world_list, rule, season_ids: season_ids.toSorted((a, b) => a - b) });

/** Why a championship cannot be changed so, or null: of a published one only the names change. */
export function whyNotChangeChampionship(before: Published & FixedParts, after: FixedParts): Refusal | null {
  if (before.published_at === null || fixed(before) === fixed(after)) return null;
  return new Refusal('championship_is_published');
}

/** Why a championship cannot be removed, or null: it is published. */
export const whyNotRemoveChampionship = ({ published_at }: Published): Refusal | null =>
  published_at === null ? null : new Refusal('championship_is_published');

/**
 * Why a championship cannot be published, or null: one of chosen seasons needs a season, and the world list of a year is
 * published before the first of its flights is released, so that nobody chooses the rule by its results.
 */
export function whyNotPublishChampionship(
  { is_world_list, season_ids }: FixedParts,
  { is_flown }: { is_flown: boolean },
): Refusal | null {
  if (is_world_list) return is_flown ? new Refusal('world_list_too_late') : null;
  return season_ids.length === 0 ? new Refusal('championship_without_season') : null;
}
