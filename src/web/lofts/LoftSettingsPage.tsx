/** The settings of a loft (3.2): name, unit, time zone, contact; the first of its admin pages. */
import { redirect, useSearchParams } from 'react-router';
import { changeLoftSettings, readLoftSettings } from '#domain/lofts/contract.ts';
import { loftSettings } from '#domain/lofts/settings.ts';
import { loftAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, fieldsOf } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import bulk from '#web/ui/bulk-action.module.css';
import { Check, Field } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/LoftSettingsPage.ts';
import styles from './admin.module.css';
import { choicesFor } from './choices.server.ts';
import { useOwnFields } from './concurrent-edits.ts';
import { RequiredLoftFields } from './RequiredLoftFields.tsx';
import { SettingsSheet } from './SettingsSheet.tsx';

export { revalidateAfterRefusal as shouldRevalidate } from '#web/lib/revalidate.ts';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const loft_id = idFrom(params.loft_id);
  const key = { params: { loft_id } };
  const call = context.get(callContext);
  const { loft, shares_setup, settings_version: version } = await answers(() => call(readLoftSettings, key));
  const head = pageHead({ context, params, pattern }, [t('admin.settings'), loft.name], loft.name);
  return { loft, shares_setup, version, ...choicesFor(locale, loft.time_zone), head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const loft_id = idFrom(params.loft_id);
  const form = await request.formData();
  return actOn(form, async () => {
    const body = fieldsOf(form, loftSettings);
    await context.get(callContext)(changeLoftSettings, { params: { loft_id }, body });
    return redirect(`${loftAdminPath(loft_id)}?saved`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function LoftSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { loft, shares_setup, version, zones, currencies } = loaderData;
  const opened = useSearchParams()[0].get('opened');
  const { name, unit, time_zone, currency, email, phone, website, data_licence } = loft;
  const tags = loft.tags.map(({ tag_name }) => tag_name).join(', ');
  const saved = { name, unit, time_zone, currency, email, phone, website, tags, data_licence };
  const own = useOwnFields(actionData, saved);
  return (
    <SettingsSheet
      part="settings"
      version={version}
      answer={actionData}
      above={
        opened !== null && (
          <p role="status" className={`${panel.notice} ${bulk.notice} ${bulk.done}`}>
            <Icon name="check" />
            {opened === 'invited'
              ? t('loft_admin.opened_invited', { staff: t('admin.staff') })
              : t('loft_admin.opened')}
          </p>
        )
      }
    >
      <RequiredLoftFields
        own={(of) => own(of, of === 'unit' || of === 'time_zone' ? t('loft_admin.kept_hint') : undefined)}
        zones={zones}
        currencies={currencies}
      />
      <h2 className={styles.legend}>{t('loft_admin.contact')}</h2>
      <div className={forms.pair}>
        <Field type="email" label={t('identity.email')} autoComplete="off" {...own('email')} />
        <Field
          type="tel"
          label={t('loft_admin.phone')}
          autoComplete="off"
          {...own('phone', t('loft_admin.phone_hint'))}
        />
      </div>
      <Field type="url" label={t('loft_admin.website')} placeholder="https://" {...own('website')} />
      <Field label={t('loft_admin.tags')} {...own('tags', t('loft_admin.tags_hint'))} />
      <Field
        label={t('loft_admin.data_licence')}
        maxLength={300}
        {...own('data_licence', t('loft_admin.data_licence_hint'))}
      />
      <Check
        name="shares_setup"
        label={t('loft_admin.shares_setup')}
        hint={t('loft_admin.shares_setup_hint')}
        defaultChecked={actionData ? 'shares_setup' in actionData.typed : shares_setup}
      />
    </SettingsSheet>
  );
}
