/** The lofts of a merchant who has several, with their states (2.13); with one loft, a redirect to it (2.14). */
import { redirect } from 'react-router';
import { listOverview } from '#domain/overview/contract.ts';
import { loftAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { answers } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useRefresh } from '#web/lib/refresh.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import { OwnTransports } from '#web/ui/OwnTransports.tsx';
import panel from '#web/ui/panel.module.css';
import { ReplayChip, StatusChip } from '#web/ui/StatusChip.tsx';
import { Table } from '#web/ui/Table.tsx';
import { Moment } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/OverviewPage.ts';
import styles from './overview.module.css';
import { overviewPath } from './paths.ts';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const { lofts, read_at } = await answers(() => context.get(callContext)(listOverview, {}));
  const [only, ...others] = lofts;
  if (only && !others.length) throw redirect(overviewPath(only.id));
  const head = pageHead({ context, params, pattern }, [t('nav.overview')], t('overview.lead'));
  return { lofts, read_at, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function OverviewPage({ loaderData: { lofts } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  useRefresh(lofts.some(({ live_flight }) => live_flight !== null));
  return (
    <div className="wrap">
      <div className={styles.head}>
        <h1>{t('nav.overview')}</h1>
        <p>{t('overview.lead')}</p>
        <OwnTransports />
      </div>
      <section className={panel.panel} aria-label={t('lofts.title')}>
        {lofts.length === 0 ? (
          <Empty title={t('overview.none')} text={t('overview.none_text')} />
        ) : (
          <Table caption={t('overview.lead')} cards>
            <thead>
              <tr>
                <th scope="col">{t('loft.loft')}</th>
                <th scope="col">{t('loft.flight')}</th>
                <th scope="col" className={table.figure}>
                  {t('race.home')}
                </th>
                {waiting.map((word) => (
                  <th key={word} scope="col" className={table.figure}>
                    {t(word)}
                  </th>
                ))}
                <th scope="col" className={table.figure}>
                  {t('overview.clocks')}
                </th>
                <th scope="col">{t('devices.last_contact')}</th>
              </tr>
            </thead>
            <tbody>
              {lofts.map((loft) => {
                const flight = loft.live_flight ?? loft.last_flight;
                return (
                  <tr key={loft.id}>
                    <td>
                      <div className={table.flagged}>
                        <Flag country={loft.country} />
                        <span>
                          <Link to={overviewPath(loft.id)}>
                            <bdi>{loft.name}</bdi>
                          </Link>
                          {loft.season && (
                            <small>
                              <bdi>{loft.season.name}</bdi> · {t(`season.${loft.season.status}`)}
                            </small>
                          )}
                        </span>
                      </div>
                    </td>
                    <td data-label={t('loft.flight')}>
                      {flight ? (
                        <span className={styles.chips}>
                          <Link to={flightPath(flight)}>
                            <bdi>{flight.name}</bdi>
                          </Link>
                          <StatusChip status={flight.status} />
                          {flight.replay_factor !== null && <ReplayChip />}
                        </span>
                      ) : (
                        <span className={table.quiet}>{t('lofts.no_flight')}</span>
                      )}
                    </td>
                    <td data-label={t('race.home')} className={table.figure}>
                      {flight && (
                        <>
                          <bdi className="num">{formatNumber(locale, flight.home_count)}</bdi>
                          <small>{t('race.of_total', { total: flight.basketed_count })}</small>
                        </>
                      )}
                    </td>
                    <td data-label={t('overview.places')} className={table.figure}>
                      <bdi className="num">{formatNumber(locale, loft.places.taken)}</bdi>
                      {loft.places.max !== null && (
                        <small>{t('overview.of', { all: formatNumber(locale, loft.places.max) })}</small>
                      )}
                    </td>
                    {(
                      [
                        ['overview.to_confirm', 'orders_to_confirm', 'to-confirm'],
                        ['overview.cash_to_confirm', 'cash_to_approve', 'cash'],
                        ['money.to_pay', 'orders_to_pay', 'due'],
                      ] as const
                    ).map(([word, count, part]) => (
                      <td key={count} data-label={t(word)} className={table.figure}>
                        <Count n={loft[count]} to={`${overviewPath(loft.id)}#${part}`} />
                      </td>
                    ))}
                    <td data-label={t('admin.claims')} className={table.figure}>
                      <Count n={loft.claims_open} to={`${loftAdminPath(loft.id)}/claims`} />
                    </td>
                    <td data-label={t('overview.clocks')} className={table.figure}>
                      <bdi className="num">{formatNumber(locale, loft.clock_count)}</bdi>
                      {loft.silent_clock_count > 0 && (
                        <small>
                          <Link to={`${overviewPath(loft.id)}#clocks`}>
                            {`${t('devices.silent')} ${formatNumber(locale, loft.silent_clock_count)}`}
                          </Link>
                        </small>
                      )}
                    </td>
                    <td data-label={t('devices.last_contact')}>
                      {loft.last_contact_at === null ? (
                        '–'
                      ) : (
                        <Moment at_ms={Date.parse(loft.last_contact_at)} time_zone={loft.time_zone} short />
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </Table>
        )}
      </section>
    </div>
  );
}

/** The heads of what waits in a loft. */
const waiting = [
  'overview.places',
  'overview.to_confirm',
  'overview.cash_to_confirm',
  'money.to_pay',
  'admin.claims',
] as const;

/** A number of what waits, and the way there. */
function Count({ n, to }: { n: number; to: string }) {
  const { locale } = usePage();
  const number = formatNumber(locale, n);
  return n > 0 ? (
    <Link to={to} className={`num ${styles.count}`}>
      {number}
    </Link>
  ) : (
    <bdi className="num">{number}</bdi>
  );
}
