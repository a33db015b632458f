/** The logo and the colour of a loft, as its public pages, confirmations and mails show them. */
import { useState } from 'react';
import { Form, redirect, useRevalidator } from 'react-router';
import { leastContrast, readableAccent } from '#domain/lofts/accent.ts';
import { changeLoftAccent, changeLoftLogo, readLoftSettings } from '#domain/lofts/contract.ts';
import { loftAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { send } from '#web/lib/send.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Horizon } from '#web/ui/Horizon.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { accentOf, LoftLogo } from '#web/ui/LoftBrand.tsx';
import panel from '#web/ui/panel.module.css';
import sky from '#web/ui/sky.module.css';
import { Upload } from '#web/ui/Upload.tsx';
import type { Route } from './+types/LoftBrandPage.ts';
import styles from './admin.module.css';
import { SavedNotice } from './SavedNotice.tsx';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const loft_id = idFrom(params.loft_id);
  const { loft } = await answers(() => context.get(callContext)(readLoftSettings, { params: { loft_id } }));
  const head = pageHead({ context, params, pattern }, [t('admin.brand'), loft.name], t('loft_admin.brand_lead'));
  return { loft, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const key = { params: { loft_id: idFrom(params.loft_id) } };
  const form = await request.formData();
  const call = context.get(callContext);
  return actOn(form, async () => {
    const intent = textIn(form, 'intent');
    if (intent === 'remove_logo') await call(changeLoftLogo, { ...key, body: { file_id: null } });
    else {
      const accent = intent === 'remove_accent' ? '' : textIn(form, 'accent');
      await call(changeLoftAccent, { ...key, body: { accent } });
    }
    return redirect(`${loftAdminPath(key.params.loft_id)}/brand?saved`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

/** The first colour of a loft that has none: that of the site. */
const ours = '#123c69';

export default function LoftBrandPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const { loft } = loaderData;
  const [color, setColor] = useState(actionData?.typed.accent ?? loft.accent ?? ours);
  const isColor = /^#[0-9a-f]{6}$/i.test(color);
  return (
    <>
      <AdminHead title={t('admin.brand')} lead={t('loft_admin.brand_lead')} />
      <div className={styles.body}>
        <SavedNotice hidden={actionData !== undefined} />
        <section
          className={`${sky.sky} ${styles.brand}`}
          data-sky="day"
          {...accentOf({ accent: isColor ? readableAccent(color) : loft.accent })}
          aria-label={t('loft_admin.brand_preview')}
        >
          <Horizon loft_id={loft.id} />
          <p>
            <LoftLogo logo={loft.logo} />
            <b>
              <bdi>{loft.name}</bdi>
            </b>
          </p>
        </section>
        <section className={panel.panel} aria-labelledby="logo">
          <div className={panel.head}>
            <h2 id="logo">{t('loft_admin.logo')}</h2>
            {loft.logo !== null && (
              <Form method="post" className={panel.take}>
                <button type="submit" name="intent" value="remove_logo" className={panel.button}>
                  <Icon name="trash" />
                  {t('loft_admin.remove_logo')}
                </button>
              </Form>
            )}
          </div>
          <div className={styles.upload}>
            <p>{t('loft_admin.logo_hint')}</p>
            <Upload
              loft_id={loft.id}
              as="image"
              isShownApart
              onStored={async ({ id }) => {
                await send(changeLoftLogo, { params: { loft_id: loft.id }, body: { file_id: id } });
                await revalidate();
              }}
            />
          </div>
        </section>
        <section className={panel.panel} aria-labelledby="color">
          <div className={panel.head}>
            <h2 id="color">{t('loft_admin.accent')}</h2>
          </div>
          <Form method="post" className={`${forms.form} ${styles.sheet}`} noValidate>
            {actionData && !actionData.refused.errors && <Wrong refused={actionData.refused} />}
            <div className={styles.color}>
              <Field
                name="accent"
                type="color"
                label={t('loft_admin.accent')}
                hint={t('loft_admin.accent_hint', { least: leastContrast })}
                value={isColor ? color : ours}
                onChange={({ target }) => setColor(target.value)}
                errors={actionData?.refused.errors?.accent}
              />
            </div>
            <p className={styles.buttons}>
              <button type="submit" className={panel.button_primary}>
                {t('identity.save')}
              </button>
              {loft.accent !== null && (
                <button type="submit" name="intent" value="remove_accent" className={panel.button}>
                  {t('loft_admin.remove_accent')}
                </button>
              )}
            </p>
          </Form>
        </section>
      </div>
    </>
  );
}
