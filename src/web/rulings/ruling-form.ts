/** What a ruling says, as it is typed into the form of its kind; the form is a query, so that a link can fill it in. */
import type { CallOf } from '#domain/contract.ts';
import type { ReleaseGroup } from '#domain/flights/contract.ts';
import { mostGroups } from '#domain/flights/release-groups.ts';
import { latinDigits } from '#domain/pigeons/ring.ts';
import type { FieldErrors } from '#domain/refusal.ts';
import type { previewRuling } from '#domain/rulings/contract.ts';
import type { RulingKind } from '#domain/rulings/ruling.ts';
import { exactly } from './times.ts';

/** The fields of each kind. */
export const fieldsOf = {
  manual: ['ring', 'date', 'time'],
  disqualified: ['ring'],
  exchanged: ['ring', 'other_ring'],
  close_times: [],
  void: ['number'],
  offset: ['device_id', 'offset', 'date', 'time'],
  release: ['date', 'time'],
  release_group: ['group', 'time', 'crates', 'rings', 'not_apart'],
  distance: ['distance'],
  closing: ['date', 'time'],
} as const satisfies Record<RulingKind, readonly string[]>;

/** The fields that a bird is searched with. */
export const birdFields = ['ring', 'other_ring'] as const;
export type BirdField = (typeof birdFields)[number];

export type RulingField = (typeof fieldsOf)[RulingKind][number];

/** A number as people type it: with a decimal comma, also an Arabic one, or the sign of typesetters. */
const plain = (text: string) => text.trim().replace(/[,٫]/u, '.').replace('−', '-');

/** Undefined for a text that is none, which is refused as missing. */
function numberIn(text: string, factor = 1): number | undefined {
  const value = plain(text) === '' ? Number.NaN : Number(plain(text)) * factor;
  return Number.isNaN(value) ? undefined : value;
}

/** The ruling of a query. The call validates it. */
export function rulingIn(kind: RulingKind, search: URLSearchParams) {
  // An Arabic keyboard types its own digits.
  const text = (name: RulingField) => latinDigits(search.get(name) ?? '');
  const typed = {
    manual: () => ({ ring: text('ring'), date: text('date'), time: text('time') }),
    disqualified: () => ({ ring: text('ring') }),
    close_times: () => ({}),
    exchanged: () => ({ ring: text('ring'), other_ring: text('other_ring') }),
    void: () => ({ number: numberIn(text('number')) }),
    offset: () => ({
      device_id: numberIn(text('device_id')),
      offset_ms: numberIn(text('offset'), 1000),
      date: text('date'),
      time: text('time'),
    }),
    release: () => ({ date: text('date'), time: text('time') }),
    release_group: () => ({
      group: numberIn(text('group')),
      time: search.has('not_apart') ? null : text('time'),
      crates: text('crates'),
      rings: text('rings'),
    }),
    distance: () => ({ distance: plain(text('distance')) }),
    closing: () => ({ date: text('date'), time: text('time') }),
  }[kind]();
  return { kind, ...typed } as CallOf<typeof previewRuling>['body']['ruling'];
}

/**
 * The form of a later group before anything is typed: one that was said with its time and crates, else the next one.
 * @param asked its number; empty: none yet
 */
export function groupTyped(
  groups: readonly ReleaseGroup[],
  asked: string,
  time_zone: string,
): Partial<Record<RulingField, string>> {
  const said = groups.find(({ group }) => String(group) === asked);
  if (said) return { time: exactly(said.release_time, time_zone), crates: said.crates ?? '' };
  const next = groupNumbers.find((number) => groups.every(({ group }) => group !== number));
  return { group: String(next ?? '') };
}

/** The numbers that a later group can have. */
export const groupNumbers = Array.from({ length: mostGroups - 1 }, (_, at) => at + 2);

/** The errors of a refused ruling by the fields of its form. */
export function errorsByField(errors: FieldErrors | undefined): FieldErrors {
  const named = Object.entries(errors ?? {}).map(([name, error]) => {
    const field = name.replace(/^ruling\./, '');
    return [field === 'offset_ms' ? 'offset' : field, error];
  });
  return Object.fromEntries(named);
}
