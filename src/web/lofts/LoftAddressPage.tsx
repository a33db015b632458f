/** A loft's address, and its position as two numbers or a point on a map. */
import { redirect } from 'react-router';
import { changeLoftAddress, readLoftSettings } from '#domain/lofts/contract.ts';
import { loftAddress } from '#domain/lofts/settings.ts';
import { loftAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, fieldsOf } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { mapOf } from '#web/map/land.server.ts';
import { placeOf } from '#web/map/place.ts';
import { CountryOptions } from '#web/ui/CountryOptions.tsx';
import { Choice, Field } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import type { Route } from './+types/LoftAddressPage.ts';
import styles from './admin.module.css';
import { choicesFor } from './choices.server.ts';
import { useOwnFields } from './concurrent-edits.ts';
import { LoftPlace } from './LoftPlace.tsx';
import { SettingsSheet } from './SettingsSheet.tsx';

export { revalidateAfterRefusal as shouldRevalidate } from '#web/lib/revalidate.ts';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale, site } = context.get(pageContext);
  const { t } = speaker(locale);
  const loft_id = idFrom(params.loft_id);
  const { loft, address_version: version } = await answers(() =>
    context.get(callContext)(readLoftSettings, { params: { loft_id } }),
  );
  const head = pageHead({ context, params, pattern }, [t('admin.address'), loft.name], loft.name);
  const place = placeOf(loft.loft_address);
  const map = await mapOf(place, site);
  return { loft, version, countries: choicesFor(locale).countries, place, map, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const loft_id = idFrom(params.loft_id);
  const form = await request.formData();
  return actOn(form, async () => {
    const body = fieldsOf(form, loftAddress);
    await context.get(callContext)(changeLoftAddress, { params: { loft_id }, body });
    return redirect(`${loftAdminPath(loft_id)}/address?saved`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function LoftAddressPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { loft, version, countries, place, map } = loaderData;
  const own = useOwnFields(actionData, loft.loft_address);
  return (
    <SettingsSheet part="address" version={version} answer={actionData}>
      <Field label={t('identity.street')} maxLength={128} {...own('street')} />
      <div className={forms.pair}>
        <Field label={t('identity.zipcode')} maxLength={32} {...own('zipcode')} />
        <Field label={t('identity.city')} maxLength={128} {...own('city')} />
      </div>
      <Choice label={t('loft.country')} {...own('country')}>
        <option value="">{t('identity.no_country')}</option>
        <CountryOptions countries={countries} />
      </Choice>
      <h2 className={styles.legend}>{t('loft_admin.place')}</h2>
      <LoftPlace
        latitude={own('latitude', t('loft_admin.degrees_hint'))}
        longitude={own('longitude', t('loft_admin.degrees_hint'))}
        place={place}
        map={map}
        loft={loft.name}
      />
    </SettingsSheet>
  );
}
