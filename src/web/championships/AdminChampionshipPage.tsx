/** A championship for admins: its seasons and its rule as choices, published by an act of its own. */
import { Form, redirect, useNavigation } from 'react-router';
import {
  addChampionship,
  changeChampionship,
  listAllChampionships,
  publishChampionship,
  removeChampionship,
  withdrawChampionship,
} from '#domain/championships/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom, notFound } from '#web/lib/loader.ts';
import { namesIn } from '#web/lib/names-in.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Wrong } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import { NameFields } from '#web/ui/NameFields.tsx';
import panel from '#web/ui/panel.module.css';
import { Withdraw } from '#web/ui/Withdraw.tsx';
import type { Route } from './+types/AdminChampionshipPage.ts';
import { ChampionshipForm } from './ChampionshipForm.tsx';
import { championshipIn, newChampionship, typedOf } from './championship-form.ts';
import { championshipSentences } from './championship-words.ts';
import styles from './championships.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const { championships, seasons } = await answers(() => context.get(callContext)(listAllChampionships, {}));
  const own_id = 'championship_id' in params ? idFrom(params.championship_id) : null;
  const championship = own_id === null ? null : (championships.find(({ id }) => id === own_id) ?? notFound());
  return {
    championship,
    seasons,
    fields: championship ? typedOf(championship) : newChampionship,
    head: pageHead({ context, params, pattern }, [championship?.name ?? t('championships.new')]),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext);
  const fields = await request.formData();
  const own_id = 'championship_id' in params ? idFrom(params.championship_id) : null;
  const intent = textIn(fields, 'intent');
  return actOn(fields, async () => {
    const key = { championship_id: own_id! };
    const seen = { version: textIn(fields, 'version') };
    if (intent === 'publish') await call(publishChampionship, { params: key, body: seen });
    else if (intent === 'withdraw')
      await call(withdrawChampionship, { params: key, body: { ...seen, reason: textIn(fields, 'reason') } });
    else if (intent === 'remove') await call(removeChampionship, { params: key, body: seen });
    else if (own_id === null) await call(addChampionship, { body: championshipIn(fields, { names: {} }) });
    else {
      const { championships } = await call(listAllChampionships, {});
      const stored = championships.find(({ id }) => id === own_id) ?? notFound();
      const { names, year, is_world_list, season_ids, rule } = stored;
      const body =
        stored.published_at === null
          ? championshipIn(fields, stored)
          : { name: textIn(fields, 'name'), names: namesIn(fields, names), year, is_world_list, season_ids, rule };
      await call(changeChampionship, { params: key, body: { ...body, ...seen } });
    }
    return redirect('/admin/championships?saved=1');
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function AdminChampionshipPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const busy = useNavigation().state === 'submitting';
  const { championship, seasons, fields } = loaderData;
  const refused = actionData && 'refused' in actionData ? actionData.refused : undefined;
  // Another form of the page, to publish or to remove, sends no name.
  const typed: Readonly<Record<string, string>> = actionData && 'name' in actionData.typed ? actionData.typed : fields;
  const isPublished = championship !== null && championship.published_at !== null;
  return (
    <div className="wrap">
      <AdminHead title={championship?.name ?? t('championships.new')} />
      <Form
        key={`${championship?.id} ${championship?.version}`}
        method="post"
        className={`${panel.panel} ${form.form} ${styles.form}`}
        noValidate
      >
        <Wrong refused={refused} />
        {championship && <input type="hidden" name="version" value={typed.version ?? championship.version} />}
        <NameFields typed={typed} errors={refused?.errors} />
        {isPublished ? (
          <ul>
            {championshipSentences(t, locale, championship).map((sentence) => (
              <li key={sentence} suppressHydrationWarning>
                {sentence}
              </li>
            ))}
          </ul>
        ) : (
          <ChampionshipForm typed={typed} seasons={seasons} errors={refused?.errors} />
        )}
        <div>
          <button type="submit" className={panel.button_primary} disabled={busy}>
            {t('rights.save')}
          </button>
        </div>
      </Form>
      {isPublished && championship.is_own && (
        <Withdraw
          version={championship.version}
          answer={actionData && 'refused' in actionData ? actionData : undefined}
          busy={busy}
        />
      )}
      {championship && !isPublished && (
        <>
          <details className={`${panel.panel} ${styles.below}`}>
            <summary>{t('ranking_admin.publish')}</summary>
            <Form method="post">
              <input type="hidden" name="version" value={championship.version} />
              <p>{t('championships.publish_sure')}</p>
              <button type="submit" name="intent" value="publish" className={panel.button_primary} disabled={busy}>
                {t('ranking_admin.publish')}
              </button>
            </Form>
          </details>
          <details className={`${panel.panel} ${styles.below}`}>
            <summary>{t('people.remove')}</summary>
            <Form method="post">
              <input type="hidden" name="version" value={championship.version} />
              <p>{t('ranking_admin.remove_sure')}</p>
              <button type="submit" name="intent" value="remove" className={panel.button} disabled={busy}>
                {t('people.remove')}
              </button>
            </Form>
          </details>
        </>
      )}
    </div>
  );
}
