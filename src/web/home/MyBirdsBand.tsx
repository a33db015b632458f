/**
 * The birds that the reader follows, before everything else on the home page: those in the air with the window in which
 * each is expected, else the last flight. The band has its height before anything of it is known; whether it is there at
 * all, a script of one line decides before the page is painted, because only the browser knows of marks.
 */
import { useLayoutEffect } from 'react';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { hasMarks, useFollowed } from '#web/lib/followed.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { raceTime } from '#web/lib/now.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ExpectedWindow } from '#web/ui/ExpectedWindow.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import styles from './my-birds-band.module.css';

/** Marks of pigeons and teams in the browser's storage, or birds of an account that were read before. */
const decide = `try{for(var n in localStorage)if(n=='followed-view'||/^mine\\.\\d/.test(n)&&/"(pigeons|teams)":\\[\\d/.test(localStorage[n])){document.documentElement.dataset.follows='';break}}catch(e){}`;

/** Birds that are named; a phone shows the first. */
const mostNamed = 3;

export function MyBirdsBand() {
  const { t } = useTranslation();
  const { locale, nonce } = usePage();
  const { view } = useFollowed();
  // The script above runs in a document that the server has rendered only.
  useLayoutEffect(() => {
    if (hasMarks()) document.documentElement.dataset.follows = '';
    else delete document.documentElement.dataset.follows;
  }, []);
  const [first] = view?.flights ?? [];
  const out = first?.flight.status === 'released' ? first.birds.filter(({ is_home }) => !is_home) : [];
  const flying = view?.flights.flatMap(({ flight, birds }) =>
    flight.status === 'released' ? birds.flatMap(({ pigeon, is_home }) => (is_home ? [] : pigeon.pigeon_id)) : [],
  );
  const in_air = new Set(flying).size;
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a fixed script */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: decide }} />
      <section className={styles.band} aria-labelledby="my-birds">
        <div className={`wrap ${styles.in}`}>
          <h2 id="my-birds">
            <Icon name="pin" />
            <Link to="/mine">{t('mine.title')}</Link>
          </h2>
          {in_air > 0 && (
            <p className={styles.count}>
              {t('bird.air')} <bdi className="num">{formatNumber(locale, in_air)}</bdi>
            </p>
          )}
          {out.length > 0 && (
            <ul className={styles.out}>
              {out.slice(0, mostNamed).map(({ pigeon, expected }) => (
                <li key={pigeon.pigeon_id}>
                  <Ring ring={pigeon.ring} />
                  {expected && (
                    <ExpectedWindow
                      window={expected}
                      time_zone={first!.loft.time_zone}
                      day_ms={raceTime(first!.flight, Date.parse(view!.read_at))}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
          {first && (
            <p className={styles.flight}>
              <Link to={flightPath(first.flight)}>
                <bdi>{first.flight.name}</bdi>
              </Link>
              {in_air === 0 && (
                <span className={styles.home}>
                  {isBeforeRelease(first.flight.status)
                    ? t(`status.${first.flight.status}`)
                    : t('mine.home', {
                        home: formatNumber(locale, first.birds.filter(({ is_home }) => is_home).length),
                        count: first.birds.length,
                      })}
                </span>
              )}
            </p>
          )}
        </div>
      </section>
    </>
  );
}
