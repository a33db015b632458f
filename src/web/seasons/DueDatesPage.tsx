/** The due dates of a season (2.23, 3.4): drawn on its months, listed, added, changed and removed by plain forms. */
import { redirect, useSearchParams } from 'react-router';
import { categoryOf, dueDateCategories } from '#domain/seasons/due-date.ts';
import {
  addDueDate,
  changeDueDate,
  dueDateFields,
  listDueDates,
  removeDueDate,
} from '#domain/seasons/due-dates-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, fieldsOf, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatCalendarDay } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/DueDatesPage.ts';
import { Calendar } from './Calendar.tsx';
import { DueDateForm } from './DueDateForm.tsx';
import { Span } from './Span.tsx';
import styles from './seasons.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const view = await answers(() => context.get(callContext)(listDueDates, { params: { season_id } }));
  const head = pageHead({ context, params, pattern }, [t('admin.due_dates'), view.season.name], view.loft.name);
  return { ...view, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const form = await request.formData();
  const call = context.get(callContext);
  return actOn(form, async () => {
    const seen = { version: Number(textIn(form, 'version')) };
    const key = { season_id, due_date_id: Number(textIn(form, 'id')) };
    if (textIn(form, 'intent') === 'remove') {
      await call(removeDueDate, { params: key, body: seen });
    } else {
      // An unnamed due date is named by its kind.
      const category = Object.entries(dueDateCategories).find(
        ([, id]) => String(id) === textIn(form, 'due_date_category_id'),
      )?.[0] as keyof typeof dueDateCategories | undefined;
      if (category && textIn(form, 'name') === '') form.set('name', t(`due_date.${category}`));
      const body = fieldsOf(form, dueDateFields);
      await (form.has('id')
        ? call(changeDueDate, { params: key, body: { ...body, ...seen } })
        : call(addDueDate, { params: { season_id }, body }));
    }
    return redirect(`/admin/seasons/${season_id}/due-dates?saved=1`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function DueDatesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const { due_dates, today, registration } = loaderData;
  const edited = due_dates.find(({ id }) => String(id) === search.get('edit')) ?? null;
  return (
    <>
      <AdminHead title={t('admin.due_dates')} lead={t('due_date.lead')} />
      <div className={styles.parts}>
        {search.has('saved') && !actionData && (
          <p role="status" className={`${panel.notice} ${styles.done}`}>
            <Icon name="check" />
            {t('due_date.done')}
          </p>
        )}
        <section className={panel.panel} aria-labelledby="bars">
          <div className={panel.head}>
            <h2 id="bars">
              {/* The dates of a draft open nothing yet. */}
              {registration === 'unset' && due_dates.length ? t('admin.due_dates') : t(`registration.${registration}`)}
            </h2>
            <small suppressHydrationWarning>
              {t('due_date.today', { day: formatCalendarDay(locale, today, 'words') })}
            </small>
          </div>
          {due_dates.length ? (
            <Calendar due_dates={due_dates} flights={[]} today={today} listed={false} />
          ) : (
            <Empty title={t('due_date.none')} text={t('due_date.none_text')} />
          )}
        </section>
        {due_dates.length > 0 && (
          <section className={panel.panel} aria-label={t('admin.due_dates')}>
            <Table caption={t('admin.due_dates')}>
              <thead>
                <tr>
                  <th scope="col">{t('facts.kind')}</th>
                  <th scope="col" className={table.spare}>
                    {t('due_date.name')}
                  </th>
                  <th scope="col">
                    {t('due_date.from')}, {t('due_date.to')}
                  </th>
                  <th scope="col">
                    <span className="visually-hidden">{t('due_date.change')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {due_dates.map((one) => (
                  <tr key={one.id}>
                    <th scope="row">
                      {t(`due_date.${categoryOf(one)}`)}
                      {one.max_duration !== null && (
                        <small>{t('due_date.working_days', { count: one.max_duration })}</small>
                      )}
                    </th>
                    <td className={table.spare}>
                      <bdi>{one.name}</bdi>
                    </td>
                    <td>
                      <Span {...one} as="named" />
                    </td>
                    <td className={table.figure}>
                      <Link
                        to={`?edit=${one.id}#form`}
                        className={styles.change}
                        aria-label={`${t('due_date.change')}: ${one.name}`}
                      >
                        {t('due_date.change')}
                      </Link>
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </section>
        )}
        <section className={panel.panel} aria-labelledby="form">
          <div className={panel.head}>
            <h2 id="form">{t(edited ? 'due_date.change' : 'due_date.add')}</h2>
          </div>
          {/* Keyed, so that it is filled with another due date, and empty again once one was added. */}
          <DueDateForm
            key={`${edited?.id} ${due_dates.length} ${edited?.version}`}
            due_date={edited}
            all={due_dates}
            answer={actionData}
          />
        </section>
      </div>
    </>
  );
}
