/**
 * Entering many pigeons from a list: first a preview, then the import; each wrong line names field and error. Works
 * without a script.
 */
import { data, Form } from 'react-router';
import { columnLabels, columns } from '#domain/entries/import-list.ts';
import { importModes, importPigeons, mostImportMegabytes } from '#domain/entries/intake-contract.ts';
import { isRefusal, statusOf } from '#domain/refusal.ts';
import { readSeasonAdmin } from '#domain/seasons/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { textIn } from '#web/lib/form.ts';
import { base64Of, fileIn } from '#web/lib/form-file.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatList } from '#web/lib/intl.ts';
import { answers, idFrom, oneOf } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Field, Wrong } from '#web/ui/Field.tsx';
import { FileField } from '#web/ui/FileField.tsx';
import form from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/ImportPage.ts';
import styles from './entries.module.css';
import { ImportReport } from './ImportReport.tsx';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const { loft, season } = await answers(() => context.get(callContext)(readSeasonAdmin, { params: { season_id } }));
  return { season, head: pageHead({ context, params, pattern }, [t('entries.import'), season.name], loft.name) };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const season_id = idFrom(params.season_id);
  const fields = await request.formData();
  const mode = oneOf(importModes, textIn(fields, 'mode') || null);
  try {
    const outside_reason = textIn(fields, 'outside_reason');
    const file = fileIn(fields, 'file', mostImportMegabytes);
    const body = { file: await base64Of(file), mode, outside_reason };
    return {
      mode,
      report: await context.get(callContext)(importPigeons, { params: { season_id }, body }),
      typed: outside_reason,
      refused: null,
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { code, params: blanks, errors } = error;
    return data(
      { mode, report: null, typed: textIn(fields, 'outside_reason'), refused: { code, params: blanks, errors } },
      { status: statusOf(error) },
    );
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { season } = loaderData;
  const refused = actionData?.refused ?? undefined;
  return (
    <>
      <AdminHead title={t('entries.import')} lead={t('entries.import_lead')} />
      <div className={styles.parts}>
        <section className={panel.panel} aria-labelledby="file">
          <div className={panel.head}>
            <h2 id="file">{t('entries.file')}</h2>
          </div>
          <Form method="post" encType="multipart/form-data" className={`${form.form} ${styles.form}`}>
            <Wrong refused={refused?.errors ? undefined : refused} />
            <FileField
              as="file"
              max={mostImportMegabytes}
              label={t('entries.file')}
              hint={t('entries.columns', {
                columns: formatList(locale, [...new Set(columns.map((column) => t(columnLabels[column])))]),
              })}
              name="file"
              accept=".csv,.txt,.xlsx"
              required
              errors={refused?.errors?.file}
            />
            <Field
              label={t('entries.outside_reason')}
              hint={t('entries.outside_hint', { column: t('entries.outside_order') })}
              name="outside_reason"
              maxLength={1000}
              autoComplete="off"
              defaultValue={actionData?.typed}
              errors={refused?.errors?.outside_reason}
            />
            <fieldset className={styles.modes}>
              <legend>{t('entries.mode')}</legend>
              {importModes.map((mode) => (
                <label key={mode}>
                  <input type="radio" name="mode" value={mode} defaultChecked={mode === (actionData?.mode ?? 'look')} />
                  {t(`entries.mode_${mode}`)}
                </label>
              ))}
            </fieldset>
            <button type="submit" className={panel.button_primary}>
              {t('entries.send')}
            </button>
          </Form>
        </section>
        {actionData?.report && <ImportReport {...actionData.report} mode={actionData.mode} year={season.year} />}
      </div>
    </>
  );
}
