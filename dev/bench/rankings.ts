/** How long a season's ranking takes: anew, and moved by one arrival, with half of the last flight in the air. */
import { seasonRanking } from '#domain/rankings/ranking.ts';
import { type RankingRule, rankingBy } from '#domain/rankings/ranking-rule.ts';
import { homeOnly, type RankingFlight, type RankingLine, type RankingSeason } from '#domain/rankings/ranking-season.ts';
import { seededRandom } from '#testing/proof.ts';
import { cpuTime } from './machine.ts';
import type { Site } from './site.ts';
import { type Figure, type Report, written } from './table.ts';

/** More than any loft has had. */
const most_birds = 6000;
const most_flights = 15;

const stated = { decimals: 4, rounding: 'half-up' } as const;
const shared = { kinds: ['hot_spot'], least_distance_m: 0, must: [], weights: [], bonus: [] } satisfies Partial<
  RankingRule['flights']
>;
const rules: [says: string, rule: RankingRule][] = [
  ['mean of speeds', rankingBy({ by: 'mean_speed', unit: 'm/min', ...stated })],
  ['all distance over all time', rankingBy({ by: 'total_speed', unit: 'm/min', ...stated })],
  [
    'coefficient, the best 10',
    rankingBy(
      { by: 'coefficient', factor: 1000, of: 'basketed', most_birds: null, ...stated },
      { flights: { ...shared, best: 10, least: null } },
    ),
  ],
  [
    'sum of places, teams of the best 3',
    rankingBy({ by: 'rank_sum' }, { subject: { of: 'team', birds: 3, named: false, complete: true } }),
  ],
];

/** A season of which the last flight has half of its birds home. */
function flownSeason(
  birds: number,
  flights: number,
): { season: RankingSeason; order: RankingLine[]; live: RankingFlight } {
  const random = seededRandom(1);
  const ids = Array.from({ length: birds }, (_, i) => i + 1);
  const lines = () =>
    ids
      .map((pigeon_id) => ({ pigeon_id, rank: 0, net_ms: 18_000_000 + random(9_000_000) }))
      .sort((a, b) => a.net_ms - b.net_ms)
      .map((line, i) => ({ ...line, rank: i + 1 }));
  const flight = (at: number, results: RankingLine[]): RankingFlight => ({
    flight_id: at + 1,
    kind: 'hot_spot',
    distance_m: 300_000 + at * 20_000,
    basketed: birds,
    prize_places: 100,
    flown: true,
    results,
  });
  const order = lines();
  const live = flight(flights - 1, []);
  const over = Array.from({ length: flights - 1 }, (_, at) => flight(at, lines()));
  const season = {
    birds: ids.map((pigeon_id) => ({ pigeon_id, groups: { team: 1 + (pigeon_id % Math.ceil(birds / 6)) } })),
    flights: [...over, at(live, order, birds / 2)],
  };
  return { season, order, live };
}

/** The last flight with so many home. */
const at = (live: RankingFlight, order: readonly RankingLine[], home: number): RankingFlight => ({
  ...live,
  results: order.slice(0, home),
  air: { rank: home + 1, net_ms: order[home]!.net_ms, pigeon_ids: order.slice(home).map(({ pigeon_id }) => pigeon_id) },
});

export async function rankings(_site: Site, quick: boolean, say: (line: string) => void): Promise<Report> {
  const [birds, flights] = quick ? [600, 5] : [most_birds, most_flights];
  const times = quick ? 10 : 100;
  const size = `${written(birds)} birds × ${flights} flights`;
  say(size);
  const { season, order, live } = flownSeason(birds, flights);
  const figures: Figure[] = [];
  const measured = (key: string, says: string, bar: number, once: (n: number) => void) => {
    // Compiled before it is measured.
    for (let n = 0; n < 20; n += 1) once(n);
    const before = cpuTime(process.pid);
    for (let n = 0; n < times; n += 1) once(n + 20);
    const value = (cpuTime(process.pid) - before) / times;
    figures.push({
      key: `rankings/${key}`,
      says: `Ranking of ${size}, ${says}, CPU`,
      value,
      unit: 'ms',
      better: 'less',
      bar,
    });
    return written(value);
  };
  const rows = rules.map(([says, rule]) => {
    const anew = measured(`${says}/anew`, `${says}: anew`, 150, () => seasonRanking(rule, season).rows());
    const moments = Array.from({ length: times + 20 }, (_, n) => at(live, order, birds / 2 + n + 1));
    const following = seasonRanking(rule, season);
    // The next bird lands, and all that are still out stand at a later time.
    const arrival = measured(`${says}/arrival`, `${says}: one arrival`, 5, (n) => {
      following.follow(moments[n]!);
      following.rows();
    });
    const at_home = seasonRanking(rule, homeOnly(season));
    const only = measured(`${says}/home`, `${says}: one arrival, of those at home`, 5, (n) => {
      at_home.follow({ ...moments[n]!, air: null });
      at_home.rows();
    });
    return [says, anew, arrival, only];
  });
  return {
    sheets: [
      {
        title: `A season’s ranking of ${size}`,
        notes: [
          'Half of the last flight is home. One arrival moves also every bird that is still in the air, which stands at what it would have if it landed now. CPU time, ms.',
        ],
        columns: ['', 'anew', 'one arrival', 'of those at home'],
        rows,
      },
    ],
    figures,
  };
}
