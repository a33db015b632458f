/** A signed-in person as the policy sees them: general rights, and rights in each loft (3.11, part 6). */

/** The rights of a person in one loft. An entry that is not active gives none (6.7). */
export interface Permission {
  loft_id: number;
  is_merchant: boolean;
  is_agent: boolean;
  is_staff: boolean;
  /** Works on the loft's seasons without being its merchant (6.8). */
  has_seasons: boolean;
  is_active: boolean;
}

/** Roles that are labels only; they give no right (6.9). */
export const roles = ['translator', 'supporter', 'developer'] as const;
export type Role = (typeof roles)[number];

/** The rights of a person, read from the database with each request. */
export interface Rights {
  is_admin: boolean;
  permissions: readonly Permission[];
  /** Rights that this session cannot use, because it began with one factor only. */
  withheld?: { is_admin: boolean; permissions: readonly Permission[] };
}

/** The rights of the person after signing in with two factors. */
export function withTwoFactors<R extends Rights>(rights: R): R {
  const { withheld } = rights;
  if (!withheld) return rights;
  return {
    ...rights,
    is_admin: rights.is_admin || withheld.is_admin,
    permissions: [...rights.permissions, ...withheld.permissions],
  };
}

/** Whether the person is an active merchant of the loft (6.4). */
export function isMerchant({ permissions }: Rights, loft_id: number): boolean {
  return permissions.some((one) => one.loft_id === loft_id && one.is_active && one.is_merchant);
}

/** Whether the person is an active agent of the loft (6.5). */
export function isAgent({ permissions }: Rights, loft_id: number): boolean {
  return permissions.some((one) => one.loft_id === loft_id && one.is_active && one.is_agent);
}

/** Whether the person works on the loft's seasons: as its merchant or agent, or by extended permission (6.7, 6.8). */
export function worksOnSeasonsOf({ permissions }: Rights, loft_id: number): boolean {
  return permissions.some((one) => one.loft_id === loft_id && worksBy(one));
}

/** Whether the person sets the loft's seasons up: as its merchant, or by extended season permission (6.8). */
export function managesSeasonsOf({ permissions }: Rights, loft_id: number): boolean {
  return permissions.some((one) => one.loft_id === loft_id && one.is_active && (one.is_merchant || one.has_seasons));
}

/** Whether the person works on the seasons of any loft. */
export function worksOnSeasons({ permissions }: Rights): boolean {
  return permissions.some(worksBy);
}

function worksBy({ is_active, is_merchant, is_agent, has_seasons }: Permission): boolean {
  return is_active && (is_merchant || is_agent || has_seasons);
}

/** The lofts on whose seasons the person works. */
export function worksOnSeasonsIn({ permissions }: Rights): number[] {
  return permissions.filter(worksBy).map(({ loft_id }) => loft_id);
}

/** The lofts whose active merchant the person is; they lead to the overview (2.13, 2.14). */
export function merchantOf({ permissions }: Rights): number[] {
  return permissions.filter((one) => one.is_active && one.is_merchant).map(({ loft_id }) => loft_id);
}

/** The lofts whose active agent the person is (6.5). */
export function agentOf({ permissions }: Rights): number[] {
  return permissions.filter((one) => one.is_active && one.is_agent).map(({ loft_id }) => loft_id);
}

/** Whether the person has rights in the loft, or would have them after signing in with two factors. */
export function hasRightsIn(rights: Rights, loft_id: number): boolean {
  const all = withTwoFactors(rights);
  return all.is_admin || all.permissions.some((one) => one.loft_id === loft_id && one.is_active);
}

/** Whether the person has rights in any loft, or would have them after signing in with two factors. */
export function hasRights(rights: Rights): boolean {
  const all = withTwoFactors(rights);
  return all.is_admin || all.permissions.some(({ is_active }) => is_active);
}

/** The rights of a signed-in reader as far as the frame of a page shows them; it does not identify the person. */
export interface ReaderKind {
  is_admin: boolean;
  is_merchant: boolean;
  works_on_seasons: boolean;
  is_agent: boolean;
  /** Some rights require a sign-in with two factors. */
  wants_second_factor: boolean;
}

/** Where somebody begins who signs in from the first page: at their work, where they have any. */
export function firstPage(kind: ReaderKind): string {
  if (kind.is_merchant) return '/overview';
  if (kind.is_agent) return '/transports';
  return kind.works_on_seasons && !kind.is_admin ? '/admin/seasons' : '/';
}

/** The kind of reader that a person is. */
export function readerKindOf(rights: Rights): ReaderKind {
  return {
    is_admin: rights.is_admin,
    is_merchant: merchantOf(rights).length > 0,
    works_on_seasons: rights.is_admin || worksOnSeasons(rights),
    is_agent: agentOf(rights).length > 0,
    wants_second_factor: rights.withheld !== undefined,
  };
}
