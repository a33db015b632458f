/** The list of a championship in a browser: the lines of marked birds and teams are the reader's. */
import { expect, it } from 'vitest';
import type { ChampionshipLineView, ChampionshipPage } from '#domain/championships/contract.ts';
import { show } from '#testing/show.tsx';
import { toggleMine } from '#web/lib/reader-marks.ts';
import table from '#web/ui/table.module.css';
import { ChampionshipList } from './ChampionshipList.tsx';

const line = (place: number, loft_id: number): ChampionshipLineView => ({
  place,
  country: 'BE',
  country_place: place,
  value: '100.00',
  decided_by: null,
  name: `BE26-00${place}`,
  teams: [{ loft_id, team_id: place, team: `Team ${place}` }],
  results: [
    {
      loft_id,
      flight_id: 1,
      value: '100.00',
      birds: [{ pigeon_id: 10 + place, ring: `BE26-00${place}`, rank: place, value: '100.00' }],
    },
  ],
});
const page = {
  championship: {
    rule: { of: 'pigeon', measure: { by: 'points', highest: '100', lowest: '0', decimals: 2, rounding: 'half-up' } },
  },
  flights: [],
  seasons: [],
  lines: [line(1, 901), line(2, 902), line(3, 902)],
} as unknown as ChampionshipPage;

it('marks them as mine, each by its own loft', async () => {
  const screen = await show(<ChampionshipList page={page} />);
  const mine = () => [...screen.container.querySelectorAll(`tbody .${table.mine}`)].map((row) => row.textContent);
  await expect.poll(() => screen.container.querySelectorAll('tbody tr').length).toBe(3);
  expect(mine()).toEqual([]);
  // A bird of the same number in another loft is another bird.
  toggleMine(901, 'pigeons', 12);
  toggleMine(902, 'pigeons', 12);
  toggleMine(902, 'teams', 3);
  await expect.poll(() => mine().length).toBe(2);
  expect(mine()[0]).toContain('Team 2');
  expect(mine()[1]).toContain('Team 3');
});

it('keeps a line low on a phone (mock 30b)', async () => {
  const screen = await show(<ChampionshipList page={page} />, { width: 390 });
  await expect.poll(() => screen.container.querySelectorAll('tbody tr').length).toBe(3);
  const row = screen.container.querySelector('tbody tr')!;
  expect(row.getBoundingClientRect().height).toBeLessThan(120);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
