/** All people of the site, for its admins: their rights, their last use, and who else is an admin (6.3). */
import { Form, redirect, redirectDocument, useSearchParams } from 'react-router';
import { beginSeeing, changeStanding } from '#domain/accounts/contract.ts';
import { listPeople, type PersonRow, personKinds } from '#domain/accounts/people-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { withDone } from '#web/lib/done.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom, perPages } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Filter } from '#web/ui/Filter.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import { Link } from '#web/ui/Link.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { RowKeys } from '#web/ui/RowKeys.tsx';
import rows from '#web/ui/rows.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { SortHead } from '#web/ui/SortHead.tsx';
import { Table } from '#web/ui/Table.tsx';
import { Day } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/PeoplePage.ts';
import { securityLogPath } from './paths.ts';
import styles from './people.module.css';
import { everybodyQueryFrom } from './people-list.ts';
import { givenRights, rightKeys } from './RightsForm.tsx';

const at = '/admin/people';
const narrowing = ['kind'];

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const query = everybodyQueryFrom(new URL(request.url).searchParams);
  const list = await answers(() => context.get(callContext)(listPeople, { query }));
  const head = pageHead({ context, params, pattern }, [t('everybody.title')], t('everybody.lead'));
  return { ...list, query, head };
}

/** Sees the site as a person, makes one an admin, or no longer one; the roles stay. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const user_id = idFrom(textIn(form, 'user_id'));
  const call = context.get(callContext);
  return actOn(form, async () => {
    if (textIn(form, 'intent') === 'see') {
      await call(beginSeeing, { params: { user_id }, body: {} });
      // A whole new page: everything that is shown belongs to that person from now on.
      throw redirectDocument('/');
    }
    const roles = textIn(form, 'roles').split(' ').filter(Boolean) as PersonRow['standing']['roles'];
    const is_admin = textIn(form, 'is_admin') === '1';
    const body = { is_admin, roles };
    await call(changeStanding, { params: { user_id }, body });
    const kind = is_admin ? 'admin_given' : 'admin_taken';
    return redirect(`${at}${withDone(new URL(request.url).searchParams, kind, textIn(form, 'name'))}`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function PeoplePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const { people, query, ...page } = loaderData;
  return (
    <div className="wrap">
      <AdminHead title={t('everybody.title')} lead={t('everybody.lead')} />
      <FormResult refused={actionData?.refused} />
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t('everybody.title')}</h2>
          <small role="status">{t('people.found', { count: page.total })}</small>
          <RowKeys />
          {page.total > 0 && <DownloadLinks path={at} query={`${search}`} />}
        </div>
        <SearchForm hint={t('everybody.search')} own={narrowing}>
          <Filter
            name="kind"
            label={t('people.rights')}
            all={t('people.all_rights')}
            options={personKinds.map((kind) => ({
              value: kind,
              word: t(kind === 'admin' ? 'everybody.admin' : rightKeys[kind]),
            }))}
          />
        </SearchForm>
        {people.length === 0 ? (
          <NoRows own={narrowing} title={t('everybody.none')} text={t('everybody.none_text')} />
        ) : (
          <>
            <Table caption={t('everybody.title')} cards>
              <thead>
                <tr>
                  <SortHead by="name" order={query.sort}>
                    {t('rights.person')}
                  </SortHead>
                  <th scope="col">{t('people.rights')}</th>
                  <SortHead by="order_count" order={query.sort} largest className={table.figure}>
                    {t('admin.orders')}
                  </SortHead>
                  <SortHead by="created_at" order={query.sort} largest>
                    {t('everybody.since')}
                  </SortHead>
                  <SortHead by="last_used_at" order={query.sort} largest>
                    {t('everybody.last_used')}
                  </SortHead>
                  <th>
                    <span className="visually-hidden">{t('everybody.admin')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {people.map((person) => (
                  <tr key={person.user_id}>
                    <td>
                      <span>
                        <Link to={securityLogPath(person.user_id)}>
                          <bdi>{nameOf(person) ?? t('rights.unnamed')}</bdi>
                        </Link>
                        {person.email && (
                          <small>
                            <a href={`mailto:${person.email}`}>
                              <bdi>{person.email}</bdi>
                            </a>
                          </small>
                        )}
                      </span>
                    </td>
                    <td data-label={t('people.rights')}>
                      <Rights {...person} />
                    </td>
                    <td data-label={t('admin.orders')} className={table.figure}>
                      <bdi className="num">{formatNumber(locale, person.order_count)}</bdi>
                    </td>
                    <td data-label={t('everybody.since')}>
                      <Day at_ms={Date.parse(person.created_at)} time_zone="UTC" />
                    </td>
                    <td data-label={t('everybody.last_used')}>
                      {person.last_used_at ? <Day at_ms={Date.parse(person.last_used_at)} time_zone="UTC" /> : '–'}
                    </td>
                    <td>
                      <div className={rows.actions}>
                        {!person.standing.is_admin && (
                          <Form method="post">
                            <input type="hidden" name="user_id" value={person.user_id} />
                            <button type="submit" name="intent" value="see" className={panel.button}>
                              {t('everybody.see')}
                            </button>
                          </Form>
                        )}
                        <ChangeAdmin person={person} />
                      </div>
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
            <Paging {...page} per_page={query.per_page} sizes={perPages} />
          </>
        )}
      </section>
    </div>
  );
}

/** Makes a person an admin, or no longer one, after a question that names them. */
function ChangeAdmin({ person }: { person: PersonRow }) {
  const { t } = useTranslation();
  const { is_admin, roles } = person.standing;
  const name = nameOf(person) ?? person.email ?? t('rights.unnamed');
  const named = person.email && person.email !== name ? `${name} (${person.email})` : name;
  const word = t(is_admin ? 'everybody.take_admin' : 'everybody.give_admin');
  // An answered question is another one: it is folded again.
  return (
    <details key={`${is_admin}`} className={styles.ask}>
      <summary className={panel.button}>{`${word}…`}</summary>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="user_id" value={person.user_id} />
        <input type="hidden" name="name" value={named} />
        <input type="hidden" name="roles" value={roles.join(' ')} />
        <input type="hidden" name="is_admin" value={is_admin ? '0' : '1'} />
        <p>{t(is_admin ? 'everybody.ask_take' : 'everybody.ask_give', { name: named })}</p>
        <button type="submit" className={panel.button_primary}>
          {word}
        </button>
      </Form>
    </details>
  );
}

/** Admin of the site, and the rights in each loft. */
function Rights({ standing, rights }: Pick<PersonRow, 'standing' | 'rights'>) {
  const { t } = useTranslation();
  if (!standing.is_admin && rights.length === 0) return '–';
  return (
    <span>
      {standing.is_admin && <b>{t('everybody.admin')}</b>}
      {rights.map(({ loft_id, loft, entry }) => (
        <small key={loft_id}>
          <Link to={`/admin/lofts/${loft_id}/permissions`}>
            <bdi>{loft}</bdi>
          </Link>
          {': '}
          {[
            ...givenRights(entry).map((right) => t(rightKeys[right])),
            ...(entry.is_active ? [] : [t('rights.inactive')]),
          ].join(' · ')}
        </small>
      ))}
    </span>
  );
}
