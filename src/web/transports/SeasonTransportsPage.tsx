/**
 * The transports of a season for its loft: the number of birds at each place, the requests to agents and their answers.
 */
import { useSearchParams } from 'react-router';
import { locationStatuses } from '#domain/pigeons/status.ts';
import { listSeasonTransports } from '#domain/transports/agent-contract.ts';
import { transportStatuses } from '#domain/transports/transport.ts';
import { loftAdminPath, seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom, perPages } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { ListParts } from '#web/ui/ListParts.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { RowKeys } from '#web/ui/RowKeys.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import type { Route } from './+types/SeasonTransportsPage.ts';
import { answer } from './answer.ts';
import { AnswerNotice, RequestAnswers } from './RequestAnswers.tsx';
import { transportsQueryFrom } from './season-transports.ts';
import { TransportRows } from './TransportRows.tsx';
import styles from './transports.module.css';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const query = transportsQueryFrom(new URL(request.url).searchParams);
  const list = await answers(() => context.get(callContext)(listSeasonTransports, { params: { season_id }, query }));
  const head = pageHead({ context, params, pattern }, [t('admin.transports'), list.season.name], list.loft.name);
  return { ...list, query, head };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  return actOn(form, () => answer(context.get(callContext), form));
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonTransportsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const { loft, season, counts, pigeons, transports, query, total, page, page_count } = loaderData;
  const of = (status: string) => {
    const other = new URLSearchParams(search);
    other.delete('page');
    if (status === '') other.delete('status');
    else other.set('status', status);
    return `?${other}`;
  };
  const all = Object.values(counts).reduce((so_far, count) => so_far + count, 0);
  const states = [
    { state: '' as const, word: t('order_admin.all'), count: all },
    ...transportStatuses.map((state) => ({ state, word: t(`transports.${state}`), count: counts[state] })),
  ];
  return (
    <>
      <AdminHead
        title={t('admin.transports')}
        actions={
          <Link className={panel.button} to={`${loftAdminPath(loft.id)}/agents`}>
            <Icon name="users" />
            {t('admin.agents')}
          </Link>
        }
      />
      <AnswerNotice answer={actionData} />
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t('admin.transports')}</h2>
          <small role="status">{t('order_admin.found', { found: formatNumber(locale, total) })}</small>
          <RowKeys
            actions={[
              { key: 'c', word: t('order_admin.confirm') },
              { key: 'p', word: t('transports.pick_up') },
              { key: 'r', word: t('order_admin.reject') },
            ]}
          />
          {total > 0 && <DownloadLinks path={`${seasonAdminPath(season.id)}/transports`} query={`${search}`} />}
        </div>
        <dl className={styles.figures}>
          {locationStatuses.map((location) => (
            <div key={location}>
              <dt>{t(`pigeon_status.${location}`)}</dt>
              <dd>
                <bdi className="num">{formatNumber(locale, pigeons[location])}</bdi>
              </dd>
            </div>
          ))}
          {pigeons.gone > 0 && (
            <div>
              <dt>{t('pigeons.gone')}</dt>
              <dd>
                <bdi className="num">{formatNumber(locale, pigeons.gone)}</bdi>
              </dd>
            </div>
          )}
        </dl>
        <ListParts
          label={t('admin.state')}
          parts={states
            .filter(({ state, count }) => count > 0 || state === '' || state === query.status)
            .map(({ state, ...part }) => ({ ...part, to: of(state), isShown: (query.status ?? '') === state }))}
        />
        <SearchForm hint={t('transports.search')} />
        {transports.length === 0 ? (
          <NoRows own={['status']} title={t('transports.none')} text={t('transports.none_text')} />
        ) : (
          <>
            <RequestAnswers key={`${search}`} transports={transports} answer={actionData}>
              <TransportRows caption={t('admin.transports')} transports={transports} withCollection />
            </RequestAnswers>
            <Paging total={total} page={page} page_count={page_count} per_page={query.per_page} sizes={perPages} />
          </>
        )}
      </section>
    </>
  );
}
