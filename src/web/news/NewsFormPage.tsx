/** The form of an article: a tab for each language, publication time, draft or not. Needs no script. */
import { useEffect, useState } from 'react';
import { data, Form, redirect, useNavigation, useSearchParams } from 'react-router';
import { isLocale } from '#domain/locales.ts';
import { changeNews, createNews, readWrittenNews, removeNews, type StoredNews } from '#domain/news/contract.ts';
import { readLoftAdmin, readSeasonAdmin } from '#domain/seasons/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { newsLocale } from '#web/lib/latest-news.ts';
import { answers, idFrom, notFound } from '#web/lib/loader.ts';
import { newsPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useUnsaved } from '#web/lib/unsaved.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Check, Field, Wrong } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/NewsFormPage.ts';
import { entryFrom, othersWords } from './entry.server.ts';
import { Languages } from './Languages.tsx';
import { NewsChip } from './NewsChip.tsx';
import styles from './news.module.css';
import { newsAdminPath } from './paths.ts';
import { placeOf } from './place.server.ts';

type Params = { loft_id?: string; season_id?: string; news_id?: string };

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const call = context.get(callContext);
  const { news_id } = params as Params;
  /** The right to set up a season includes its news, but not the admin of its loft. */
  const loftOf = async ({ loft_id, season_id }: Awaited<ReturnType<typeof placeOf>>) =>
    season_id === null
      ? (await call(readLoftAdmin, { params: { loft_id } })).loft
      : (await call(readSeasonAdmin, { params: { season_id } })).loft;
  return answers(async () => {
    const place = await placeOf(call, params);
    const view =
      news_id === undefined
        ? { loft: await loftOf(place), news: null }
        : await call(readWrittenNews, { params: { loft_id: place.loft_id, news_id: idFrom(news_id) } });
    // An article of another season is edited on that season's page.
    if (view.news && place.season_id !== null && view.news.season?.id !== place.season_id) notFound();
    const title = t(view.news ? 'news.edit' : 'news.create');
    const head = pageHead({ context, params, pattern }, [title, view.loft.name], t('news.lead'));
    return { ...view, head, locale: newsLocale(locale) };
  });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext);
  const { news_id: given } = params as Params;
  const sent = await request.formData();
  const place = await answers(() => placeOf(call, params));
  const { loft_id, season_id } = place;
  const at = newsAdminPath(place);
  if (given === undefined) {
    return actOn(sent, async () => {
      const query = season_id === null ? {} : { season_id };
      const { news } = await call(createNews, { params: { loft_id }, query, body: entryFrom(sent, null) });
      return redirect(nextPath(sent, `${at}/${news.id}?saved=1`, news));
    });
  }
  const key = { loft_id, news_id: idFrom(given) };
  if (sent.get('intent') === 'remove') {
    await answers(() => call(removeNews, { params: key, body: {} }));
    return redirect(`${at}?removed=1`);
  }
  const { news: now } = await answers(() => call(readWrittenNews, { params: key }));
  const mine = entryFrom(sent, now);
  const version = Number(textIn(sent, 'version')) || 1;
  const reply = await actOn(sent, async () => {
    const { news } = await call(changeNews, { params: key, body: { ...mine, version } });
    return redirect(nextPath(sent, `${at}/${news.id}?saved=1`, news));
  });
  if (reply instanceof Response || reply.data.refused.code !== 'changed_meanwhile') return reply;
  // The other save is sent along, so that both texts are on the page.
  return data({ ...reply.data, theirs: othersWords(mine, now) }, reply.init ?? {});
}

/** Where to go after saving: the form again, or a preview in the language of the tab. */
function nextPath(sent: FormData, stay: string, news: { loft_id: number; id: number }): string {
  const shown = textIn(sent, 'shown');
  return sent.get('intent') === 'preview' ? `${newsPath(news)}${isLocale(shown) ? `?lang=${shown}` : ''}` : stay;
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function NewsFormPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { loft, news, locale } = loaderData;
  const saved = useSearchParams()[0].has('saved') && !actionData;
  const busy = useNavigation().state !== 'idle';
  const [unsaved, setUnsaved] = useState(false);
  const refused = actionData?.refused;
  const typed = actionData?.typed;
  const theirs = (actionData as { theirs?: StoredNews } | undefined)?.theirs ?? null;
  useUnsaved(unsaved && !busy);
  useEffect(() => {
    if (actionData) setUnsaved(true);
  }, [actionData]);
  const momentOf = (name: 'publication_date' | 'publication_time') => typed?.[name] ?? news?.[name] ?? '';
  return (
    <>
      <AdminHead title={t(news ? 'news.edit' : 'news.create')} actions={news && <NewsChip state={news.state} />} />
      {saved && (
        <p role="status" className={`${panel.notice} ${styles.notice}`}>
          <Icon name="check" />
          {t('identity.saved')}
        </p>
      )}
      <Form
        method="post"
        encType="multipart/form-data"
        className={`${panel.panel} ${form.form} ${styles.form}`}
        noValidate
        onInput={() => setUnsaved(true)}
        onSubmit={() => setUnsaved(false)}
      >
        <Wrong refused={refused} />
        {news && <input type="hidden" name="version" value={theirs?.version ?? typed?.version ?? news.version} />}
        <Languages
          loft_id={loft.id}
          texts={news?.texts ?? {}}
          pictures={news?.pictures ?? []}
          typed={typed}
          theirs={theirs}
          errors={refused?.errors}
          locale={locale}
          onChange={() => setUnsaved(true)}
        />
        <div className={form.pair}>
          <Field
            label={t('news.date')}
            type="date"
            name="publication_date"
            defaultValue={momentOf('publication_date')}
            errors={refused?.errors?.publication_date}
            hint={t('news.time_hint', { zone: loft.time_zone })}
          />
          <Field
            label={t('news.time')}
            type="time"
            name="publication_time"
            defaultValue={momentOf('publication_time')}
            errors={refused?.errors?.publication_time}
          />
        </div>
        <Check
          label={t('news.is_draft')}
          hint={t('news.draft_hint')}
          name="is_draft"
          defaultChecked={typed ? 'is_draft' in typed : (news?.is_draft ?? true)}
        />
        <div className={styles.actions}>
          <button type="submit" className={panel.button_primary} disabled={busy}>
            {t('identity.save')}
          </button>
          <button type="submit" name="intent" value="preview" className={panel.button} disabled={busy}>
            <Icon name="eye" />
            {t('news.preview')}
          </button>
        </div>
      </Form>
      {news && (
        <details className={`${panel.panel} ${styles.remove}`}>
          <summary>{t('identity.remove')}</summary>
          <Form method="post" onSubmit={() => setUnsaved(false)}>
            <p>{t('news.remove_text')}</p>
            <button type="submit" name="intent" value="remove" className={`${panel.button} ${form.danger}`}>
              <Icon name="trash" />
              {t('identity.remove')}
            </button>
          </Form>
        </details>
      )}
    </>
  );
}
