/** The versions of a contract: which one is in force, what may change, what can be accepted. */
import { Refusal } from '#domain/refusal.ts';

export interface Version {
  id: number;
  language: string;
  /** Null while it is a draft. */
  version: number | null;
  valid_from: string;
}

export type VersionState = 'draft' | 'ahead' | 'in_force' | 'replaced';

/** The version of a language in force on a day: the one that began last, and of two the one published later. */
export function inForce<V extends Version>(versions: readonly V[], language: string, today: string): V | null {
  const begun = versions.filter((one) => one.language === language && one.version !== null && one.valid_from <= today);
  const last = (a: V, b: V) =>
    a.valid_from === b.valid_from ? b.version! - a.version! : a.valid_from < b.valid_from ? 1 : -1;
  return begun.sort(last)[0] ?? null;
}

/** The state of a version among all versions of its loft. */
export function stateOf(version: Version, all: readonly Version[], today: string): VersionState {
  if (version.version === null) return 'draft';
  if (version.valid_from > today) return 'ahead';
  return inForce(all, version.language, today)?.id === version.id ? 'in_force' : 'replaced';
}

/** Why a version cannot be changed, published or removed, or null: a published version never changes. */
export function whyNotTouch({ version }: Pick<Version, 'version'>): Refusal | null {
  return version === null ? null : new Refusal('contract_published');
}

/** Why a version cannot be accepted, or null: only a version in force can. */
export function whyNotAccept(version: Version, all: readonly Version[], today: string): Refusal | null {
  return stateOf(version, all, today) === 'in_force' ? null : new Refusal('contract_not_in_force');
}

/** The language that a reader is shown: their own, else English, else the first. */
export function shownTo<V extends { language: string }>(versions: readonly V[], locale: string): V | null {
  const of = (language: string) => versions.find((one) => one.language === language);
  return of(locale) ?? of('en') ?? versions[0] ?? null;
}
