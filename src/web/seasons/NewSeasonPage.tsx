/** A new season for one of the lofts whose seasons the reader administers (2.16). */
import { useState } from 'react';
import { redirect } from 'react-router';
import { createSeason, listSeasonLofts, seasonFields } from '#domain/seasons/setup-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, fieldsOf, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Choice } from '#web/ui/Field.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/NewSeasonPage.ts';
import { currenciesIn } from './currencies.server.ts';
import { SeasonForm } from './SeasonForm.tsx';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const { lofts } = await answers(() => context.get(callContext)(listSeasonLofts, {}));
  const head = pageHead({ context, params, pattern }, [t('setup.new')], t('setup.new_lead'));
  const year = new Date().getUTCFullYear() + 1;
  return {
    lofts,
    year,
    preselected: new URL(request.url).searchParams.get('loft'),
    currencies: currenciesIn(locale),
    head,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  return actOn(form, async () => {
    const params = { loft_id: Number(textIn(form, 'loft_id')) };
    const { season } = await context.get(callContext)(createSeason, { params, body: fieldsOf(form, seasonFields) });
    return redirect(`/admin/seasons/${season.id}`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function NewSeasonPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { lofts, year, preselected, currencies } = loaderData;
  const [chosen, choose] = useState(actionData?.typed.loft_id ?? preselected);
  const loft = lofts.find(({ id }) => String(id) === chosen) ?? lofts[0];
  return (
    <div className="wrap">
      <AdminHead
        under={[{ name: t('admin.all_seasons'), to: '/admin/seasons' }]}
        title={t('setup.new')}
        lead={t('setup.new_lead')}
      />
      <section className={panel.panel} aria-label={t('setup.new')}>
        {loft ? (
          <SeasonForm
            own={{ name: String(year), year, currency: loft.currency }}
            currencies={currencies}
            answer={actionData}
            submit={t('setup.create')}
          >
            <Choice
              name="loft_id"
              label={t('loft.loft')}
              defaultValue={loft.id}
              onChange={({ target }) => choose(target.value)}
            >
              {lofts.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Choice>
          </SeasonForm>
        ) : (
          <Empty title={t('overview.none')} text={t('overview.none_text')} />
        )}
      </section>
    </div>
  );
}
