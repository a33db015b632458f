import { expect, it } from 'vitest';
import { packField, type ReplayBird, type ReplayField, unpackField } from './replay-field.ts';

const bird = (pigeon_id: number, team: string | null): ReplayBird => ({
  pigeon_id,
  ring: `BE 26-${100_000 + pigeon_id}`,
  pigeon_name: pigeon_id % 2 ? null : 'Quick',
  sex: 'hen',
  team_id: team === null ? null : 7,
  team,
  fancier: 'Peeters',
  country: 'BE',
});

const field: ReplayField = {
  birds: [bird(3, 'North'), bird(1, 'North'), bird(2, null)],
  times: [1_780_000_000_500, null, 1_779_999_999_000.5],
  released: [[2, 1_779_990_000_000]],
};

it('a field is the same after its way to the browser, with the half milliseconds of rulings', () => {
  expect(unpackField(packField(field))).toEqual(field);
});

it('carries nothing of a bird but what its row says', () => {
  const text = packField({ ...field, birds: field.birds.map((one) => ({ ...one, sire: 'BE 20-999' })) });
  expect(text).not.toContain('BE 20-999');
});

it('of 6,800 birds is less than 400 kB before it is compressed', () => {
  const birds = Array.from({ length: 6800 }, (_, n) => bird(n + 1, `Team ${n % 900}`));
  const times = birds.map((_, n) => 1_780_000_000_000 + n * 700);
  expect(packField({ birds, times, released: [] }).length).toBeLessThan(400_000);
});
