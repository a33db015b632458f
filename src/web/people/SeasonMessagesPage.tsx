/** Messages to the customers of a season: written, looked at as they will arrive, sent; those so far with how far they are. */
import { useEffect, useRef, useState } from 'react';
import { Form, redirect, useNavigation, useSearchParams } from 'react-router';
import {
  listSeasonMessages,
  type MessageGroup,
  type MessageReach,
  seasonMessageFields,
  sendSeasonMessage,
} from '#domain/people/season-message.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, fieldsOf, type RefusedForm, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNamedDay, formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useRefresh } from '#web/lib/refresh.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Area, Check, Choice, Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/SeasonMessagesPage.ts';
import { dropDraft, keepDraft, keptDraft, type MessageDraft } from './message-draft.ts';
import styles from './messages.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const view = await answers(() => context.get(callContext)(listSeasonMessages, { params: { season_id } }));
  const head = pageHead({ context, params, pattern }, [t('admin.messages'), view.season.name], t('messages.lead'));
  return { ...view, request_key: crypto.randomUUID(), head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const season_id = idFrom(params.season_id);
  const form = await request.formData();
  return actOn(form, async () => {
    const body = fieldsOf(form, seasonMessageFields);
    if (textIn(form, 'intent') !== 'send') return { preview: body };
    await context.get(callContext)(sendSeasonMessage, { params: { season_id }, body });
    return redirect(`/admin/seasons/${season_id}/messages?sent=${body.request_key}#written`);
  });
}

/**
 * The draft that this browser has kept, once the page is alive: what somebody has typed before stays. A sent message is
 * no draft any more.
 */
function useDraft(season_id: number, sent: string | null) {
  const form = useRef<HTMLFormElement>(null);
  const [kept, setKept] = useState<MessageDraft | null>(null);
  const draft = kept?.request_key === sent ? null : kept;
  useEffect(() => {
    if (sent !== null) dropDraft(season_id, sent);
    const typed = new FormData(form.current!);
    if (typed.get('subject') || typed.get('text')) keepDraft(season_id, typed);
    else setKept(keptDraft(season_id));
  }, [season_id, sent]);
  const drop = () => {
    dropDraft(season_id);
    setKept(null);
  };
  return { form, draft, drop };
}

