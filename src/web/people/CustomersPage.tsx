/** The customers of a season: the people whose teams are in it. */
import { useTranslation } from 'react-i18next';
import { listCustomers } from '#domain/people/contract.ts';
import { seasonDeskPath } from '#web/desk/ways.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn } from '#web/lib/form.ts';
import { metaOf, titled } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { DeskHead } from '#web/ui/DeskHead.tsx';
import type { Route } from './+types/CustomersPage.ts';
import { PeoplePanel } from './PeoplePanel.tsx';
import { peopleAskedFor } from './people-list.ts';
import { mailTo } from './write-mail.ts';

function told({ context, params, request }: Pick<Route.LoaderArgs, 'context' | 'params' | 'request'>) {
  const query = peopleAskedFor(new URL(request.url).searchParams);
  const season_id = idFrom(params.season_id);
  const list = answers(() => context.get(callContext)(listCustomers, { params: { season_id }, query }));
  return { query, season_id, list };
}

export async function loader(args: Route.LoaderArgs) {
  const { locale, public_url } = args.context.get(pageContext);
  const { t } = speaker(locale);
  const { query, season_id, list } = told(args);
  const { loft, season, ...page } = await list;
  const head = {
    title: titled(t('desk.customers'), season.name),
    description: loft.name,
    url: `${public_url}${seasonDeskPath(season_id)}/customers`,
  };
  return { season, page, query, head };
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData();
  const { people } = await told(args).list;
  return actOn(form, async () => mailTo(form, people));
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function CustomersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { season, page, query } = loaderData;
  const at = seasonDeskPath(season.id);
  return (
    <>
      <DeskHead
        way={[
          { name: t('desk.all_seasons'), to: '/admin/seasons' },
          { name: season.name, to: at },
          { name: t('desk.customers') },
        ]}
        title={t('desk.customers')}
        lead={t('people.customers_lead')}
      />
      <PeoplePanel
        title={t('desk.customers')}
        found={t('people.found', { count: page.total })}
        empty={{ title: t('people.no_customers'), text: t('people.no_customers_text') }}
        list={page}
        query={query}
        at={`${at}/customers`}
        teams_at={`${at}/teams`}
        answer={actionData}
      />
    </>
  );
}
