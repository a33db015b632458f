/**
 * A new season for one of the lofts whose seasons the reader administers (2.16): a standard one from a few facts, a copy, or
 * an empty one.
 */
import { useState } from 'react';
import { redirect } from 'react-router';
import { daysAfter, daysBetween } from '#domain/calendar.ts';
import { dayAt } from '#domain/day.ts';
import { isLocale } from '#domain/locales.ts';
import {
  copySeason,
  copySharedSeason,
  createSeason,
  createStandardSeason,
  listSeasonLofts,
  seasonFields,
} from '#domain/seasons/setup-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, fieldsOf, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, oneOf } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Choice } from '#web/ui/Field.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/NewSeasonPage.ts';
import { CopySeasonForm } from './CopySeasonForm.tsx';
import { currenciesIn } from './currencies.server.ts';
import { SeasonForm } from './SeasonForm.tsx';
import { StandardSeasonForm } from './StandardSeasonForm.tsx';
import styles from './seasons.module.css';
import { standardIn } from './standard-form.ts';

/** What a season begins with. */
const beginnings = ['standard', 'copy', 'empty'] as const;

/** The final of a usual season is 41 weeks after its opening. */
const usualDays = 287;

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const seasons = await answers(() => context.get(callContext)(listSeasonLofts, {}));
  const head = pageHead({ context, params, pattern }, [t('setup.new')], t('setup.new_lead'));
  const search = new URL(request.url).searchParams;
  const preselected = search.get('loft');
  const loft = seasons.lofts.find(({ id }) => String(id) === preselected) ?? seasons.lofts[0];
  const today = dayAt(Date.now(), loft?.time_zone ?? 'UTC');
  return {
    ...seasons,
    today,
    final_at: nextSaturday(daysAfter(today, usualDays)),
    preselected,
    from: oneOf([...beginnings], search.get('from')),
    currencies: currenciesIn(locale),
    head,
  };
}

/** The Saturday of that day or after it: races are released on a weekend. */
const nextSaturday = (day: string) => daysAfter(day, (2 + 7 - (daysBetween('1970-01-01', day) % 7)) % 7);

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const call = context.get(callContext);
  return actOn(form, async () => {
    const params = { loft_id: Number(textIn(form, 'loft_id')) };
    const { season } = await (async () => {
      const from = textIn(form, 'from');
      if (from === 'standard') {
        const { locale } = context.get(pageContext);
        const language = isLocale(locale) ? locale : 'en';
        return call(createStandardSeason, { params, body: { ...standardIn(form), language } });
      }
      if (from !== 'copy') return call(createSeason, { params, body: fieldsOf(form, seasonFields) });
      const body = fieldsOf(form, seasonFields.pick({ name: true, year: true }));
      const season_id = Number(textIn(form, 'season_id'));
      const { own } = await call(listSeasonLofts, {});
      return own.some(({ id, loft_id }) => id === season_id && loft_id === params.loft_id)
        ? call(copySeason, { params: { season_id }, body })
        : call(copySharedSeason, { params, body: { ...body, season_id } });
    })();
    return redirect(`/admin/seasons/${season.id}`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function NewSeasonPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { lofts, own, shared, today, final_at, preselected, from, currencies } = loaderData;
  const [chosen, choose] = useState(actionData?.typed.loft_id ?? preselected);
  const loft = lofts.find(({ id }) => String(id) === chosen) ?? lofts[0];
  const year = Number(final_at.slice(0, 4));
  const ofLoft = own.filter(({ loft_id }) => loft_id === loft?.id);
  const loftChoice =
    lofts.length === 1 ? (
      <input type="hidden" name="loft_id" value={loft?.id} />
    ) : (
      <Choice
        name="loft_id"
        label={t('loft.loft')}
        defaultValue={loft?.id}
        onChange={({ target }) => choose(target.value)}
      >
        {lofts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
    );
  return (
    <div className="wrap">
      <AdminHead title={t('setup.new')} lead={t('setup.new_lead')} />
      {loft ? (
        <div className={styles.parts}>
          <nav className={styles.beginnings} aria-label={t('setup.begin')}>
            {beginnings.map((one) => (
              <Link
                key={one}
                to={`/admin/seasons/create?loft=${loft.id}&from=${one}`}
                aria-current={one === from ? 'page' : undefined}
                replace
              >
                {t(`setup.from_${one}`)}
              </Link>
            ))}
          </nav>
          <section className={panel.panel} aria-labelledby="from">
            <div className={panel.head}>
              <h2 id="from">{t(`setup.from_${from}`)}</h2>
            </div>
            <p className={styles.found}>{t(`setup.from_${from}_text`)}</p>
            {from === 'standard' && (
              <StandardSeasonForm
                own={{ name: String(year), currency: loft.currency, opens_at: today, final_at }}
                today={today}
                currencies={currencies}
                answer={actionData}
              >
                {loftChoice}
              </StandardSeasonForm>
            )}
            {from === 'copy' && (
              <CopySeasonForm
                key={loft.id}
                own={ofLoft}
                shared={shared}
                year={Math.max(year, (ofLoft[0]?.year ?? 0) + 1)}
                answer={actionData}
              >
                {loftChoice}
              </CopySeasonForm>
            )}
            {from === 'empty' && (
              <SeasonForm
                own={{ name: String(year), year, currency: loft.currency }}
                currencies={currencies}
                answer={actionData}
                submit={t('setup.create')}
              >
                {loftChoice}
              </SeasonForm>
            )}
          </section>
        </div>
      ) : (
        <section className={panel.panel} aria-label={t('setup.new')}>
          <Empty title={t('overview.none')} text={t('overview.none_text')} />
        </section>
      )}
    </div>
  );
}
