/** The rulebook of a season for its loft: the form, worked examples, the versions. */
import { useState } from 'react';
import { redirect, useSearchParams } from 'react-router';
import type { Rulebook } from '#domain/seasons/rulebook.ts';
import { publishRulebook, readRulebookAdmin } from '#domain/seasons/rulebook-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/RulebookAdminPage.ts';
import { PrizeSimulator } from './PrizeSimulator.tsx';
import { RulebookExamples } from './RulebookExamples.tsx';
import { RulebookForm } from './RulebookForm.tsx';
import { RulebookVersions } from './RulebookVersions.tsx';
import styles from './rulebook.module.css';
import { examplesOf } from './rulebook-examples.ts';
import { rulebookIn } from './rulebook-form.ts';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const view = await answers(() => context.get(callContext)(readRulebookAdmin, { params: { season_id } }));
  const head = pageHead({ context, params, pattern }, [t('admin.rulebook'), view.season.name], t('rulebook.lead'));
  return { ...view, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const season_id = idFrom(params.season_id);
  const form = await request.formData();
  return actOn(form, async () => {
    const body = { after_version: textIn(form, 'after_version'), rulebook: rulebookIn(form) };
    await context.get(callContext)(publishRulebook, { params: { season_id }, body });
    return redirect(`/admin/seasons/${season_id}/rulebook?saved=1`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function RulebookAdminPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { loft, season, currency, version, rulebook, versions } = loaderData;
  const saved = useSearchParams()[0].has('saved') && !actionData;
  const [chosen, choose] = useState<{ version: number; book: Rulebook }>({ version, book: rulebook });
  const book = chosen.version === version ? chosen.book : rulebook;
  return (
    <>
      <AdminHead title={t('admin.rulebook')} lead={t('rulebook.lead')} />
      {saved && (
        <p role="status" className={`${panel.notice} ${styles.done}`}>
          <Icon name="check" />
          {t('rulebook.valid', { version })}
        </p>
      )}
      <div className={styles.admin}>
        <RulebookForm
          version={version}
          rulebook={rulebook}
          failed={actionData}
          chosen={book}
          onChoice={(now) => choose({ version, book: now })}
        />
        <div className={styles.beside}>
          <RulebookExamples
            rules={book.rules}
            currency={currency}
            time_zone={loft.time_zone}
            examples={examplesOf(book, loft)}
          />
          <PrizeSimulator book={book} currency={currency} />
          <RulebookVersions
            season={{ loft_id: loft.id, season_id: season.id }}
            time_zone={loft.time_zone}
            shown={null}
            versions={versions}
          />
        </div>
      </div>
    </>
  );
}
