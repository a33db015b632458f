/** The first of a season's admin pages: state, checklist, settings, history, copying it. */
import { Form, redirect, useSearchParams } from 'react-router';
import { readSeasonOverview } from '#domain/overview/season-contract.ts';
import {
  changeSeason,
  copySeason,
  readSeasonSetup,
  seasonFields,
  setSeasonStatus,
} from '#domain/seasons/setup-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, fieldsOf, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { isPage } from '#web/lib/navigation-entries.ts';
import { seasonPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { FindOrder } from '#web/overview/FindOrder.tsx';
import { SeasonDates } from '#web/overview/SeasonDates.tsx';
import { SeasonFigures, SeasonWork } from '#web/overview/SeasonWork.tsx';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Field } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { currenciesIn } from '../seasons/currencies.server.ts';
import { SeasonForm } from '../seasons/SeasonForm.tsx';
import { States } from '../seasons/States.tsx';
import styles from '../seasons/seasons.module.css';
import type { Route } from './+types/SeasonOverviewPage.ts';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const season_id = idFrom(params.season_id);
  const call = context.get(callContext);
  const [view, work] = await answers(() =>
    Promise.all([
      call(readSeasonSetup, { params: { season_id } }),
      call(readSeasonOverview, { params: { season_id } }),
    ]),
  );
  // Payments are for loft admins only.
  const hasPaymentPage =
    view.may_manage_loft && isPage(`/admin/seasons/${season_id}/payments/1`, context.get(pageContext).site.pages);
  const head = pageHead({ context, params, pattern }, [t('admin.overview'), view.season.name], view.loft.name);
  return { ...view, work, hasPaymentPage, currencies: currenciesIn(locale), head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const key = { params: { season_id: idFrom(params.season_id) } };
  const form = await request.formData();
  const call = context.get(callContext);
  return actOn(form, async () => {
    if (form.has('status')) {
      const status = textIn(form, 'status') as 'over';
      await call(setSeasonStatus, { ...key, body: { status, reason: textIn(form, 'reason') } });
    } else if (textIn(form, 'intent') === 'copy') {
      const copy = fieldsOf(form, seasonFields.pick({ name: true, year: true }));
      const { season } = await call(copySeason, { ...key, body: copy });
      return redirect(`/admin/seasons/${season.id}?saved=1`);
    } else {
      const version = Number(textIn(form, 'version'));
      await call(changeSeason, { ...key, body: { ...fieldsOf(form, seasonFields), version } });
    }
    return redirect(`/admin/seasons/${key.params.season_id}?saved=1`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonOverviewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { loft, season, due_dates, flights, today, registration, currencies, may_manage_loft, work, hasPaymentPage } =
    loaderData;
  const dates = `/admin/seasons/${season.id}/due-dates`;
  const place = may_manage_loft ? `/admin/lofts/${loft.id}/address` : null;
  /** The refusal of one of the page's forms. */
  const answerOf = (form: 'status' | 'copy' | 'settings') =>
    actionData &&
    form === ('status' in actionData.typed ? 'status' : actionData.typed.intent === 'copy' ? 'copy' : 'settings')
      ? actionData
      : undefined;
  const copy = answerOf('copy');
  return (
    <>
      <AdminHead
        title={season.name}
        lead={
          <>
            {t(`season.${season.status}`)}
            {season.status !== 'draft' && ` · ${t(`registration.${registration}`)}`}
          </>
        }
        actions={
          season.status !== 'draft' && (
            <>
              <FindOrder season_id={season.id} />
              <Link className={panel.button} to={seasonPath({ loft_id: loft.id, season_id: season.id })}>
                <Icon name="globe" />
                {t('setup.public')}
              </Link>
            </>
          )
        }
      />
      <div className={styles.parts}>
        {search.has('saved') && !actionData && (
          <p role="status" className={`${panel.notice} ${styles.done}`}>
            <Icon name="check" />
            {t('due_date.done')}
          </p>
        )}
        {season.status !== 'draft' && <SeasonFigures work={work} />}
        <div className={styles.dates_and_work}>
          <SeasonDates season_id={season.id} due_dates={due_dates} flights={flights} today={today} />
          {season.status !== 'draft' && <SeasonWork work={work} hasPaymentPage={hasPaymentPage} />}
        </div>
        <div className={styles.columns}>
          <section className={panel.panel} aria-labelledby="settings">
            <div className={panel.head}>
              <h2 id="settings">{t('admin.settings')}</h2>
            </div>
            <SeasonForm
              key={season.version}
              own={season}
              currencies={currencies}
              answer={answerOf('settings')}
              submit={t('rights.save')}
            >
              <input
                type="hidden"
                name="version"
                value={answerOf('settings')?.typed.version ?? String(season.version)}
              />
            </SeasonForm>
          </section>
          <div className={styles.parts}>
            <States
              {...loaderData}
              status={season.status}
              fixPaths={{
                place,
                contract: may_manage_loft ? `/admin/lofts/${loft.id}/contracts` : null,
                registration: dates,
                payment: dates,
                shipping: dates,
                entry_fee: `/admin/seasons/${season.id}/products`,
              }}
              time_zone={loft.time_zone}
              answer={answerOf('status')}
            />
            <section className={panel.panel} aria-labelledby="copy">
              <div className={panel.head}>
                <h2 id="copy">{t('setup.copy')}</h2>
              </div>
              <Form method="post" className={`${forms.form} ${styles.form}`} noValidate preventScrollReset>
                <p>{t('setup.copy_text')}</p>
                <div className={forms.pair}>
                  <Field
                    name="name"
                    label={t('due_date.name')}
                    maxLength={128}
                    autoComplete="off"
                    defaultValue={
                      copy?.typed.name ?? season.name.replaceAll(String(season.year), String(season.year + 1))
                    }
                    errors={copy?.refused.errors?.name}
                  />
                  <Field
                    name="year"
                    label={t('admin.year')}
                    inputMode="numeric"
                    autoComplete="off"
                    defaultValue={copy?.typed.year ?? season.year + 1}
                    errors={copy?.refused.errors?.year}
                  />
                </div>
                <button type="submit" name="intent" value="copy" className={panel.button}>
                  {t('setup.copy')}
                </button>
              </Form>
            </section>
          </div>
        </div>
      </div>
    </>
  );
}
