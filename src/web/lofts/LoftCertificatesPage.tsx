/** What a loft says of its own on its certificates, language by language. */
import { Form, redirect, useNavigation } from 'react-router';
import { isLocale, localeFacts, locales } from '#domain/locales.ts';
import { certificateText, changeCertificateText, listCertificateTexts } from '#domain/lofts/certificate-text.ts';
import { loftAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { fieldsIn } from '#web/lib/fields-in.ts';
import { actOn, fieldsOf, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom, notFound } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Choice, Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/LoftCertificatesPage.ts';
import styles from './admin.module.css';
import { SavedNotice } from './SavedNotice.tsx';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const { t } = speaker(page.locale);
  const loft_id = idFrom(params.loft_id);
  const asked = new URL(request.url).searchParams.get('locale') ?? page.locale;
  const locale = isLocale(asked) ? asked : notFound();
  const { loft, texts } = await answers(() => context.get(callContext)(listCertificateTexts, { params: { loft_id } }));
  const head = pageHead({ context, params, pattern }, [t('certificate.titles'), loft.name], t('certificate.own_lead'));
  return { loft, texts, locale, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const loft_id = idFrom(params.loft_id);
  const form = await request.formData();
  const locale = textIn(form, 'locale');
  return actOn(form, async () => {
    const body = { ...fieldsOf(form, certificateText), version: textIn(form, 'version') };
    await context.get(callContext)(changeCertificateText, {
      params: { loft_id },
      body: { ...body, locale: isLocale(locale) ? locale : notFound() },
    });
    return redirect(`${loftAdminPath(loft_id)}/certificates?${new URLSearchParams({ locale, saved: '' })}`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function LoftCertificatesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const busy = useNavigation().state === 'submitting';
  const { texts, locale } = loaderData;
  const text = texts.find((one) => one.locale === locale) ?? { greeting: '', name: '', office: '', version: 0 };
  const { greeting, name, office } = text;
  const own = fieldsIn(actionData, { greeting, name, office });
  const given = (one: string) => texts.some((known) => known.locale === one && (known.greeting || known.name));
  return (
    <>
      <AdminHead title={t('certificate.titles')} lead={t('certificate.own_lead')} />
      <div className={styles.body}>
        <SavedNotice hidden={actionData !== undefined} />
        <section className={panel.panel}>
          <Form method="get" className={`${forms.form} ${styles.sheet}`}>
            <Choice label={t('footer.language')} name="locale" key={locale} defaultValue={locale}>
              {locales.map((one) => (
                <option key={one} value={one}>
                  {given(one) ? `${localeFacts[one].name} ✓` : localeFacts[one].name}
                </option>
              ))}
            </Choice>
            <button type="submit" className={panel.button}>
              {t('aces.show')}
            </button>
          </Form>
        </section>
        <section className={panel.panel} aria-label={localeFacts[locale].name}>
          {/* Keyed, so that another language has its own texts. */}
          <Form
            key={`${locale} ${text.version}`}
            method="post"
            className={`${forms.form} ${styles.sheet}`}
            lang={localeFacts[locale].lang}
            noValidate
          >
            <Wrong refused={actionData?.refused} />
            <input type="hidden" name="locale" value={locale} />
            <input type="hidden" name="version" value={text.version} />
            <Field
              label={t('certificate.greeting')}
              hint={t('certificate.greeting_hint')}
              maxLength={200}
              dir="auto"
              {...own('greeting')}
            />
            <Field label={t('certificate.signed_by')} maxLength={70} dir="auto" {...own('name')} />
            <Field
              label={t('certificate.office')}
              hint={t('certificate.office_hint')}
              maxLength={70}
              dir="auto"
              {...own('office')}
            />
            <button type="submit" className={panel.button_primary} disabled={busy}>
              {t('rights.save')}
            </button>
          </Form>
        </section>
      </div>
    </>
  );
}
