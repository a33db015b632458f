/** The permissions of people in a loft: plain forms to grant, change and revoke them, with the change log below. */
import { Form, redirect, useSearchParams } from 'react-router';
import {
  demandSecondFactor,
  findPeople,
  givePermission,
  readPermissions,
  takePermission,
} from '#domain/accounts/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import search from '#web/ui/search.module.css';
import type { Route } from './+types/PermissionsPage.ts';
import { Changes } from './Changes.tsx';
import { permissionsPath } from './paths.ts';
import styles from './permissions.module.css';
import { RightsForm, rights } from './RightsForm.tsx';
import { SecondFactorDemand } from './SecondFactorDemand.tsx';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale, me } = context.get(pageContext);
  const { t } = speaker(locale);
  const call = context.get(callContext);
  const loft_id = idFrom(params.loft_id);
  const searchParams = new URL(request.url).searchParams;
  const before = searchParams.get('before');
  const email = (searchParams.get('email') ?? '').trim();
  const [view, found] = await answers(() =>
    Promise.all([
      call(readPermissions, { params: { loft_id }, query: before === null ? {} : { before: idFrom(before) } }),
      // The call accepts 3 to 128 characters.
      email.length >= 3 && email.length <= 128 ? call(findPeople, { params: { loft_id }, query: { email } }) : null,
    ]),
  );
  const head = pageHead(
    { context, params, pattern },
    [t('rights.title'), view.loft.name],
    t('rights.caption', { loft: view.loft.name }),
  );
  return { ...view, reads_log: me?.is_admin ?? false, found: email === '' ? null : (found?.people ?? []), head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const loft_id = idFrom(params.loft_id);
  const form = await request.formData();
  const call = context.get(callContext);
  const intent = textIn(form, 'intent');
  return actOn(form, async () => {
    if (intent === 'demand' || intent === 'demand_end') {
      await call(demandSecondFactor, { params: { loft_id }, body: { is_demanded: intent === 'demand' } });
      return redirect(permissionsPath(loft_id));
    }
    const key = { loft_id, user_id: idFrom(textIn(form, 'user_id')) };
    const takes = intent === 'take';
    const entry = Object.fromEntries(rights.map((right) => [right, form.has(right)])) as Record<
      (typeof rights)[number],
      boolean
    >;
    await (takes
      ? call(takePermission, { params: key, body: {} })
      : call(givePermission, { params: key, body: entry }));
    // The next request reads the rights again: they may be the reader's own.
    return redirect(`${permissionsPath(loft_id)}?${takes ? 'taken' : 'saved'}=${key.user_id}`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function PermissionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [searchParams] = useSearchParams();
  const { loft, people, found, changes, older, second_factor, reads_log } = loaderData;
  const typedOf = (user_id: number) => (actionData?.typed.user_id === String(user_id) ? actionData.typed : undefined);
  const entryOf = (user_id: number) => people.find((one) => one.user_id === user_id)?.entry ?? null;
  const done = doneTo();
  return (
    <>
      <AdminHead title={t('rights.title')} lead={t('rights.lead')} />
      <FormResult refused={actionData?.refused} />
      {!actionData && done && (
        <p role="status" className={`${panel.notice} ${styles.notice} ${styles.done}`}>
          <Icon name="check" />
          {done}
        </p>
      )}
      <div className={styles.parts}>
        <section className={panel.panel} aria-labelledby="people">
          <div className={panel.head}>
            <h2 id="people">{t('rights.people')}</h2>
          </div>
          {people.length ? (
            <ul>
              {people.map(({ entry, ...person }) => (
                <li key={person.user_id}>
                  <RightsForm person={person} entry={entry} typed={typedOf(person.user_id)} reads_log={reads_log} />
                </li>
              ))}
            </ul>
          ) : (
            <Empty title={t('rights.empty')} text={t('rights.empty_text')} />
          )}
        </section>
        <section className={panel.panel} aria-labelledby="find">
          <div className={panel.head}>
            <h2 id="find">{t('rights.find')}</h2>
            <small>{t('rights.find_text')}</small>
          </div>
          <Form method="get" className={search.form} preventScrollReset>
            <label className={search.field}>
              <span className="visually-hidden">{t('rights.email')}</span>
              <input
                type="email"
                name="email"
                required
                minLength={3}
                maxLength={128}
                defaultValue={searchParams.get('email') ?? ''}
                placeholder={t('rights.email')}
                autoComplete="off"
              />
            </label>
            <button type="submit" className={panel.button_primary}>
              {t('rights.search')}
            </button>
          </Form>
          {found?.length === 0 && (
            <p role="status" className={styles.quiet}>
              {t('rights.nobody')}
            </p>
          )}
          {found !== null && found.length > 0 && (
            <ul className={styles.found}>
              {found.map((person) => (
                <li key={person.user_id}>
                  <RightsForm
                    person={person}
                    entry={entryOf(person.user_id)}
                    typed={typedOf(person.user_id)}
                    reads_log={reads_log}
                  />
                </li>
              ))}
            </ul>
          )}
        </section>
        <SecondFactorDemand is_demanded={second_factor} />
        <Changes loft={loft} changes={changes} older={older} back={searchParams.has('before')} />
      </div>
    </>
  );

  /** The success message of the last form. */
  function doneTo(): string | null {
    const saved = people.find(({ user_id }) => String(user_id) === searchParams.get('saved'));
    if (saved) return t('rights.saved', { name: nameOf(saved) ?? t('rights.unnamed') });
    const taken = changes.find(
      ({ about, after }) => String(about.user_id) === searchParams.get('taken') && after === null,
    );
    return taken ? t('rights.taken', { name: nameOf(taken.about) ?? t('rights.unnamed') }) : null;
  }
}
