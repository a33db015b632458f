/** The state of one loft, for its merchant: races in the air, next flights, seasons, clocks, people (2.14). */
import { redirect } from 'react-router';
import type { FlightSummary } from '#domain/flights/contract.ts';
import { hideFirstSteps } from '#domain/lofts/contract.ts';
import { readOverview } from '#domain/overview/contract.ts';
import { readSeasonOverview } from '#domain/overview/season-contract.ts';
import { readSeasonSetup } from '#domain/seasons/setup-contract.ts';
import { DraftChip } from '#web/flights/DraftChip.tsx';
import { loftAdminPath, seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { isPage } from '#web/lib/navigation-entries.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath, loftPath } from '#web/lib/paths.ts';
import { useRefresh } from '#web/lib/refresh.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { FindOrder } from '#web/overview/FindOrder.tsx';
import { SeasonDates } from '#web/overview/SeasonDates.tsx';
import { SeasonFigures, SeasonWork } from '#web/overview/SeasonWork.tsx';
import { FoldedPanel } from '#web/ui/FoldedPanel.tsx';
import { Link } from '#web/ui/Link.tsx';
import { OwnTransports } from '#web/ui/OwnTransports.tsx';
import panel from '#web/ui/panel.module.css';
import { ReplayChip, StatusChip } from '#web/ui/StatusChip.tsx';
import { Table } from '#web/ui/Table.tsx';
import { Moment } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/LoftOverviewPage.ts';
import { Clocks } from './Clocks.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import styles from './overview.module.css';
import { overviewPath } from './paths.ts';
import { Seasons } from './Seasons.tsx';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const loft_id = idFrom(params.loft_id);
  const call = context.get(callContext);
  const view = await answers(() => call(readOverview, { params: { loft_id } }));
  /** The season that has open work now. */
  const current = view.seasons.find(({ status }) => status === 'in_progress');
  const season = current
    ? await answers(async () => {
        const params = { season_id: current.id };
        const [work, { due_dates, flights, today }] = await Promise.all([
          call(readSeasonOverview, { params }),
          call(readSeasonSetup, { params }),
        ]);
        return { work, dates: { due_dates, flights, today } };
      })
    : null;
  const hasPaymentPage = isPage('/admin/seasons/1/payments/1', context.get(pageContext).site.pages);
  return {
    ...view,
    season,
    hasPaymentPage,
    head: pageHead({ context, params, pattern }, [t('nav.overview'), view.loft.name], t('overview.lead')),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const loft_id = idFrom(params.loft_id);
  const form = await request.formData();
  return actOn(form, async () => {
    await context.get(callContext)(hideFirstSteps, { params: { loft_id }, body: { is_hidden: true } });
    return redirect(overviewPath(loft_id));
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function LoftOverviewPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, first_steps, seasons, season_count, flying, coming, clocks, people_count, claims_open } = loaderData;
  const { season, hasPaymentPage } = loaderData;
  useRefresh(flying.length > 0);
  const inTheAir = (
    <Flights id="flying" title={t('bird.air')} none={t('home.calm')} flights={flying} time_zone={loft.time_zone} />
  );
  const clocksPanel = <Clocks clocks={clocks} time_zone={loft.time_zone} />;
  const isSilent = clocks.some(({ state }) => state === 'silent');
  return (
    <div className="wrap">
      <div className={styles.head}>
        <h1>
          {t('nav.overview')} <bdi className={styles.of}>{loft.name}</bdi>
        </h1>
        <p className={styles.links}>
          <Link className={panel.button} to={loftPath(loft.id)}>
            {t('loft.loft')}
          </Link>
          <Link className={panel.button} to={loftAdminPath(loft.id)}>
            {t('admin.settings')}
          </Link>
          <Link className={panel.button} to={`${loftAdminPath(loft.id)}/permissions`}>
            {t('rights.title')}
            <small className={styles.wide}>{t('overview.people', { count: people_count })}</small>
          </Link>
          {claims_open > 0 && (
            <Link className={panel.button_primary} to={`${loftAdminPath(loft.id)}/claims`}>
              {t('admin.claims')} <bdi className="num">{formatNumber(locale, claims_open)}</bdi>
            </Link>
          )}
          <OwnTransports />
        </p>
      </div>
      {flying.length > 0 && (
        <div className={`${styles.parts} ${styles.now}`}>
          {inTheAir}
          {isSilent && clocksPanel}
        </div>
      )}
      {first_steps && <FirstSteps loft_id={loft.id} first_steps={first_steps} />}
      {season && (
        <div className={styles.work}>
          <div className={styles.season}>
            <h2>
              <Link to={seasonAdminPath(season.work.season.id)}>
                <bdi>{season.work.season.name}</bdi>
              </Link>
            </h2>
            <FindOrder season_id={season.work.season.id} />
          </div>
          <SeasonFigures work={season.work} />
          <SeasonDates season_id={season.work.season.id} {...season.dates} />
          <SeasonWork work={season.work} hasPaymentPage={hasPaymentPage} />
        </div>
      )}
      <div className={styles.parts}>
        {flying.length === 0 && inTheAir}
        <Flights
          id="coming"
          title={t('home.next')}
          none={t('overview.none_coming')}
          flights={coming}
          time_zone={loft.time_zone}
        />
        <Seasons loft={loft} seasons={seasons} season_count={season_count} />
        {!(flying.length > 0 && isSilent) && clocksPanel}
      </div>
    </div>
  );
}

interface FlightsProps {
  id: string;
  title: string;
  /** The text where there are none. */
  none: string;
  flights: readonly (FlightSummary & { is_draft: boolean })[];
  time_zone: string;
}

function Flights({ id, title, none, flights, time_zone }: FlightsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <FoldedPanel
      id={id}
      title={title}
      about={<bdi className="num">{formatNumber(locale, flights.length)}</bdi>}
      isOpen={id === 'flying' && flights.length > 0}
    >
      {flights.length === 0 ? (
        <p className={styles.quiet}>{none}</p>
      ) : (
        <Table caption={title}>
          <thead>
            <tr>
              <th scope="col">{t('loft.flight')}</th>
              <th scope="col" className={table.spare}>
                {t(id === 'flying' ? 'sheet.released' : 'facts.release')}
              </th>
              <th scope="col" className={table.figure}>
                {t(id === 'flying' ? 'race.home' : 'race.basketed')}
              </th>
            </tr>
          </thead>
          <tbody>
            {flights.map((flight) => (
              <tr key={flight.id}>
                <td>
                  <Link to={flightPath(flight)}>
                    <bdi>{flight.name}</bdi>
                  </Link>
                  <span className={styles.chips}>
                    {flight.is_draft ? <DraftChip /> : <StatusChip status={flight.status} />}
                    {flight.replay_factor !== null && <ReplayChip />}
                  </span>
                </td>
                <td className={table.spare}>
                  {flight.release_time && (
                    <Moment at_ms={Date.parse(flight.release_time)} time_zone={time_zone} short />
                  )}
                </td>
                <td className={table.figure}>
                  {id === 'flying' ? (
                    <>
                      <bdi className="num">{formatNumber(locale, flight.home_count)}</bdi>
                      <small>{t('race.of_total', { total: flight.basketed_count })}</small>
                    </>
                  ) : (
                    <bdi className="num">{formatNumber(locale, flight.basketed_count)}</bdi>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </FoldedPanel>
  );
}
