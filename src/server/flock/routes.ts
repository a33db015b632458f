/** The call of *my flock*. */
import { readFlock } from '#domain/flock/contract.ts';
import { personOf } from '#server/act.ts';
import type { Standings } from '#server/arrivals/standings.ts';
import { type Route, route } from '#server/route.ts';
import { flockOf } from './flock.ts';

export const flockRoutes = (standings: Standings): Route[] => [
  route(readFlock, {
    load: async () => null,
    act: async (tx, _own, { query: { q } }, { actor, now_ms }) => {
      const seasons = await flockOf(tx, standings, personOf(actor), { q, now_ms });
      const total = seasons.reduce((sum, { birds }) => sum + birds.length, 0);
      return { seasons, total, read_at: new Date(now_ms).toISOString() };
    },
  }),
];
