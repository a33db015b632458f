// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as a grid lose the roles that their elements had
/** All birds that were basketed for a race, in the order of basketing: home, or still in the air. */

import type { ListedBird } from '#domain/basketing/contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { birdColumnsOf, shows, showsBirdPages, showsHome } from '#domain/seasons/visibility.ts';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { perPages } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { filePath, sheetPath } from '#web/lib/paths.ts';
import { isMine, useMine } from '#web/lib/reader-marks.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BirdName, TeamName } from '#web/ui/BirdName.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { MarkMine } from '#web/ui/MarkMine.tsx';
import { NothingFound } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import table from '#web/ui/table.module.css';
import styles from './basketing.module.css';
import type { BasketingData } from './basketing-loader.server.ts';
import { narrowing } from './flight-data.ts';
import { stateWord, stillOut } from './still-out.ts';
import { type StateFilter, Toolbar } from './Toolbar.tsx';

export interface BasketingListProps {
  flight: Flight;
  time_zone: string;
  list: BasketingData;
  /** Whether a phone shows search and filters. */
  finding: boolean;
  /** Whether a bird is home by now; without it, the state in the list counts. */
  isHome?: ((pigeon_id: number) => boolean) | undefined;
}

export function BasketingList({ flight, time_zone, list, finding, isHome }: BasketingListProps) {
  const { t } = useTranslation();
  const released = !isBeforeRelease(flight.status);
  const states: StateFilter = {
    name: 'state',
    label: t('basketing.state'),
    options: [
      { value: '', label: t('basketing.all') },
      { value: 'home', label: t('basketing.home') },
      { value: 'out', label: t(stillOut(flight)) },
    ],
  };
  return (
    <section className={panel.panel} aria-labelledby="basketing">
      <div className={panel.head}>
        <h2 id="basketing">{t('flight.basketing')}</h2>
        <small role="status">{t('pigeons.found', { count: list.match_count })}</small>
      </div>
      {flight.basketed_count > 0 && (
        <Toolbar
          countries={list.countries.map(({ country, basketed }) => ({ country, count: basketed }))}
          {...(released && showsHome(flight.hidden) && { states: states })}
          sheet={sheetPath(flight, 'basketing', list.choice)}
          open={finding}
          file={(format) => filePath(flight, 'basketing', list.choice, format)}
        />
      )}
      {list.pigeons.length > 0 ? (
        <>
          <BasketedBirds flight={flight} time_zone={time_zone} pigeons={list.pigeons} isHome={isHome} />
          <Paging {...list} total={list.match_count} sizes={perPages} />
        </>
      ) : flight.basketed_count > 0 ? (
        <NothingFound own={narrowing} />
      ) : (
        <Empty title={t('basketing.empty')} text={t('basketing.empty_text')} />
      )}
    </section>
  );
}

export function BasketedBirds({
  flight,
  time_zone,
  pigeons,
  isHome,
}: { pigeons: readonly ListedBird[] } & Omit<BasketingListProps, 'list' | 'finding'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft_id } = flight;
  const mine = useMine(loft_id);
  const { hidden } = flight;
  const has = {
    ...birdColumnsOf(hidden, 'baskets'),
    home: showsHome(hidden) && !isBeforeRelease(flight.status),
    crate: pigeons.some(({ crate }) => crate !== null),
    time: pigeons.some(({ basketed_at }) => basketed_at !== null),
    mark: showsBirdPages(hidden) && shows(hidden, 'baskets.ringDescriptor'),
  };
  return (
    <table role="table" className={`${table.table} ${styles.list}`}>
      <caption className="visually-hidden">{t('basketing.caption', { flight: flight.name })}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col" className={table.figure}>
            {t('basketing.number')}
          </th>
          {has.bird && (
            <th role="columnheader" scope="col">
              {t('board.pigeon')}
            </th>
          )}
          {has.whose && (
            <th role="columnheader" scope="col">
              {t('board.team')}
            </th>
          )}
          {has.home && (
            <th role="columnheader" scope="col">
              {t('basketing.state')}
            </th>
          )}
          {has.crate && (
            <th role="columnheader" scope="col">
              {t('basketing_desk.crate')}
            </th>
          )}
          {has.time && (
            <th role="columnheader" scope="col">
              {t('race.basketed')}
            </th>
          )}
          {has.mark && (
            <th role="columnheader" scope="col" className={styles.mark}>
              <span className="visually-hidden">{t('mine.mark')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {pigeons.map((bird) => {
          const home = isHome ? isHome(bird.pigeon_id) : bird.home;
          return (
            <tr role="row" key={bird.pigeon_id} className={isMine(mine, bird) ? table.mine : undefined}>
              <td role="cell" className={`${table.figure} ${table.quiet}`}>
                <bdi className="num">{formatNumber(locale, bird.number)}</bdi>
              </td>
              {has.bird && (
                <td role="cell" className={styles.bird}>
                  <BirdName loft_id={loft_id} bird={bird} />
                </td>
              )}
              {has.whose && (
                <td role="cell" className={styles.team}>
                  <div className={table.flagged}>
                    <Flag country={bird.country} />
                    <span>
                      <TeamName loft_id={loft_id} team={bird} />
                    </span>
                  </div>
                </td>
              )}
              {has.home && (
                <td role="cell" className={styles.state}>
                  {home !== null && (
                    <span className={home ? styles.home : styles.out}>{t(stateWord(flight, { ...bird, home }))}</span>
                  )}
                </td>
              )}
              {has.crate && (
                <td role="cell" className={styles.crate} data-name={t('basketing_desk.crate')}>
                  <bdi className="num">{bird.crate ?? '–'}</bdi>
                </td>
              )}
              {has.time && (
                <td role="cell" className={styles.basketed} data-name={t('race.basketed')}>
                  <bdi dir="ltr" className="num">
                    {bird.basketed_at === null ? '–' : clockTime(Date.parse(bird.basketed_at), time_zone).time}
                  </bdi>
                </td>
              )}
              {has.mark && (
                <td role="cell" className={styles.mark}>
                  <MarkMine loft_id={loft_id} kind="pigeons" id={bird.pigeon_id} name={bird.ring} look="row" />
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
