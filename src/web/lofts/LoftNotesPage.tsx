/** Internal notes of a loft's people: pinned ones first, then the latest. */
import { Form, redirect, useSearchParams } from 'react-router';
import { addNote, listNotes, pinNote, takeNote } from '#domain/lofts/contract.ts';
import { loftNote } from '#domain/lofts/settings.ts';
import { readLoftAdmin } from '#domain/seasons/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { fieldsIn } from '#web/lib/fields-in.ts';
import { actOn, fieldsOf, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { listFrom } from '#web/lib/list.ts';
import { answers, idFrom, perPages } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Area, Check, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { NothingFound } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { Moment } from '#web/ui/Times.tsx';
import type { Route } from './+types/LoftNotesPage.ts';
import { Author } from './Author.tsx';
import styles from './admin.module.css';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const loft_id = idFrom(params.loft_id);
  const call = context.get(callContext);
  const searchParams = new URL(request.url).searchParams;
  const query = listFrom(searchParams);
  const [{ loft }, list] = await answers(() =>
    Promise.all([call(readLoftAdmin, { params: { loft_id } }), call(listNotes, { params: { loft_id }, query })]),
  );
  const head = pageHead({ context, params, pattern }, [t('admin.notes'), loft.name], loft.name);
  return { loft, ...list, per_page: query.per_page, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const loft_id = idFrom(params.loft_id);
  const form = await request.formData();
  const call = context.get(callContext);
  const intent = form.get('intent');
  return actOn(form, async () => {
    if (intent === 'add') {
      await call(addNote, { params: { loft_id }, body: fieldsOf(form, loftNote) });
    } else {
      const key = { params: { loft_id, note_id: idFrom(textIn(form, 'note_id')) } };
      await (intent === 'take'
        ? call(takeNote, { ...key, body: {} })
        : call(pinNote, { ...key, body: { is_pinned: intent === 'pin' } }));
    }
    return redirect(`/admin/lofts/${loft_id}/notes`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function LoftNotesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { loft, notes, ...list } = loaderData;
  const own = fieldsIn(actionData, { text: '', is_pinned: '' });
  const wanted = search.get('q') ?? '';
  return (
    <>
      <AdminHead title={t('admin.notes')} lead={t('loft_admin.notes_lead')} />
      <div className={styles.body}>
        <section className={panel.panel}>
          {/* Keyed, so that it is empty again once the note is saved. */}
          <Form key={notes[0]?.id} method="post" className={`${forms.form} ${styles.sheet}`} noValidate>
            <Wrong refused={actionData?.refused} />
            <Area label={t('loft_admin.note')} required maxLength={4000} {...own('text')} />
            <Check
              label={t('loft_admin.pinned')}
              name="is_pinned"
              defaultChecked={own('is_pinned').defaultValue === 'on'}
            />
            <button type="submit" name="intent" value="add" className={panel.button_primary}>
              {t('loft_admin.add_note')}
            </button>
          </Form>
        </section>
        <section className={panel.panel} aria-labelledby="notes">
          <div className={panel.head}>
            <h2 id="notes">{t('admin.notes')}</h2>
          </div>
          {(notes.length > 0 || wanted !== '') && <SearchForm hint={t('search.label')} />}
          {notes.length ? (
            <>
              <ul className={styles.notes}>
                {notes.map(({ id, text, is_pinned, at, by }) => (
                  <li key={id} className={`${styles.note} ${is_pinned ? styles.pinned : ''}`}>
                    <p dir="auto">{text}</p>
                    <small>
                      {is_pinned && `${t('loft_admin.pinned')} · `}
                      <Author by={by} /> · <Moment at_ms={Date.parse(at)} time_zone={loft.time_zone} short />
                    </small>
                    <Form method="post" preventScrollReset>
                      <input type="hidden" name="note_id" value={id} />
                      <button type="submit" name="intent" value={is_pinned ? 'unpin' : 'pin'} className={panel.button}>
                        {t(is_pinned ? 'loft_admin.unpin' : 'loft_admin.pin')}
                      </button>
                      <button type="submit" name="intent" value="take" className={panel.button}>
                        {t('identity.remove')}
                      </button>
                    </Form>
                  </li>
                ))}
              </ul>
              <Paging {...list} sizes={perPages} />
            </>
          ) : wanted ? (
            <NothingFound />
          ) : (
            <p className={styles.quiet}>{t('loft_admin.no_notes')}</p>
          )}
        </section>
      </div>
    </>
  );
}
