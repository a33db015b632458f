/** Loads why a line of a ranking has its place, for the page and the file. */
import { explainInRanking } from '#domain/rankings/contract.ts';
import { callContext } from '#web/lib/context.ts';
import { answers, idFrom, notFound } from '#web/lib/loader.ts';
import type { Route } from './+types/WhyPage.ts';

export function loadWhy({ context, params, request }: Pick<Route.LoaderArgs, 'context' | 'params' | 'request'>) {
  const search = new URL(request.url).searchParams;
  const key = { loft_id: idFrom(params.loft_id), ranking_id: idFrom(search.get('ranking') ?? undefined) };
  const query = { line: search.get('line') || notFound() };
  return answers(() => context.get(callContext)(explainInRanking, { params: key, query }));
}
