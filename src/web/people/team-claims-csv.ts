/** The claims to teams of a loft as a file, found like the list. */
import { listTeamClaims } from '#domain/people/team-claim-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { answers, idFrom, searchTextFrom } from '#web/lib/loader.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { fileResponse } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/team-claims-csv.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const key = { params: { loft_id: idFrom(params.loft_id) } };
  const q = searchTextFrom(new URL(request.url).searchParams);
  const { loft, claims } = await answers(() =>
    context.get(callContext)(listTeamClaims, { ...key, query: { q, per_page: 'all' } }),
  );
  const head = [
    t('teams.team'),
    t('bird.season'),
    t('rights.person'),
    t('rights.email'),
    t('claims.text'),
    t('claims.at'),
    t('claims.state'),
    t('claims.reason'),
  ];
  const lines = claims.map(({ team, season, by, text, claimed_at, state, reason }) => [
    team.team,
    season.name,
    nameOf(by),
    by.email,
    text,
    claimed_at.slice(0, 10),
    t(`claims.${state}`),
    reason,
  ]);
  return fileResponse(args, { name: [loft.name, t('admin.claims')].join(' '), rows: [head, ...lines] });
}
