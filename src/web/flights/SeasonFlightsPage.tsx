/** The flights of a season for those who plan them: the next one, the season as a chart, and all of them in a table. */
import { useSearchParams } from 'react-router';
import { flightKinds, flightStatuses } from '#domain/flights/flight.ts';
import { type ListedPlan, listPlans } from '#domain/flights/plan-contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { flightsAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { clockTime, formatCalendarDay, formatDistance, formatNumber, formatWeekday, isoDay } from '#web/lib/intl.ts';
import { answers, idFrom, perPages } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Filter } from '#web/ui/Filter.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { RowKeys } from '#web/ui/RowKeys.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { SortHead } from '#web/ui/SortHead.tsx';
import { StatusChip } from '#web/ui/StatusChip.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/SeasonFlightsPage.ts';
import { DraftChip } from './DraftChip.tsx';
import { NextFlight } from './NextFlight.tsx';
import { SeasonChart } from './SeasonChart.tsx';
import styles from './season-flights.module.css';
import { actionIcons, actionPath, actionWords, deskPath, flightsQueryFrom, isDisputable } from './season-flights.ts';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale, site } = context.get(pageContext);
  const { t } = speaker(locale);
  const season_id = idFrom(params.season_id);
  const query = flightsQueryFrom(new URL(request.url).searchParams);
  const list = await answers(() => context.get(callContext)(listPlans, { params: { season_id }, query }));
  const head = pageHead({ context, params, pattern }, [t('admin.flights'), list.season.name], list.loft.name);
  const now_ms = Date.parse(list.read_at);
  /** Nobody can act on a result while it can be disputed. */
  const acted = <F extends ListedPlan>(flight: F): F => ({
    ...flight,
    waits: flight.waits && !isDisputable(flight, now_ms),
  });
  return {
    ...list,
    season_flights: list.season_flights.map(acted),
    next: list.next && {
      flight: list.next,
      path: actionPath(list.next, site.pages),
      desk: deskPath(list.next, site.pages),
    },
    flights: list.flights.map((flight) => ({ ...acted(flight), path: actionPath(flight, site.pages) })),
    query,
    head,
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonFlightsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const { loft, season, today, read_at, birds, next, season_flights, flights, query, ...list } = loaderData;
  const at = flightsAdminPath(season.id);
  const waiting = season_flights.filter(({ waits }) => waits).length;
  const done = search.has('removed') ? 'flights.removed' : search.has('saved') ? 'due_date.done' : null;
  return (
    <>
      <AdminHead
        title={t('admin.flights')}
        actions={
          <>
            <Link className={panel.button} to={`${at}/create?as=series`}>
              <Icon name="calendar" />
              {t('flights.plan_series')}
            </Link>
            <Link className={next ? panel.button : panel.button_primary} to={`${at}/create`} data-key="n">
              <Icon name="plus" />
              {t('flights.plan')}
            </Link>
          </>
        }
      />
      <div className={styles.parts}>
        {done && (
          <p role="status" className={`${panel.notice} ${styles.done}`}>
            <Icon name="check" />
            {t(done)}
          </p>
        )}
        {next && <NextFlight {...next} loft={loft} birds={birds} read_at={read_at} />}
        {season_flights.length > 0 && (
          <section className={panel.panel} aria-labelledby="season">
            <div className={panel.head}>
              <h2 id="season">{t('flights.season')}</h2>
              <small>
                {t('flights.season_lead')} {waiting > 0 && t('flights.season_ring')}
              </small>
            </div>
            <SeasonChart flights={season_flights} loft={loft} today={today} />
          </section>
        )}
        <section className={panel.panel} aria-labelledby="list">
          <div className={panel.head}>
            <h2 id="list">{t('flights.all')}</h2>
            <small role="status">
              {t('order_admin.found', { found: formatNumber(locale, list.total) })}
              {waiting > 0 && ` · ${t('flights.waiting', { n: formatNumber(locale, waiting) })}`}
            </small>
            <RowKeys hasNew />
            {list.total > 0 && <DownloadLinks path={at} query={`${search}`} />}
          </div>
          <SearchForm hint={t('flights.search')} own={['kind', 'status']}>
            <Filter
              name="kind"
              label={t('facts.kind')}
              all={t('flights.all_kinds')}
              options={flightKinds.map((value) => ({ value, word: t(`kind.${value}`) }))}
            />
            <Filter
              name="status"
              label={t('admin.state')}
              all={t('admin.all_states')}
              options={flightStatuses.map((value) => ({ value, word: t(`status.${value}`) }))}
            />
          </SearchForm>
          {flights.length === 0 ? (
            <NoRows own={['kind', 'status']} title={t('flights.empty')} text={t('flights.empty_text')} />
          ) : (
            <>
              <Table caption={t('flights.all')} cards>
                <thead>
                  <tr>
                    <SortHead by="name" order={query.sort}>
                      {t('bird.flight')}
                    </SortHead>
                    <SortHead by="release" order={query.sort}>
                      {t('facts.release')}
                    </SortHead>
                    <SortHead by="point" order={query.sort}>
                      {t('race.release_point')}
                    </SortHead>
                    <SortHead by="home" order={query.sort} largest className={table.figure}>
                      {t('race.home')}
                    </SortHead>
                    <SortHead by="state" order={query.sort}>
                      {t('admin.state')}
                    </SortHead>
                    <th scope="col" className={table.figure}>
                      {t('flights.next')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {flights.map((flight) => (
                    <FlightRow
                      key={flight.id}
                      flight={flight}
                      loft={loft}
                      own={`${at}/${flight.id}`}
                      now_ms={Date.parse(read_at)}
                    />
                  ))}
                </tbody>
              </Table>
              <Paging {...list} per_page={query.per_page} sizes={perPages} />
            </>
          )}
        </section>
      </div>
    </>
  );
}

interface FlightRowProps {
  flight: ListedPlan & { path: string };
  loft: Loft;
  own: string;
  now_ms: number;
}

function FlightRow({ flight, loft, own, now_ms }: FlightRowProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const number = (value: number) => <bdi className="num">{formatNumber(locale, value)}</bdi>;
  // Nobody sees a draft: it is shown before anything else is done with it.
  const word = t(flight.is_draft ? 'flights.edit' : actionWords[flight.next_action]);
  return (
    <tr>
      <td>
        <span className={styles.two}>
          <Link to={own}>
            <bdi>{flight.name}</bdi>
          </Link>
          <small>{t(`kind.${flight.kind}`)}</small>
        </span>
      </td>
      <td data-label={t('facts.release')}>
        {flight.release_time === null ? (
          t('flights.no_time')
        ) : (
          <ReleaseTime at_ms={Date.parse(flight.release_time)} time_zone={loft.time_zone} />
        )}
      </td>
      <td data-label={t('race.release_point')}>
        <span className={styles.two}>
          <bdi>{flight.release_point ?? '–'}</bdi>
          {flight.distance !== null && (
            <small>
              <bdi className="num">{formatDistance(locale, flight.distance)}</bdi> {t(`unit.${loft.unit}`)}
            </small>
          )}
        </span>
      </td>
      <td data-label={t('race.home')} className={table.figure}>
        {flight.basketed_count === 0 ? (
          '–'
        ) : (
          <span className={styles.two}>
            {number(flight.home_count)}
            <small>{t('race.of_total', { total: formatNumber(locale, flight.basketed_count) })}</small>
          </span>
        )}
      </td>
      <td data-label={t('admin.state')}>
        <span className={styles.two}>
          <span>{flight.is_draft ? <DraftChip /> : <StatusChip status={flight.status} />}</span>
          {flight.annulled_because !== null && (
            <small>
              <bdi>{flight.annulled_because}</bdi>
            </small>
          )}
        </span>
      </td>
      <td className={table.figure}>
        {isDisputable(flight, now_ms) ? (
          <small>
            {t('official.sign_from')}{' '}
            <ReleaseTime at_ms={Date.parse(flight.disputes_until)} time_zone={loft.time_zone} />
          </small>
        ) : (
          <Link
            to={flight.path}
            className={`${styles.next} ${flight.waits ? styles.waiting : ''}`}
            data-outlined={flight.next_action !== 'result' && flight.next_action !== 'reason' ? '' : undefined}
            aria-label={`${word}: ${flight.name}`}
          >
            <Icon name={flight.is_draft ? 'note' : actionIcons[flight.next_action]} size={20} />
            {word}
          </Link>
        )}
      </td>
    </tr>
  );
}

/** A time by the loft's clock, to the minute: `Sat 12 Sep 2026 07:15`. */
function ReleaseTime({ at_ms, time_zone }: { at_ms: number; time_zone: string }) {
  const { locale } = usePage();
  return (
    <time dateTime={new Date(at_ms).toISOString()}>
      <span suppressHydrationWarning>
        {formatWeekday(locale, at_ms, time_zone)} {formatCalendarDay(locale, isoDay(at_ms, time_zone), 'named')}
      </span>{' '}
      <bdi dir="ltr" className="num">
        {clockTime(at_ms, time_zone).time.slice(0, 5)}
      </bdi>
    </time>
  );
}
