/** Where birds stand in the rankings of their season, for the pages of a bird and of a team. */
import { type ListedRanking, listRankings, type RankingLineView, readRankingBirds } from '#domain/rankings/contract.ts';
import type { Call } from './context.ts';

/** A line of a ranking. */
export interface InRanking {
  ranking: Pick<ListedRanking, 'id' | 'name' | 'names' | 'rule'>;
  line: RankingLineView;
  frozen: boolean;
}

/** The best lines of some birds, or of the birds of a team, in each ranking of a season; at most so many of each. */
export async function linesInRankings(
  call: Call,
  { loft_id, season_id, ...birds }: { loft_id: number; season_id: number; pigeons?: string; teams?: string },
  most: number,
): Promise<InRanking[]> {
  const { rankings } = await call(listRankings, { params: { loft_id }, query: { season_id } });
  const found: InRanking[] = [];
  for (const ranking of rankings) {
    const reply = await call(readRankingBirds, {
      params: { loft_id, ranking_id: ranking.id },
      query: birds,
    });
    const lines = new Map(reply.birds.flatMap(({ line }) => (line ? [[line.key, line] as const] : [])));
    for (const line of [...lines.values()].slice(0, most)) found.push({ ranking, line, frozen: reply.is_frozen });
  }
  return found;
}
