/** The reader's own birds of a flight before its release: which are basketed, in which crate and since when, and which not. */
import { useState } from 'react';
import type { FoundBasketed } from '#domain/basketing/contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import type { Mine } from '#web/lib/reader-marks.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BirdName } from '#web/ui/BirdName.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './before-release.module.css';

/** Birds that the panel has room for from the start: more would move what is below them. */
const shownFirst = 2;

export interface MyBasketedProps {
  flight: Flight;
  loft: Loft;
  mine: Mine;
  /** Null until known; the panel has its place from the start. */
  found: FoundBasketed | null;
}

export function MyBasketed({ flight, loft, mine, found }: MyBasketedProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [isWhole, showAll] = useState(false);
  const hasMarks = mine.pigeons.length + mine.teams.length > 0;
  const basketed = found?.birds.length ?? 0;
  const rows = found
    ? [...found.birds, ...found.others.map((bird) => ({ ...bird, crate: null, basketed_at: null }))]
    : [];
  // Once the list is closed nobody is put into a crate any more.
  const notIn = t(flight.status === 'sealed' ? 'before_release.not_listed' : 'before_release.not_basketed');
  return (
    <section className={styles.mine} aria-labelledby="mine">
      <div className={styles.mine_head}>
        <Icon name="pin" />
        <h2 id="mine">{t('mine.title')}</h2>
        {found && hasMarks && (
          <span>
            {t('before_release.mine_basketed', { n: formatNumber(locale, basketed) })}
            {rows.length > 0 && ` ${t('race.of_total', { total: formatNumber(locale, rows.length) })}`}
          </span>
        )}
        {rows.length > shownFirst && (
          <button type="button" aria-expanded={isWhole} onClick={() => showAll(!isWhole)}>
            {t(isWhole ? 'mine.hide' : 'mine.show')}
          </button>
        )}
      </div>
      {rows.length === 0 ? (
        <p>
          {t(found && hasMarks ? 'before_release.mine_not_in' : 'before_release.mine_none')}
          <Link to={`${flightPath(flight)}?tab=basketing`} className={panel.button}>
            {t('before_release.whole_list')}
          </Link>
        </p>
      ) : (
        <ul>
          {(isWhole ? rows : rows.slice(0, shownFirst)).map((bird, index) => (
            <li key={bird.pigeon_id}>
              <div>
                <BirdName loft_id={loft.id} bird={bird} />
              </div>
              {index >= basketed && <span className={styles.not_in}>{notIn}</span>}
              {bird.crate !== null && (
                <span>
                  <small>{t('basketing_desk.crate')}</small>
                  <b className="num">{bird.crate}</b>
                </span>
              )}
              {bird.basketed_at !== null && (
                <span>
                  <small>{t('race.basketed')}</small>
                  <b className="num">{clockTime(Date.parse(bird.basketed_at), loft.time_zone).time}</b>
                </span>
              )}
              {/* Listed without a desk: more is not known of it. */}
              {index < basketed && bird.crate === null && bird.basketed_at === null && (
                <span>{t('basketing.basketed')}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
