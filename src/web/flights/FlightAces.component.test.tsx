/** The rankings beside a result, and the slide of a ranking (mocks 09c, 24). */
import { afterEach, expect, test, vi } from 'vitest';
import type { Flight } from '#domain/flights/contract.ts';
import type { FlightRanking, ShortLine } from '#domain/rankings/contract.ts';
import { rankingBy } from '#domain/rankings/ranking-rule.ts';
import { show } from '#testing/show.tsx';
import { FlightAces } from './FlightAces.tsx';
import { PresentAces } from './PresentAces.tsx';
import type { PresentData } from './present-loader.server.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const line = (place: number, other: Partial<ShortLine> = {}) =>
  ({
    key: String(place),
    place,
    moved: 0,
    value: '1307.52',
    count: 2,
    at_most: false,
    decided_by: null,
    bird: { pigeon_id: place, ring: `BE 26-402318${place}`, team_id: place, team: `Team ${place}`, country: 'BE' },
    group: null,
    ...other,
  }) as unknown as ShortLine;
const ranking = (other: Partial<FlightRanking> = {}): FlightRanking => ({
  ranking: {
    id: 4,
    name: 'Ace pigeon',
    names: {},
    published_at: '2026-06-12T08:00:00.000Z',
    rule: rankingBy({ by: 'mean_speed', unit: 'm/min', decimals: 2, rounding: 'half-up' }),
    prizes: null,
  },
  is_frozen: false,
  ranked: 7,
  flown: 3,
  flights: 5,
  lines: [line(1), line(2, { moved: 2 }), line(3, { at_most: true }), ...[4, 5, 6, 7].map((place) => line(place))],
  followed: [],
  ...other,
});
const flight = { loft_id: 7, id: 9, season_id: 3, name: 'Final', status: 'official' } as Flight;
const nobody = { pigeons: [], teams: [] };

test('beside a result stand the first five lines of each ranking, what moved, and the medals of a frozen one', async () => {
  const rankings = [ranking(), ranking({ is_frozen: true, ranking: { ...ranking().ranking, id: 5, name: 'Teams' } })];
  const { container, t } = await show(<FlightAces flight={flight} rankings={rankings} mine={nobody} />);
  expect(container.querySelector('h2')!.textContent).toContain(t('aces.with_flight'));
  const [open, frozen] = [...container.querySelectorAll('ol')] as Element[] as [Element, Element];
  expect(open.children).toHaveLength(5);
  expect(open.children[1]!.textContent).toContain(t('board.up', { count: 2 }));
  expect(open.children[2]!.textContent).toContain('≤ 1,307.52');
  expect(open.querySelectorAll('[data-rank]')).toHaveLength(0);
  expect([...frozen.querySelectorAll('[data-rank]')].map((one) => one.getAttribute('data-rank'))).toEqual([
    '1',
    '2',
    '3',
  ]);
  expect(container.textContent).toContain(t('aces.flown', { n: '3', all: '5' }));
  expect([...container.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/lofts/7/aces?season=3&ranking=4',
    '/lofts/7/aces?season=3&ranking=5',
  ]);
});

test('below them stand the lines of the reader’s birds', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return new Response(JSON.stringify({ rankings: [ranking({ followed: [line(2), line(12)] })] }));
  });
  const mine = { pigeons: [2, 12], teams: [] };
  const { container } = await show(<FlightAces flight={flight} rankings={[ranking()]} mine={mine} />);
  await vi.waitFor(() => expect(container.querySelectorAll('ol')).toHaveLength(2));
  expect(asked).toEqual(['/api/lofts/7/flights/9/rankings?pigeons=2,12']);
  const marked = [...container.querySelectorAll('[data-mine]')].map((one) => one.textContent);
  expect(marked).toEqual([expect.stringContaining('BE 26-4023182'), expect.stringContaining('BE 26-40231812')]);
});

test('a season without rankings has no panel', async () => {
  const { container } = await show(<FlightAces flight={flight} rankings={[]} mine={nobody} />);
  expect(container.querySelector('section')).toBeNull();
});

test('the slide of a ranking follows it while birds fly, with medals only once it is frozen', async () => {
  const loft = { id: 7, name: 'Serra Alta', country: 'PT' };
  const data = (status: string, one: FlightRanking) =>
    ({
      flight: { ...flight, status, release_time: null },
      loft,
      read_at: '2026-09-12T12:00:00.000Z',
      aces: [one],
    }) as unknown as PresentData;
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify({ rankings: [ranking({ lines: [line(1, { value: '1400.00' })] })] })),
  );
  const live = await show(<PresentAces data={data('released', ranking())} ranking_id={4} />);
  await vi.waitFor(() => expect(live.container.textContent).toContain('1,400.00'));
  await live.unmount();
  const over = await show(<PresentAces data={data('official', ranking())} ranking_id={4} />);
  expect(over.container.querySelectorAll('[data-medal]')).toHaveLength(0);
  expect(over.container.querySelectorAll('[data-open]')).toHaveLength(3);
  const frozen = await show(<PresentAces data={data('official', ranking({ is_frozen: true }))} ranking_id={4} />);
  expect(frozen.container.querySelectorAll('[data-medal]')).toHaveLength(3);
});
