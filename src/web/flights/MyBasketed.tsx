/** The reader's own birds of a flight before its release: which are basketed, in which crate, and since when. */
import { useEffect, useState } from 'react';
import type { BasketedBird } from '#domain/basketing/contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import type { Mine } from '#web/lib/reader-marks.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BirdName } from '#web/ui/BirdName.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './before-release.module.css';
import { apiPath } from './live-board.ts';

/** Birds and teams that are asked for at once. */
const most = 100;

export function MyBasketed({ flight, loft, mine }: { flight: Flight; loft: Loft; mine: Mine }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const birds = useBasketed(flight, mine);
  if (!birds) return null;
  return (
    <section className={styles.mine} aria-labelledby="mine">
      <div className={styles.mine_head}>
        <Icon name="pin" />
        <h2 id="mine">{t('mine.title')}</h2>
        <span>{t('before_release.mine_basketed', { n: formatNumber(locale, birds.length) })}</span>
      </div>
      {birds.length === 0 ? (
        <p>
          {t(mine.pigeons.length + mine.teams.length === 0 ? 'before_release.mine_none' : 'before_release.mine_not_in')}
        </p>
      ) : (
        <ul>
          {birds.map((bird) => (
            <li key={bird.pigeon_id}>
              <BirdName loft_id={loft.id} bird={bird} />
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

/** The marked birds that are basketed; null until known. They are asked for again when the number of birds changes. */
function useBasketed(flight: Flight, mine: Mine): BasketedBird[] | null {
  const [birds, setBirds] = useState<BasketedBird[] | null>(null);
  const { loft_id, id, basketed_count } = flight;
  const pigeons = mine.pigeons.slice(0, most).join(',');
  const teams = mine.teams.slice(0, most).join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of birds says that the list has changed
  useEffect(() => {
    const asked = new AbortController();
    const query = [pigeons && `pigeons=${pigeons}`, teams && `teams=${teams}`].filter(Boolean).join('&');
    const load = async () => {
      if (!query) return setBirds([]);
      const answer = await fetch(apiPath({ loft_id, id }, `basketing/birds?${query}`), { signal: asked.signal });
      if (answer.ok) setBirds(((await answer.json()) as { birds: BasketedBird[] }).birds);
    };
    // Without a network the panel stays as it is.
    load().catch(() => {});
    return () => asked.abort();
  }, [loft_id, id, pigeons, teams, basketed_count]);
  return birds;
}
