/** *My flock*: all birds of the reader, over lofts and seasons, with their states and their last flights. */
import { useSearchParams } from 'react-router';
import type { SeasonOfFlock } from '#domain/flock/contract.ts';
import { readFlock } from '#domain/flock/contract.ts';
import { whole_bp } from '#domain/pigeons/rights.ts';
import { listNamings } from '#domain/rankings/named-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatMoney, formatShare } from '#web/lib/intl.ts';
import { answers, searchTextFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath, loftPath, orderPath, seasonPath } from '#web/lib/paths.ts';
import { useRefresh } from '#web/lib/refresh.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BirdName } from '#web/ui/BirdName.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { BestPlace, LastFlight } from '#web/ui/LastFlown.tsx';
import { Link } from '#web/ui/Link.tsx';
import { BirdPlace, HealthChip } from '#web/ui/PigeonState.tsx';
import panel from '#web/ui/panel.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { Table } from '#web/ui/Table.tsx';
import { Day } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/FlockPage.ts';
import styles from './flock.module.css';

export async function loader({ context, params, pattern, url }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const query = { q: searchTextFrom(url.searchParams) };
  const call = context.get(callContext);
  const flock = await answers(() => call(readFlock, { query }));
  const { namings } = await answers(() => call(listNamings, {}));
  return {
    ...flock,
    names_birds: namings.length > 0,
    head: pageHead({ context, params, pattern }, [t('flock.title')], t('flock.lead')),
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function FlockPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { seasons, total, names_birds } = loaderData;
  const wanted = search.get('q') ?? '';
  useRefresh(seasons.some(({ birds }) => birds.some(({ last }) => last?.flight.status === 'released')));
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{t('flock.title')}</h1>
      <p>{t('flock.lead')}</p>
      {names_birds && (
        <p>
          <Link className={panel.button} to="/registrations/flock/named">
            {t('flock.named')}
          </Link>
        </p>
      )}
      {total > 0 || wanted !== '' ? (
        <>
          <section className={panel.panel} aria-label={t('flock.title')}>
            <div className={panel.head}>
              <small role="status">{t('pigeons.found', { count: total })}</small>
              {total > 0 && <DownloadLinks path="/registrations/flock" query={`${search}`} />}
            </div>
            <SearchForm hint={t('flock.search')} />
          </section>
          {seasons.map((season) => (
            <Season key={season.season.id} {...season} />
          ))}
          {total === 0 && (
            <div className={panel.panel}>
              <Empty title={t('flock.none_found')} text={t('flock.none_found_text')} />
            </div>
          )}
        </>
      ) : (
        <div className={panel.panel}>
          <Empty title={t('flock.none')} text={t('flock.none_text')}>
            <Link className={panel.button} to="/seasons">
              {t('admin.all_seasons')}
            </Link>
          </Empty>
        </div>
      )}
    </div>
  );
}

function Season({ loft, season, next, owed, birds }: SeasonOfFlock) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const id = `season-${season.id}`;
  const isOfSeveral = new Set(birds.map(({ team }) => team)).size > 1;
  return (
    <section className={panel.panel} aria-labelledby={id}>
      <div className={panel.head}>
        <h2 id={id}>
          <Link to={loftPath(loft.id)}>
            <bdi>{loft.name}</bdi>
          </Link>{' '}
          <Link to={seasonPath({ loft_id: loft.id, season_id: season.id })}>
            <bdi>{season.name}</bdi>
          </Link>
        </h2>
        <small>{t('pigeons.found', { count: birds.length })}</small>
      </div>
      {(next || owed.length > 0) && (
        <ul className={styles.facts}>
          {next?.release_time && (
            <li>
              {t('flock.next')}{' '}
              <Link to={flightPath(next)}>
                <bdi>{next.name}</bdi>
              </Link>
              , <Day at_ms={Date.parse(next.release_time)} time_zone={loft.time_zone} weekday />
            </li>
          )}
          {owed.map(({ order_id, number, amount_cents, currency }) => (
            <li key={order_id}>
              {t('flock.owed')} <bdi>{formatMoney(locale, amount_cents, currency)}</bdi>:{' '}
              <Link to={orderPath(order_id)}>{t('entries.order', { number })}</Link>
            </li>
          ))}
        </ul>
      )}
      <Table caption={`${loft.name} ${season.name}`} cards>
        <thead>
          <tr>
            <th scope="col">{t('board.pigeon')}</th>
            <th scope="col">{t('admin.state')}</th>
            <th scope="col">{t('favorites.last')}</th>
            <th scope="col" className={table.figure}>
              {t('bird.place')}
            </th>
          </tr>
        </thead>
        <tbody>
          {birds.map((bird) => (
            <tr key={bird.pigeon_id}>
              <td>
                <BirdName loft_id={loft.id} bird={bird} />
                {isOfSeveral && bird.team && (
                  <small>
                    <bdi>{bird.team}</bdi>
                  </small>
                )}
                {bird.share_bp < whole_bp && (
                  <small>
                    {t('shares.share')} <bdi>{formatShare(locale, bird.share_bp)}</bdi>
                  </small>
                )}
              </td>
              <td data-label={t('admin.state')}>
                <span className={styles.state}>
                  <HealthChip health={bird.health} />
                  {bird.location !== 'at_loft' && <BirdPlace bird={bird} besideHealth />}
                </span>
              </td>
              <td data-label={t('favorites.last')}>
                <LastFlight last={bird.last} time_zone={loft.time_zone} />
              </td>
              <td data-label={t('bird.place')} className={table.figure}>
                <BestPlace last={bird.last} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
