/** The reader's own birds of a flight before its release: which are basketed, in which crate, and since when. */
import { useState } from 'react';
import type { BasketedBird } from '#domain/basketing/contract.ts';
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
  birds: readonly BasketedBird[] | null;
}

export function MyBasketed({ flight, loft, mine, birds }: MyBasketedProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [isWhole, showAll] = useState(false);
  const hasMarks = mine.pigeons.length + mine.teams.length > 0;
  return (
    <section className={styles.mine} aria-labelledby="mine">
      <div className={styles.mine_head}>
        <Icon name="pin" />
        <h2 id="mine">{t('mine.title')}</h2>
        {birds && hasMarks && (
          <span>{t('before_release.mine_basketed', { n: formatNumber(locale, birds.length) })}</span>
        )}
        {birds && birds.length > shownFirst && (
          <button type="button" aria-expanded={isWhole} onClick={() => showAll(!isWhole)}>
            {t(isWhole ? 'mine.hide' : 'mine.show')}
          </button>
        )}
      </div>
      {!birds?.length ? (
        <p>
          {t(birds && hasMarks ? 'before_release.mine_not_in' : 'before_release.mine_none')}
          <Link to={`${flightPath(flight)}?tab=basketing`} className={panel.button}>
            {t('before_release.whole_list')}
          </Link>
        </p>
      ) : (
        <ul>
          {(isWhole ? birds : birds.slice(0, shownFirst)).map((bird) => (
            <li key={bird.pigeon_id}>
              <div>
                <BirdName loft_id={loft.id} bird={bird} />
              </div>
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
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
