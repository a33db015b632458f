/** A form to write to the operator (2.2). A refused form comes back with its text and the errors; needs no script. */
import { useEffect } from 'react';
import { data, Form, redirect, useNavigation, useSearchParams } from 'react-router';
import { type contactForm, writeContact } from '#domain/contact/contract.ts';
import { isLocale } from '#domain/locales.ts';
import { type FieldError, isRefusal, statusOf } from '#domain/refusal.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { say } from '#web/lib/notice.ts';
import { useMe } from '#web/lib/root-data.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/ContactPage.ts';
import styles from './contact.module.css';

type FieldName = keyof typeof contactForm.shape;
// Named here, so that the page comes without the schemas of its call.
const names = ['name', 'email', 'message'] as const satisfies readonly FieldName[];

export function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  return { head: pageHead({ context, params, pattern }, [t('nav.contact')], t('contact.lead')) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { locale } = context.get(pageContext);
  const form = await request.formData();
  const textOf = (name: FieldName) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const typed = { name: textOf('name'), email: textOf('email'), message: textOf('message') };
  try {
    await context.get(callContext)(writeContact, { body: { ...typed, locale: isLocale(locale) ? locale : 'en' } });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { t } = speaker(locale);
    const sentence = ({ code, params }: FieldError) => t(`refusals.${code}`, { ...params });
    const wrong = Object.fromEntries(
      names.flatMap((name) => (error.errors?.[name] ? [[name, error.errors[name].map(sentence).join(' ')]] : [])),
    ) as Partial<Record<FieldName, string>>;
    return data({ typed, wrong, refused: sentence(error) }, { status: statusOf(error) });
  }
  return redirect('/contact?sent=1');
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ContactPage({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const me = useMe();
  const sent = useSearchParams()[0].has('sent') && !actionData;
  const busy = useNavigation().state === 'submitting';
  const wrong = actionData?.wrong ?? {};
  const own = { name: [me?.first_name, me?.last_name].filter(Boolean).join(' '), email: me?.email ?? '', message: '' };

  useEffect(() => {
    if (actionData && Object.keys(actionData.wrong).length === 0) say('error', actionData.refused);
  }, [actionData]);

  const field = (name: FieldName) => ({
    id: name,
    name,
    required: true,
    defaultValue: actionData?.typed[name] ?? own[name],
    'aria-invalid': wrong[name] ? true : undefined,
    'aria-describedby': wrong[name] ? `${name}-wrong` : undefined,
  });
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{t('nav.contact')}</h1>
      <p>{t('contact.lead')}</p>
      {sent && (
        <p role="status" className={`${panel.notice} ${styles.sent}`}>
          <Icon name="check" />
          {t('contact.sent')}
        </p>
      )}
      {actionData && Object.keys(wrong).length === 0 && (
        <p role="alert" className={`${panel.notice} ${panel.notice_bad}`}>
          <Icon name="alert" />
          {actionData.refused}
        </p>
      )}
      {/* Keyed, so that it is empty again once the message is sent. */}
      <Form key={String(sent)} method="post" action="/contact" className={`${panel.panel} ${styles.form}`} noValidate>
        {names.map((name) => (
          <div key={name} className={styles.field}>
            <label htmlFor={name}>{t(`contact.${name}`)}</label>
            {name === 'message' ? (
              <textarea rows={8} {...field(name)} />
            ) : (
              <input type={name === 'email' ? 'email' : 'text'} autoComplete={name} {...field(name)} />
            )}
            {wrong[name] && (
              <p id={`${name}-wrong`} className={styles.wrong}>
                <Icon name="alert" />
                {wrong[name]}
              </p>
            )}
          </div>
        ))}
        <button type="submit" className={panel.button_primary} disabled={busy}>
          {t('contact.send')}
        </button>
      </Form>
    </div>
  );
}