/** Whom the message does not reach, and why. */
function LeftOut({ reach, isEssential }: { reach: MessageReach; isEssential: boolean }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { without_address, stopped, left_out } = reach;
  const count = without_address + (isEssential ? 0 : stopped);
  if (count === 0) return null;
  const named = left_out.filter(({ has_address }) => !(isEssential && has_address));
  return (
    <details className={styles.left_out}>
      <summary>
        {t('messages.left_out', { count })}:{' '}
        {[
          without_address > 0 && `${t('messages.no_address')} ${formatNumber(locale, without_address)}`,
          !isEssential && stopped > 0 && `${t('messages.stopped')} ${formatNumber(locale, stopped)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </summary>
      <ul>
        {named.map(({ has_address, ...who }) => (
          <li key={who.user_id}>
            <bdi>{nameOf(who) ?? t('rights.unnamed')}</bdi>{' '}
            <small>{t(has_address ? 'messages.stopped' : 'messages.no_address')}</small>
          </li>
        ))}
        {count > named.length && <li>…</li>}
      </ul>
    </details>
  );
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonMessagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const busy = useNavigation().state !== 'idle';
  const sent = useSearchParams()[0].get('sent');
  const { loft, season, messages, groups, messages_left } = loaderData;
  useRefresh(messages.some(({ waiting }) => waiting > 0));
  const preview = actionData && 'preview' in actionData ? actionData.preview : undefined;
  const answer: RefusedForm | undefined = actionData && 'refused' in actionData ? actionData : undefined;
  const { form, draft, drop } = useDraft(season.id, sent);
  const typed: Readonly<Record<string, string | boolean>> = preview ?? answer?.typed ?? draft ?? {};
  const field = (name: 'people' | 'subject' | 'text') => ({
    name,
    defaultValue: String(typed[name] ?? ''),
    errors: answer?.refused.errors?.[name],
  });
  const reachOf = (group: MessageGroup) => groups.find(({ people }) => people === group)!;
  const countOf = (group: MessageGroup, isEssential = true) =>
    reachOf(group).count - (isEssential ? 0 : reachOf(group).stopped);
  /** A group with all its people; how many of them the message reaches is said by its button. */
  const peopleIn = (group: MessageGroup) =>
    `${t(`messages.${group}`)}: ${t('messages.people', { count: countOf(group) + reachOf(group).without_address })}`;
  return (
    <>
      <AdminHead title={t('admin.messages')} lead={t('messages.lead')} />
      <div className={panel.body}>
        {sent !== null && !actionData && (
          <p role="status" className={`${panel.notice} ${styles.done}`}>
            <Icon name="check" />
            {t('messages.sent_notice')}
          </p>
        )}
        <section className={panel.panel} aria-labelledby="write">
          <div className={panel.head}>
            <h2 id="write">{t('messages.write')}</h2>
            <small>{t('messages.left', { count: messages_left })}</small>
          </div>
          <Form
            // Keyed: after it was sent the form is empty and has a key of its own.
            key={actionData ? 'typed' : (draft?.request_key ?? loaderData.request_key)}
            ref={form}
            onInput={(event) => keepDraft(season.id, new FormData(event.currentTarget))}
            method="post"
            className={`${forms.form} ${styles.form}`}
            noValidate
            preventScrollReset
          >
            <Wrong refused={answer?.refused} />
            {draft && !actionData && (
              <p className={`${panel.notice} ${styles.kept}`} role="status">
                {t('messages.kept')}{' '}
                <button type="button" className={panel.button} onClick={drop}>
                  {t('messages.kept_drop')}
                </button>
              </p>
            )}
            <input type="hidden" name="request_key" value={String(typed.request_key ?? loaderData.request_key)} />
            <Choice
              {...field('people')}
              defaultValue={String(typed.people ?? 'all')}
              label={t('messages.to')}
              hint={t('messages.who')}
            >
              {groups.map(({ people }) => (
                <option key={people} value={people}>
                  {peopleIn(people)}
                </option>
              ))}
            </Choice>
            <Field {...field('subject')} label={t('fanciers.subject')} maxLength={128} autoComplete="off" required />
            <Area {...field('text')} label={t('fanciers.message')} rows={8} maxLength={4000} required />
            <Check
              name="is_essential"
              label={t('messages.essential')}
              hint={t('messages.essential_hint')}
              defaultChecked={typed.is_essential === true || typed.is_essential === 'on'}
            />
            {preview && (
              <div className={styles.preview} role="status">
                <p>
                  <b>{t('messages.preview')}</b> {peopleIn(preview.people)}
                </p>
                <LeftOut reach={reachOf(preview.people)} isEssential={preview.is_essential} />
                <article dir="auto">
                  <h3>
                    <bdi>{`${loft.name}: ${preview.subject}`}</bdi>
                  </h3>
                  <p className={styles.text}>{preview.text}</p>
                  <small>
                    {loft.email
                      ? t('letters.from_loft_answer', { loft: loft.name, email: loft.email })
                      : t('letters.from_loft', { loft: loft.name })}
                  </small>
                </article>
              </div>
            )}
            <p className={styles.buttons}>
              {preview && (
                <button type="submit" name="intent" value="send" className={panel.button_primary} disabled={busy}>
                  {t('messages.send', { count: countOf(preview.people, preview.is_essential) })}
                </button>
              )}
              <button
                type="submit"
                name="intent"
                value="preview"
                className={preview ? panel.button : panel.button_primary}
                disabled={busy}
              >
                {t(preview ? 'messages.preview_again' : 'messages.preview')}
              </button>
            </p>
          </Form>
        </section>
        <section className={panel.panel} aria-labelledby="written">
          <div className={panel.head}>
            <h2 id="written">{t('fanciers.written')}</h2>
          </div>
          {messages.length === 0 ? (
            <Empty title={t('messages.none')} text={t('messages.none_text')} />
          ) : (
            <ul className={styles.messages}>
              {messages.map(({ id, people, subject, text, recipients, waiting, failed, written_at, by, ...of }) => {
                const total = waiting + of.sent + failed;
                return (
                  <li key={id}>
                    <details>
                      <summary>
                        <b>
                          <bdi>{subject}</bdi>
                        </b>
                        <small suppressHydrationWarning>
                          {t(`messages.${people}`)} · {t('messages.people', { count: recipients })} ·{' '}
                          <time dateTime={written_at}>
                            {formatNamedDay(locale, Date.parse(written_at), loft.time_zone)}
                          </time>{' '}
                          ·{' '}
                          <bdi>
                            {by === null
                              ? t('rights.program')
                              : [by.first_name, by.last_name].filter(Boolean).join(' ') || t('rights.unnamed')}
                          </bdi>
                        </small>
                      </summary>
                      <p dir="auto" className={styles.text}>
                        {text}
                      </p>
                    </details>
                    {total > 0 && (
                      <div className={styles.progress}>
                        <progress value={total - waiting} max={total} aria-label={subject} />
                        <small>
                          {t('messages.progress', {
                            sent: formatNumber(locale, of.sent),
                            waiting: formatNumber(locale, waiting),
                            failed: formatNumber(locale, failed),
                          })}
                        </small>
                      </div>
                    )}
                  </li>
                );
              })}
            </ul>
          )}
        </section>
      </div>
    </>
  );
}
