/**
 * The field of a replay: every bird that was basketed, with the time at which it was home. It travels with the page as
 * one text, so that a replay that was opened once needs no network.
 */
import type { LineBird } from '#domain/pigeons/contract.ts';
import type { Released } from './rank-frame.ts';

/** What a row of the replay says of a bird. */
export type ReplayBird = Pick<
  LineBird,
  'pigeon_id' | 'ring' | 'pigeon_name' | 'sex' | 'team_id' | 'team' | 'fancier' | 'country'
>;

export interface ReplayField {
  birds: readonly ReplayBird[];
  /** When each bird was home, epoch ms; null: it was not. */
  times: readonly (number | null)[];
  released: Released;
}

const ofOwner = ['team_id', 'team', 'fancier', 'country'] as const;
type Owner = Pick<ReplayBird, (typeof ofOwner)[number]>;

/** Teams are written once, and times as the step from the bird before: a field of 6,834 birds is about 120 kB compressed. */
export function packField({ birds, times, released }: ReplayField): string {
  const owners = new Map<string, number>();
  const owner = (bird: Owner) => {
    const text = JSON.stringify(ofOwner.map((field) => bird[field]));
    if (!owners.has(text)) owners.set(text, owners.size);
    return owners.get(text)!;
  };
  let before = 0;
  const rows = birds.map((bird, index) => {
    const time_ms = times[index] ?? null;
    const step = time_ms === null ? null : time_ms - before;
    before = time_ms ?? before;
    return [bird.pigeon_id, bird.ring, bird.pigeon_name, bird.sex, owner(bird), step];
  });
  return JSON.stringify([[...owners.keys()].map((text) => JSON.parse(text) as unknown[]), rows, released]);
}

export function unpackField(text: string): ReplayField {
  const [owners, rows, released] = JSON.parse(text) as [
    [Owner['team_id'], Owner['team'], Owner['fancier'], Owner['country']][],
    [number, string, string | null, ReplayBird['sex'], number, number | null][],
    Released,
  ];
  let before = 0;
  const times: (number | null)[] = [];
  const birds = rows.map(([pigeon_id, ring, pigeon_name, sex, owner, step]): ReplayBird => {
    const [team_id, team, fancier, country] = owners[owner]!;
    if (step !== null) before += step;
    times.push(step === null ? null : before);
    return { pigeon_id, ring, pigeon_name, sex, team_id, team, fancier, country };
  });
  return { birds, times, released };
}
