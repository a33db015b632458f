/** A ranking of a season for those who set it up: its rule as choices, tried with the season's own birds, published. */
import { Form, redirect, useNavigation } from 'react-router';
import {
  addRanking,
  changeRanking,
  listSeasonRankings,
  publishRanking,
  removeRanking,
  tryRankingRule,
  withdrawRanking,
} from '#domain/rankings/contract.ts';
import { namingOf } from '#domain/rankings/named-birds.ts';
import { listNamedBirds } from '#domain/rankings/named-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNamedDay, formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom, notFound } from '#web/lib/loader.ts';
import { namesIn } from '#web/lib/names-in.ts';
import { usePage } from '#web/lib/page.ts';
import { prizeSentences } from '#web/lib/ranking-prize-words.ts';
import { measureName, ruleSentences, valueText } from '#web/lib/ranking-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Wrong } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { NameFields } from '#web/ui/NameFields.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import { Withdraw } from '#web/ui/Withdraw.tsx';
import type { Route } from './+types/RankingPage.ts';
import { AceBird } from './AceList.tsx';
import { RankingForm } from './RankingForm.tsx';
import { RankingPrizeFields } from './RankingPrizeFields.tsx';
import styles from './ranking-admin.module.css';
import { newRanking, prizesOfForm, rankingIn, typedOf } from './ranking-form.ts';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const list = await answers(() => context.get(callContext)(listSeasonRankings, { params: { season_id } }));
  const own_id = 'ranking_id' in params ? idFrom(params.ranking_id) : null;
  const ranking = own_id === null ? null : (list.rankings.find(({ id }) => id === own_id) ?? notFound());
  const title = ranking?.name ?? t('ranking_admin.new');
  const head = pageHead({ context, params, pattern }, [title, list.season.name], list.loft.name);
  const named =
    ranking && ranking.published_at !== null && namingOf(ranking.rule)
      ? await answers(() => context.get(callContext)(listNamedBirds, { params: { season_id, ranking_id: ranking.id } }))
      : null;
  return {
    loft: list.loft,
    season: list.season,
    currency: list.currency,
    products: list.products,
    flights: list.flights,
    ranking,
    named,
    fields: ranking ? typedOf(ranking) : newRanking,
    head,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext);
  const season_id = idFrom(params.season_id);
  const fields = await request.formData();
  const own_id = 'ranking_id' in params ? idFrom(params.ranking_id) : null;
  const intent = textIn(fields, 'intent');
  return actOn(fields, async () => {
    const key = { season_id, ranking_id: own_id! };
    const seen = { version: textIn(fields, 'version') };
    if (intent === 'remove') await call(removeRanking, { params: key, body: seen });
    else if (intent === 'withdraw')
      await call(withdrawRanking, { params: key, body: { ...seen, reason: textIn(fields, 'reason') } });
    else {
      const stored = own_id === null ? null : await storedRanking();
      const body =
        stored && stored.published_at !== null
          ? {
              name: textIn(fields, 'name'),
              names: namesIn(fields, stored.names),
              rule: stored.rule,
              prizes: prizesOfForm(fields),
            }
          : rankingIn(fields, stored ?? { names: {} });
      if (intent === 'try') {
        const trial = await call(tryRankingRule, { params: { season_id }, body: { rule: body.rule } });
        const typed = Object.fromEntries(
          [...fields].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
        );
        return { trial: { ...trial, rule: body.rule }, typed };
      }
      if (own_id === null) await call(addRanking, { params: { season_id }, body });
      else {
        const saved = await call(changeRanking, { params: key, body: { ...body, ...seen } });
        // What is published is what the form shows.
        if (intent === 'publish')
          await call(publishRanking, { params: key, body: { version: String(saved.ranking.version) } });
      }
    }
    return redirect(`/admin/seasons/${season_id}/rankings?saved=1`);
  });

  async function storedRanking() {
    const { rankings } = await call(listSeasonRankings, { params: { season_id } });
    return rankings.find(({ id }) => id === own_id) ?? notFound();
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function RankingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const busy = useNavigation().state === 'submitting';
  const { loft, currency, products, flights, ranking, fields, named } = loaderData;
  const refused = actionData && 'refused' in actionData ? actionData.refused : undefined;
  const trial = actionData && 'trial' in actionData ? actionData.trial : undefined;
  // Another form of the page, to publish or to remove, sends no name.
  const typed: Readonly<Record<string, string>> = actionData && 'name' in actionData.typed ? actionData.typed : fields;
  const isPublished = ranking !== null && ranking.published_at !== null;
  return (
    <>
      <AdminHead title={ranking?.name ?? t('ranking_admin.new')} />
      {isPublished && (
        <p className={panel.notice} suppressHydrationWarning>
          <Icon name="lock" />
          {t('aces.fixed', { day: formatNamedDay(locale, Date.parse(ranking.published_at!), loft.time_zone) })}
        </p>
      )}
      <Form
        key={`${ranking?.id} ${ranking?.version}`}
        id="ranking"
        method="post"
        className={`${panel.panel} ${form.form} ${styles.form}`}
        noValidate
      >
        <Wrong refused={refused} />
        {ranking && <input type="hidden" name="version" value={ranking.version} />}
        {ranking && refused?.code === 'changed_meanwhile' && (
          <p>
            <a href={`/admin/seasons/${loaderData.season.id}/rankings/${ranking.id}`}>{t('ranking_admin.saved_now')}</a>
          </p>
        )}
        <NameFields typed={typed} errors={refused?.errors} />
        {isPublished ? (
          <>
            <ul className={styles.sentences}>
              {ruleSentences(t, locale, ranking.rule, flights).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
              {ranking.prizes &&
                prizeSentences(t, locale, { ...ranking, prizes: ranking.prizes }, currency).map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
            </ul>
            <RankingPrizeFields typed={typed} errors={refused?.errors} isPublished subject={ranking.rule.subject.of} />
          </>
        ) : (
          <RankingForm typed={typed} errors={refused?.errors} products={products} flights={flights} />
        )}
        <div className={styles.buttons}>
          <button type="submit" className={panel.button_primary} disabled={busy}>
            {t('rights.save')}
          </button>
          {!isPublished && (
            <button type="submit" name="intent" value="try" className={panel.button} disabled={busy}>
              {t('ranking_admin.try')}
            </button>
          )}
        </div>
      </Form>
      {named && (
        <section className={`${panel.panel} ${styles.below}`} aria-labelledby="named">
          <div className={panel.head}>
            <h2 id="named">{t('flock.named')}</h2>
            <small>{formatNumber(locale, named.teams.length)}</small>
          </div>
          {named.teams.length === 0 ? (
            <p className={styles.sentences}>{t('ranking_admin.named_none')}</p>
          ) : (
            <Table caption={t('flock.named')}>
              <thead>
                <tr>
                  <th scope="col">{t('aces.of_team')}</th>
                  <th scope="col">{t('loft.pigeons')}</th>
                </tr>
              </thead>
              <tbody>
                {named.teams.map(({ team_id, team, birds }) => (
                  <tr key={team_id}>
                    <td>
                      <bdi>{team}</bdi>
                    </td>
                    <td>
                      {birds.map(({ pigeon_id, ring }, i) => (
                        <span key={pigeon_id}>
                          {i > 0 && t('rows.comma')}
                          <Ring ring={ring} />
                        </span>
                      ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </section>
      )}
      {trial && (
        <section className={`${panel.panel} ${styles.below}`} aria-labelledby="tried">
          <div className={panel.head}>
            <h2 id="tried">{t('ranking_admin.tried')}</h2>
            <small role="status">{formatNumber(locale, trial.ranked)}</small>
          </div>
          {trial.lines.length === 0 ? (
            <p className={styles.sentences}>
              {t(namingOf(trial.rule) ? 'ranking_admin.named_none' : 'aces.nobody_text')}
            </p>
          ) : (
            <Table caption={t('ranking_admin.tried')} cards>
              <thead>
                <tr>
                  <th scope="col">{t('aces.place')}</th>
                  <th scope="col">
                    {t(trial.rule.subject.of === 'pigeon' ? 'board.pigeon' : `aces.of_${trial.rule.subject.of}`)}
                  </th>
                  <th scope="col" className={table.figure}>
                    {measureName(t, trial.rule.measure)}
                  </th>
                </tr>
              </thead>
              <tbody>
                {trial.lines.map((line) => (
                  <tr key={line.key}>
                    <td data-label={t('aces.place')}>{line.place !== null && formatNumber(locale, line.place)}</td>
                    <td>
                      {line.bird ? (
                        <AceBird loft_id={loft.id} bird={line.bird} />
                      ) : (
                        <bdi>{line.group?.name ?? line.group?.country}</bdi>
                      )}
                    </td>
                    <td data-label={measureName(t, trial.rule.measure)} className={table.figure}>
                      <bdi className="num">
                        {line.value !== null && valueText(locale, trial.rule.measure, line.value)}
                      </bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </section>
      )}
      {isPublished && ranking.is_own && ranking.prizes === null && (
        <Withdraw
          version={ranking.version}
          answer={actionData && 'refused' in actionData ? actionData : undefined}
          busy={busy}
        />
      )}
      {ranking && !isPublished && (
        <>
          <details className={`${panel.panel} ${styles.below}`}>
            <summary>{t('ranking_admin.publish')}</summary>
            <div className={styles.publish}>
              <p>
                {t('ranking_admin.publish_sure')} {t('ranking_admin.raise_only')}
              </p>
              <button
                type="submit"
                form="ranking"
                name="intent"
                value="publish"
                className={panel.button_primary}
                disabled={busy}
              >
                {t('ranking_admin.publish')}
              </button>
            </div>
          </details>
          <details className={`${panel.panel} ${styles.below}`}>
            <summary>{t('people.remove')}</summary>
            <Form method="post">
              <input type="hidden" name="version" value={ranking.version} />
              <p>{t('ranking_admin.remove_sure')}</p>
              <button
                type="submit"
                name="intent"
                value="remove"
                className={`${panel.button} ${form.danger}`}
                disabled={busy}
              >
                <Icon name="trash" />
                {t('people.remove')}
              </button>
            </Form>
          </details>
        </>
      )}
    </>
  );
}
