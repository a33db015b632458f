/** The customers or the users of a season: filtered, sorted, and written to. Works without a script. */
import { useSearchParams } from 'react-router';
import { whyNotChosen } from '#domain/pigeons/team.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom, perPages } from '#web/lib/loader.ts';
import { chosenIn } from '#web/lib/selected-rows.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import bulk from '#web/ui/bulk-action.module.css';
import { CountryFilter } from '#web/ui/CountryFilter.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Filter } from '#web/ui/Filter.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { RowKeys } from '#web/ui/RowKeys.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { Selection } from '#web/ui/Selection.tsx';
import type { Route } from './+types/SeasonPeoplePage.ts';
import { PeopleTable } from './PeopleTable.tsx';
import { peopleLists, peopleQueryFrom, readPeople } from './people-lists.ts';
import { rightWords } from './right-words.ts';

/** URL parameters of the list's filters. */
const narrowing = ['country', 'part'];

function readList({ context, params, pattern, request }: Route.LoaderArgs | Route.ActionArgs) {
  const query = peopleQueryFrom(new URL(request.url).searchParams);
  const season_id = idFrom(params.season_id);
  return answers(async () => ({
    query,
    ...(await readPeople(context.get(callContext), { pattern, season_id, query })),
  }));
}

export async function loader(args: Route.LoaderArgs) {
  const { t } = speaker(args.context.get(pageContext).locale);
  const { loft, ...page } = await readList(args);
  const head = pageHead(args, [t(peopleLists[page.list].title), page.season.name], loft.name);
  return { ...page, head };
}

/** The addresses for a mail to the chosen people. */
export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData();
  const { people } = await readList(args);
  return actOn(form, async () => {
    const chosen = new Set(chosenIn(form));
    const mail_to = people.flatMap(({ user_id, email }) => (chosen.has(user_id) && email ? [email] : []));
    const refusal = whyNotChosen(mail_to);
    if (refusal) throw refusal;
    return { mail_to };
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonPeoplePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { list, season, people, countries, query, ...page } = loaderData;
  const { title, lead, none, none_text, parts } = peopleLists[list];
  const adminPath = seasonAdminPath(season.id);
  const refused = actionData && 'refused' in actionData ? actionData : undefined;
  const mail_to = actionData && 'mail_to' in actionData ? actionData.mail_to : [];
  return (
    <>
      <AdminHead title={t(title)} lead={t(lead)} />
      <FormResult refused={refused?.refused} />
      {mail_to.length > 0 && (
        <p role="status" className={`${panel.notice} ${bulk.notice} ${bulk.done}`}>
          <Icon name="check" />
          {/* BCC: recipients do not see each other. */}
          <a href={`mailto:?bcc=${mail_to.map(encodeURIComponent).join(',')}`}>
            {t('people.write_to', { count: mail_to.length })}
          </a>
        </p>
      )}
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t(title)}</h2>
          <small role="status">{t('people.found', { count: page.total })}</small>
          <RowKeys />
          {page.total > 0 && <DownloadLinks path={`${adminPath}/${list}`} query={`${search}`} />}
        </div>
        <SearchForm hint={t('people.search')} own={narrowing}>
          <CountryFilter countries={countries} />
          {parts.length > 0 && (
            <Filter
              name="part"
              label={t('people.rights')}
              all={t('people.all_rights')}
              options={parts.map((part) => ({
                value: part,
                word: t(part === 'customer' ? 'people.customer' : rightWords[part]),
              }))}
            />
          )}
        </SearchForm>
        {people.length === 0 ? (
          <NoRows own={narrowing} title={t(none)} text={t(none_text)} />
        ) : (
          <>
            <Selection
              chosen={refused?.chosen}
              actions={
                <button type="submit" className={panel.button}>
                  {t('people.write')}
                </button>
              }
            >
              <PeopleTable list={list} people={people} order={query.sort} adminPath={adminPath} />
            </Selection>
            <Paging {...page} per_page={query.per_page} sizes={perPages} />
          </>
        )}
      </section>
    </>
  );
}
