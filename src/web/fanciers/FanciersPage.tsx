/**
 * A loft's own list of its fanciers (4.12, 6.11): searched, filled from the teams, written to, downloaded as a file.
 */
import { Form, redirect, useSearchParams } from 'react-router';
import { listFanciers, listMessages, messageWords, takeFanciers, writeToFanciers } from '#domain/fanciers/contract.ts';
import { isLocale } from '#domain/locales.ts';
import { readLoftAdmin } from '#domain/seasons/contract.ts';
import { loftAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, fieldsOf } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { listFrom } from '#web/lib/list.ts';
import { answers, idFrom, perPages } from '#web/lib/loader.ts';
import { chosenIn } from '#web/lib/selected-rows.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Wrong } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { Selection } from '#web/ui/Selection.tsx';
import type { Route } from './+types/FanciersPage.ts';
import { FancierMessages } from './FancierMessages.tsx';
import { FanciersTable } from './FanciersTable.tsx';
import styles from './fanciers.module.css';
import { WriteToFanciers } from './WriteToFanciers.tsx';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const loft_id = idFrom(params.loft_id);
  const searchParams = new URL(request.url).searchParams;
  const query = listFrom(searchParams);
  const call = context.get(callContext);
  const [{ loft }, list, { messages }] = await answers(() =>
    Promise.all([
      call(readLoftAdmin, { params: { loft_id } }),
      call(listFanciers, { params: { loft_id }, query }),
      call(listMessages, { params: { loft_id } }),
    ]),
  );
  const head = pageHead({ context, params, pattern }, [t('admin.fanciers'), loft.name], t('fanciers.lead'));
  return { loft, messages, ...list, per_page: query.per_page, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { locale } = context.get(pageContext);
  const loft_id = idFrom(params.loft_id);
  const call = context.get(callContext);
  const form = await request.formData();
  if (form.get('intent') === 'write') {
    return actOn(form, async () => {
      const fancier_ids = chosenIn(form);
      const body = { ...fieldsOf(form, messageWords), fancier_ids, language: isLocale(locale) ? locale : 'en' };
      const { letters } = await call(writeToFanciers, { params: { loft_id }, body });
      return redirect(`${loftAdminPath(loft_id)}/fanciers?sent=${letters}`);
    });
  }
  await answers(() => call(takeFanciers, { params: { loft_id }, body: {} }));
  return redirect(`/admin/lofts/${loft_id}/fanciers`);
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function FanciersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { loft, fanciers, not_imported, messages, ...list } = loaderData;
  const sent = Number(search.get('sent'));
  const at = `/admin/lofts/${loft.id}/fanciers`;
  const wanted = search.get('q') ?? '';
  return (
    <>
      <AdminHead
        title={t('admin.fanciers')}
        lead={t('fanciers.lead')}
        actions={
          <Link className={panel.button_primary} to={`${at}/create`}>
            {t('fanciers.add')}
          </Link>
        }
      />
      {actionData ? (
        <div className={styles.message}>
          <Wrong refused={actionData.refused} />
        </div>
      ) : (
        sent > 0 && (
          <p role="status" className={`${panel.notice} ${styles.message}`}>
            <Icon name="check" />
            {t('fanciers.sent', { count: sent })}
          </p>
        )
      )}
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t('admin.fanciers')}</h2>
          <small role="status">{t('fanciers.found', { count: list.total })}</small>
          {list.total > 0 && <DownloadLinks path={at} query={`${new URLSearchParams({ q: wanted })}`} />}
        </div>
        {not_imported > 0 && (
          <Form method="post" className={styles.not_imported}>
            <p>{t('fanciers.not_imported', { count: not_imported })}</p>
            <button type="submit" className={panel.button}>
              {t('fanciers.take')}
            </button>
          </Form>
        )}
        {(fanciers.length > 0 || wanted !== '') && <SearchForm hint={t('fanciers.search')} />}
        {fanciers.length ? (
          <>
            <Selection
              chosen={actionData?.chosen}
              actions={
                <a className={panel.button} href="#write">
                  {t('fanciers.write')}
                </a>
              }
            >
              <FanciersTable fanciers={fanciers} at={at} />
              <WriteToFanciers answer={actionData} />
            </Selection>
            <Paging {...list} sizes={perPages} />
          </>
        ) : (
          <NoRows title={t('fanciers.empty')} text={t('fanciers.empty_text')} />
        )}
      </section>
      <FancierMessages messages={messages} time_zone={loft.time_zone} />
    </>
  );
}
