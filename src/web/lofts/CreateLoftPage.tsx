/** A new loft (2.15): its required fields; the rest is set on its admin pages. */
import { Form, redirect, useNavigation } from 'react-router';
import { localeFacts, locales } from '#domain/locales.ts';
import { createLoft, listAdministered } from '#domain/lofts/contract.ts';
import { loftToCreate } from '#domain/lofts/settings.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { fieldsIn } from '#web/lib/fields-in.ts';
import { actOn, fieldsOf } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { CountryOptions } from '#web/ui/CountryOptions.tsx';
import { Choice, Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/CreateLoftPage.ts';
import styles from './admin.module.css';
import { choicesFor } from './choices.server.ts';
import { RequiredLoftFields } from './RequiredLoftFields.tsx';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale, me } = context.get(pageContext);
  const { t } = speaker(locale);
  // Refuses readers who may not administer lofts.
  await answers(() => context.get(callContext)(listAdministered, { query: {} }));
  const head = pageHead({ context, params, pattern }, [t('loft_admin.new')], t('loft_admin.new_lead'));
  const request_key = crypto.randomUUID();
  return { ...choicesFor(locale), names_merchant: me?.is_admin ?? false, request_key, locale, head };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  return actOn(form, async () => {
    const { loft, is_invited } = await context.get(callContext)(createLoft, { body: fieldsOf(form, loftToCreate) });
    return redirect(`/admin/lofts/${loft.id}?opened=${is_invited ? 'invited' : ''}`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function CreateLoftPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { zones, currencies, countries, names_merchant, request_key, locale } = loaderData;
  const busy = useNavigation().state !== 'idle';
  const own = fieldsIn(actionData, {
    name: '',
    unit: 'km',
    time_zone: '',
    currency: 'EUR',
    country: '',
    merchant_email: '',
    language: locale,
  });
  return (
    <div className="wrap">
      <AdminHead title={t('loft_admin.new')} lead={t('loft_admin.new_lead')} />
      <div className={styles.body}>
        <section className={panel.panel}>
          <Form method="post" className={`${forms.form} ${styles.sheet}`} noValidate>
            <Wrong refused={actionData?.refused} />
            <RequiredLoftFields own={own} zones={zones} currencies={currencies} />
            <Choice label={t('loft.country')} {...own('country')}>
              <option value="">{t('identity.no_country')}</option>
              <CountryOptions countries={countries} />
            </Choice>
            {names_merchant && (
              <div className={forms.pair}>
                <Field
                  type="email"
                  label={t('loft_admin.merchant')}
                  hint={t('loft_admin.merchant_hint')}
                  required
                  autoComplete="off"
                  {...own('merchant_email')}
                />
                <Choice label={t('staff.language')} {...own('language')}>
                  {locales.map((one) => (
                    <option key={one} value={one} lang={localeFacts[one].lang}>
                      {localeFacts[one].name}
                    </option>
                  ))}
                </Choice>
              </div>
            )}
            <input type="hidden" name="request_key" value={request_key} />
            <button type="submit" className={panel.button_primary} disabled={busy}>
              {t('loft_admin.create')}
            </button>
          </Form>
        </section>
      </div>
    </div>
  );
}
