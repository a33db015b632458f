/** The reader's own keys to the open data: made, shown once, revoked. It needs no script. */
import { Form, redirect } from 'react-router';
import { apiKeyToMake, listApiKeys, makeApiKey, revokeApiKey } from '#domain/open-data/keys-contract.ts';
import { requestsPerMinute } from '#domain/open-data/limits.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { fieldsIn } from '#web/lib/fields-in.ts';
import { actOn, fieldsOf, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatCalendarDay, formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BulkAction } from '#web/ui/BulkAction.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/KeysPage.ts';
import styles from './developers.module.css';
import { developersPath, keysPath } from './paths.ts';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const { keys } = await answers(() => context.get(callContext)(listApiKeys, {}));
  return { keys, head: pageHead({ context, params, pattern }, [t('developers.keys'), t('developers.title')]) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const call = context.get(callContext);
  return actOn(form, async () => {
    if (form.get('intent') === 'revoke') {
      await call(revokeApiKey, { params: { key_id: idFrom(textIn(form, 'key_id')) }, body: {} });
      return redirect(keysPath);
    }
    const { name } = fieldsOf(form, apiKeyToMake);
    return { made: await call(makeApiKey, { body: { name } }) };
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function KeysPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { keys } = loaderData;
  const made = actionData && 'made' in actionData ? actionData.made : undefined;
  const refused = actionData && 'refused' in actionData ? actionData : undefined;
  const own = fieldsIn(refused, { name: '' });
  const day = (at: string) => formatCalendarDay(locale, at.slice(0, 10), 'named');
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{t('developers.keys')}</h1>
      <p className={styles.lead}>
        {t('developers.keys_lead', { keyed: formatNumber(locale, requestsPerMinute.keyed) })}{' '}
        <code dir="ltr">Authorization: Bearer loftline_…</code>
      </p>
      <p>
        <Link to={developersPath}>{t('developers.title')}</Link>
      </p>
      {made && <MadeKey value={made.key} />}
      <section className={`${panel.panel} ${styles.rule}`}>
        {/* Keyed, so that it is empty again once the key is made. */}
        <Form key={keys[0]?.id} method="post" className={forms.form} noValidate>
          <Wrong refused={refused?.refused} />
          <Field
            label={t('developers.key_name')}
            hint={t('developers.key_name_hint')}
            required
            maxLength={64}
            autoComplete="off"
            {...own('name')}
          />
          <button type="submit" name="intent" value="make" className={panel.button_primary}>
            {t('developers.make')}
          </button>
        </Form>
      </section>
      <section className={panel.panel} aria-labelledby="keys">
        <div className={panel.head}>
          <h2 id="keys">{t('developers.keys')}</h2>
        </div>
        {keys.length ? (
          <ul className={styles.keys}>
            {keys.map(({ id, name, created_at, last_used_on }) => (
              <li key={id}>
                <p>
                  <b>
                    <bdi>{name}</bdi>
                  </b>
                  <small>
                    {t('developers.made_on', { day: day(created_at) })} ·{' '}
                    {last_used_on === null
                      ? t('developers.unused')
                      : t('developers.used_on', { day: day(last_used_on) })}
                  </small>
                </p>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="key_id" value={id} />
                  <BulkAction
                    name="revoke"
                    title={`${t('devices.revoke')}…`}
                    submit={`${t('devices.revoke')}: ${name}`}
                    isRefused={false}
                  >
                    <p>{t('developers.revoke_text')}</p>
                  </BulkAction>
                </Form>
              </li>
            ))}
          </ul>
        ) : (
          <p className={styles.none}>{t('developers.no_keys')}</p>
        )}
      </section>
    </div>
  );
}

function MadeKey({ value }: { value: string }) {
  const { t } = useTranslation();
  return (
    <section className={`${panel.notice} ${panel.notice_good} ${styles.made}`} role="status">
      <Icon name="check" />
      <div>
        <p>{t('developers.key_once')}</p>
        <p className={styles.key}>
          <code dir="ltr">{value}</code>
          <CopyButton text={value} />
        </p>
      </div>
    </section>
  );
}
