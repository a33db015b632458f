/** The fanciers of a loft as a file, filtered like the list. */
import { listFanciers } from '#domain/fanciers/contract.ts';
import { readLoftAdmin } from '#domain/seasons/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { answers, idFrom, searchTextFrom } from '#web/lib/loader.ts';
import { fileResponse } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/fanciers-csv.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const key = { params: { loft_id: idFrom(params.loft_id) } };
  const q = searchTextFrom(new URL(request.url).searchParams);
  const call = context.get(callContext);
  const [{ loft }, { fanciers }] = await answers(() =>
    Promise.all([call(readLoftAdmin, key), call(listFanciers, { ...key, query: { q, per_page: 'all' } })]),
  );
  const head = [
    t('loft_admin.name'),
    t('identity.email'),
    t('loft_admin.phone'),
    t('identity.street'),
    t('identity.zipcode'),
    t('identity.city'),
    t('loft.country'),
    t('loft.teams'),
  ];
  const lines = fanciers.map(({ name, email, phone, street, zipcode, city, country, teams }) => [
    name,
    email,
    phone,
    street,
    zipcode,
    city,
    country,
    teams.join(', '),
  ]);
  return fileResponse(args, { name: [loft.name, t('admin.fanciers')].join(' '), rows: [head, ...lines] });
}
