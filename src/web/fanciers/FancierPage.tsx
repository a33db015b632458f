/** One fancier of a loft, or a new one: contact, note, teams by season, duplicates to merge. */
import { Form, redirect } from 'react-router';
import { countriesIn } from '#domain/countries.ts';
import {
  addFancier,
  changedFancier,
  changeFancier,
  fancierFields,
  mergeFanciers,
  readFancier,
} from '#domain/fanciers/contract.ts';
import { readLoftAdmin } from '#domain/seasons/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { fieldsIn } from '#web/lib/fields-in.ts';
import { actOn, fieldsOf, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { teamPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { CountryOptions } from '#web/ui/CountryOptions.tsx';
import { Area, Choice, Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/FancierPage.ts';
import styles from './fanciers.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const loft_id = idFrom(params.loft_id);
  const call = context.get(callContext);
  const fancier_id = params.fancier_id === undefined ? null : idFrom(params.fancier_id);
  const [{ loft }, known] = await answers(() =>
    Promise.all([
      call(readLoftAdmin, { params: { loft_id } }),
      fancier_id === null ? null : call(readFancier, { params: { loft_id, fancier_id } }),
    ]),
  );
  const head = pageHead(
    { context, params, pattern },
    [known?.fancier.name ?? t('fanciers.add'), loft.name],
    t('fanciers.lead'),
  );
  return { loft, known, countries: countriesIn(locale), head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const loft_id = idFrom(params.loft_id);
  const form = await request.formData();
  const call = context.get(callContext);
  return actOn(form, async () => {
    if (params.fancier_id === undefined) {
      const { id } = await call(addFancier, { params: { loft_id }, body: fieldsOf(form, fancierFields) });
      return redirect(`/admin/lofts/${loft_id}/fanciers/${id}`);
    }
    const key = { params: { loft_id, fancier_id: idFrom(params.fancier_id) } };
    if (form.get('intent') === 'merge')
      await call(mergeFanciers, { ...key, body: { other_id: textIn(form, 'other_id') } });
    else await call(changeFancier, { ...key, body: fieldsOf(form, changedFancier) });
    return redirect(`/admin/lofts/${loft_id}/fanciers/${params.fancier_id}?saved`);
  });
}

export { revalidateAfterRefusal as shouldRevalidate } from '#web/lib/revalidate.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

const emptyFancier = { name: '', email: '', phone: '', street: '', zipcode: '', city: '', country: '', note: '' };

export default function FancierPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { loft, known, countries } = loaderData;
  const merges = actionData?.typed.intent === 'merge';
  const answer = merges ? undefined : actionData;
  const saved: Record<keyof typeof emptyFancier, string | null> = known?.fancier ?? emptyFancier;
  const field = fieldsIn(answer, saved);
  const meanwhile = answer?.refused.code === 'changed_meanwhile';
  const own = (of: keyof typeof emptyFancier, hint?: string) => {
    const now = saved[of] ?? '';
    const differs = meanwhile && now !== (answer?.typed[of] ?? '');
    return { ...field(of), hint: differs ? t('loft_admin.now', { value: now || '–' }) : hint };
  };
  return (
    <>
      <AdminHead title={known?.fancier.name ?? t('fanciers.add')} />
      <div className={styles.body}>
        <section className={panel.panel}>
          <Form
            key={known ? `${known.fancier.id} ${known.fancier.version}` : 'new'}
            method="post"
            className={`${forms.form} ${styles.sheet}`}
            noValidate
          >
            <Wrong refused={answer?.refused} />
            {known && <input type="hidden" name="version" value={known.fancier.version} />}
            <Field label={t('loft_admin.name')} required maxLength={128} autoComplete="off" {...own('name')} />
            <div className={forms.pair}>
              <Field type="email" label={t('identity.email')} autoComplete="off" {...own('email')} />
              <Field
                type="tel"
                label={t('loft_admin.phone')}
                autoComplete="off"
                {...own('phone', t('loft_admin.phone_hint'))}
              />
            </div>
            <Field label={t('identity.street')} maxLength={128} autoComplete="off" {...own('street')} />
            <div className={forms.pair}>
              <Field label={t('identity.zipcode')} maxLength={32} autoComplete="off" {...own('zipcode')} />
              <Field label={t('identity.city')} maxLength={128} autoComplete="off" {...own('city')} />
              <Choice label={t('loft.country')} {...own('country')}>
                <option value="">{t('identity.no_country')}</option>
                <CountryOptions countries={countries} />
              </Choice>
            </div>
            <Area label={t('loft_admin.note')} maxLength={4000} {...own('note', t('loft_admin.notes_lead'))} />
            <button type="submit" className={panel.button_primary}>
              {t('identity.save')}
            </button>
          </Form>
        </section>
        {known && (
          <>
            <section className={panel.panel} aria-labelledby="teams">
              <div className={panel.head}>
                <h2 id="teams">{t('loft.teams')}</h2>
              </div>
              <ul className={styles.teams}>
                {known.teams.map(({ team_id, name, season }) => (
                  <li key={team_id}>
                    <Link to={teamPath({ loft_id: loft.id, team_id })}>
                      <bdi>{name}</bdi>
                    </Link>{' '}
                    · <bdi>{season}</bdi>
                  </li>
                ))}
                {known.teams.length === 0 && <li>{t('fanciers.no_teams')}</li>}
              </ul>
            </section>
            {known.others.length > 0 && (
              <section className={panel.panel}>
                <Form method="post" className={`${forms.form} ${styles.sheet}`} noValidate>
                  <Wrong refused={merges ? actionData?.refused : undefined} />
                  <Choice label={t('fanciers.same')} name="other_id" hint={t('fanciers.same_hint')}>
                    <option value="">{t('fanciers.choose')}</option>
                    {known.others.map(({ id, name }) => (
                      <option key={id} value={id}>
                        {name}
                      </option>
                    ))}
                  </Choice>
                  <button type="submit" name="intent" value="merge" className={panel.button}>
                    {t('fanciers.merge')}
                  </button>
                </Form>
              </section>
            )}
          </>
        )}
      </div>
    </>
  );
}
