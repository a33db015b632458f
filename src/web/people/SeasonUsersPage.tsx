/** The users of a season: its customers, and the people with rights in its loft. */
import { useTranslation } from 'react-i18next';
import { listSeasonUsers } from '#domain/people/contract.ts';
import { parts } from '#domain/people/part.ts';
import { seasonDeskPath } from '#web/desk/ways.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn } from '#web/lib/form.ts';
import { metaOf, titled } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { DeskHead } from '#web/ui/DeskHead.tsx';
import type { Route } from './+types/SeasonUsersPage.ts';
import { PeoplePanel } from './PeoplePanel.tsx';
import { rightWords } from './PeopleTable.tsx';
import { usersAskedFor } from './people-list.ts';
import { mailTo } from './write-mail.ts';

function told({ context, params, request }: Pick<Route.LoaderArgs, 'context' | 'params' | 'request'>) {
  const query = usersAskedFor(new URL(request.url).searchParams);
  const season_id = idFrom(params.season_id);
  const list = answers(() => context.get(callContext)(listSeasonUsers, { params: { season_id }, query }));
  return { query, season_id, list };
}

export async function loader(args: Route.LoaderArgs) {
  const { locale, public_url } = args.context.get(pageContext);
  const { t } = speaker(locale);
  const { query, season_id, list } = told(args);
  const { loft, season, ...page } = await list;
  const head = {
    title: titled(t('desk.users'), season.name),
    description: loft.name,
    url: `${public_url}${seasonDeskPath(season_id)}/users`,
  };
  return { season, page, query, head };
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData();
  const { people } = await told(args).list;
  return actOn(form, async () => mailTo(form, people));
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonUsersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { season, page, query } = loaderData;
  const at = seasonDeskPath(season.id);
  return (
    <>
      <DeskHead
        way={[
          { name: t('desk.all_seasons'), to: '/admin/seasons' },
          { name: season.name, to: at },
          { name: t('desk.users') },
        ]}
        title={t('desk.users')}
        lead={t('people.users_lead')}
      />
      <PeoplePanel
        title={t('desk.users')}
        found={t('people.found', { count: page.total })}
        empty={{ title: t('people.no_users'), text: t('people.no_users_text') }}
        list={page}
        query={query}
        at={`${at}/users`}
        teams_at={`${at}/teams`}
        withRights
        own={['part']}
        choices={
          <label>
            <span className="visually-hidden">{t('people.rights')}</span>
            <select key={query.part} name="part" defaultValue={query.part ?? ''}>
              <option value="">{t('people.all_rights')}</option>
              {parts.map((part) => (
                <option key={part} value={part}>
                  {part === 'customer' ? t('people.customer') : t(rightWords[part])}
                </option>
              ))}
            </select>
          </label>
        }
        answer={actionData}
      />
    </>
  );
}
