/** A frozen ranking as a text file, byte for byte as its fingerprint is of. */
import { readFrozenRanking } from '#domain/rankings/contract.ts';
import { callContext } from '#web/lib/context.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { textFile } from '#web/lib/text-file.ts';
import type { Route } from './+types/frozen-ranking.ts';

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const key = { loft_id: idFrom(params.loft_id), ranking_id: idFrom(params.ranking_id) };
  const version = new URL(request.url).searchParams.get('version');
  const query = { with: 'text' as const, ...(version !== null && { version: idFrom(version) }) };
  const { text, ...one } = await answers(() => context.get(callContext)(readFrozenRanking, { params: key, query }));
  return textFile(`ranking-${key.ranking_id}-${one.version}.txt`, text ?? '');
}
