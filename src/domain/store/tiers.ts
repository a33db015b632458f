/**
 * What each membership opens. This table is the only place that says so; whatever is closed to somebody asks it
 * ({@link opens}).
 */

/** No membership, and the memberships that are sold; the loft packages are those of 4.12. */
export const tiers = ['none', 'fancier', 'loft_basic', 'loft_premium'] as const;
export type TierOrNone = (typeof tiers)[number];
export type Tier = Exclude<TierOrNone, 'none'>;

/** Days for which somebody without a membership can use the pedigree manager, from the first bird on (1.7). */
export const trialDays = 60;

/** `true` and `false`: open or not. A number: so many of them, or so many days. `unlimited`: as many as one likes. */
export type Opening = boolean | number | 'unlimited';

interface Feature {
  group: 'everybody' | 'fanciers' | 'lofts';
  in: Record<TierOrNone, Opening>;
}

const everybody = { none: true, fancier: true, loft_basic: true, loft_premium: true } as const;

/** The features in the order in which they are shown. What is free for everybody comes first, and stays free. */
export const features = {
  racing: { group: 'everybody', in: everybody },
  evidence: { group: 'everybody', in: everybody },
  own_data: { group: 'everybody', in: everybody },
  pedigree: { group: 'fanciers', in: { ...everybody, none: trialDays } },
  statistics: { group: 'fanciers', in: { ...everybody, none: false } },
  alerts: { group: 'fanciers', in: { none: 3, fancier: 50, loft_basic: 50, loft_premium: 'unlimited' } },
  seasons: { group: 'lofts', in: { none: false, fancier: false, loft_basic: 500, loft_premium: 'unlimited' } },
  // 4.12 and 6.11: basic and premium.
  fanciers: { group: 'lofts', in: { none: false, fancier: false, loft_basic: true, loft_premium: true } },
  goods: { group: 'lofts', in: { none: false, fancier: false, loft_basic: false, loft_premium: true } },
} as const satisfies Record<string, Feature>;
export type FeatureName = keyof typeof features;

/** How far a tier opens a feature. */
export const opening = (feature: FeatureName, tier: TierOrNone): Opening => features[feature].in[tier];

/** Whether a tier opens a feature for so many, which are those there are and the one to come. */
export function opens(feature: FeatureName, tier: TierOrNone, count = 1): boolean {
  const open = opening(feature, tier);
  return open === 'unlimited' || open === true || (open !== false && count <= open);
}

/** Of several memberships the one that opens most. */
export function highestTier(held: readonly TierOrNone[]): TierOrNone {
  return tiers.findLast((tier) => held.includes(tier)) ?? 'none';
}
