/** The home page: races in the air, next releases, current seasons, last winners. */
import { readHome } from '#domain/arrivals/home-page-contract.ts';
import { listLatestNews } from '#domain/news/contract.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf } from '#web/lib/head.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { newsLocale } from '#web/lib/latest-news.ts';
import { answers } from '#web/lib/loader.ts';
import { isNear } from '#web/lib/near.ts';
import { ratesOf } from '#web/lib/rates.server.ts';
import { useRefresh } from '#web/lib/refresh.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { siteHead } from '#web/share/heads.server.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { Link } from '#web/ui/Link.tsx';
import { LostConnection, useLongLost, useOffline } from '#web/ui/LostConnection.tsx';
import panel from '#web/ui/panel.module.css';
import { Steps } from '#web/ui/Steps.tsx';
import type { Route } from './+types/HomePage.ts';
import { LiveHero, NextHero } from './Hero.tsx';
import styles from './home.module.css';
import { Intro } from './Intro.tsx';
import { LastFinal } from './LastFinal.tsx';
import { LiveBand } from './LiveBand.tsx';
import { MyBirdsBand } from './MyBirdsBand.tsx';
import { NewsCards } from './NewsCards.tsx';
import { NextReleases } from './NextReleases.tsx';
import { SeasonCard } from './SeasonCard.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const call = context.get(callContext);
  const [home, { news }, rates] = await answers(() =>
    Promise.all([
      call(readHome, {}),
      call(listLatestNews, { query: { locale: newsLocale(locale) } }),
      ratesOf(context),
    ]),
  );
  return {
    ...home,
    news,
    rates,
    head: siteHead({ locale, public_url, url: request.url }, home),
  };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { in_the_air, leading, also_live, next, seasons, finals, news, loft_count, read_at } = loaderData;
  const lofts = new Map(loaderData.lofts.map((loft) => [loft.id, loft]));
  const loftOf = ({ loft_id }: { loft_id: number }) => lofts.get(loft_id)!;
  const { races } = in_the_air;
  // A late release stays in the list until the weather allows it.
  const first = next.find(({ release_time }) => release_time! > read_at) ?? next[0];
  useLastKnown(loaderData);
  // A site without lofts, as a demo is while it is filled, shows the first one by itself.
  useRefresh(
    loft_count === 0 ||
      races > 0 ||
      (first !== undefined && isNear({ at_ms: Date.parse(first.release_time!), now_ms: Date.parse(read_at) })),
  );
  // With nothing in the air the next release is the main race, and not in the list as well.
  const nextLeads = leading ? undefined : first;
  const listed = next.filter(({ id }) => id !== nextLeads?.id);
  const nothing = !leading && !nextLeads;
  const lost_ms = useOffline();
  const long_lost = useLongLost(lost_ms);
  const open = seasons.filter(({ registration }) => registration === 'open');
  const under_way = seasons.filter(({ registration }) => registration !== 'open');
  return (
    <>
      <LostConnection lost_ms={lost_ms} shown={long_lost} />
      <MyBirdsBand />
      <Intro has_open={open.length > 0} has_lofts={loft_count > 0} />
      {leading && <LiveHero race={leading} races={races} loft={loftOf(leading.flight)} read_at={read_at} />}
      {nextLeads && <NextHero flight={nextLeads} loft={loftOf(nextLeads)} read_at={read_at} />}
      {also_live.map((flight) => (
        <LiveBand key={flight.id} flight={flight} loft={loftOf(flight)} read_at={read_at} />
      ))}
      <div className={`wrap ${styles.sections}`}>
        {races > 1 && (
          <p className={styles.more}>
            <Link to="/watch">{t('watch.title')}</Link>
            {races > 1 + also_live.length && <Link to="/lofts?live=1">{t('home.more_live', { count: races })}</Link>}
          </p>
        )}
        {nothing && (
          <div className={panel.panel}>
            {loft_count ? (
              <Empty title={t('home.nothing')} text={t('home.nothing_text')} />
            ) : (
              <Empty title={t('lofts.empty')} text={t('lofts.empty_text')} />
            )}
          </div>
        )}
        {open.length > 0 && (
          <section aria-labelledby="open">
            <div className={styles.head}>
              <h2 id="open">{t('home.open')}</h2>
              <span className={styles.aside}>{t('home.open_text')}</span>
              <Link to="/seasons">{t('admin.all_seasons')}</Link>
            </div>
            <ul className={styles.cards}>
              {open.map((season) => (
                <li key={season.id}>
                  <SeasonCard season={season} loft={loftOf(season)} read_at={read_at} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {listed.length > 0 && (
          <section aria-labelledby="next">
            <div className={styles.head}>
              <h2 id="next">{t('home.next')}</h2>
              <span className={styles.aside}>{t('home.next_text')}</span>
            </div>
            <NextReleases flights={listed} lofts={lofts} read_at={read_at} />
          </section>
        )}
        {under_way.length > 0 && (
          <section aria-labelledby="seasons">
            <div className={styles.head}>
              <h2 id="seasons">{t('home.seasons')}</h2>
              <Link to="/lofts">{t('home.all_lofts', { count: loft_count })}</Link>
            </div>
            <ul className={styles.cards}>
              {under_way.map((season) => (
                <li key={season.id}>
                  <SeasonCard season={season} loft={loftOf(season)} read_at={read_at} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {news.length > 0 && (
          <section aria-labelledby="news">
            <div className={styles.head}>
              <h2 id="news">{t('admin.news')}</h2>
            </div>
            <NewsCards news={news} />
          </section>
        )}
        {finals.length > 0 && (
          <section aria-labelledby="finals">
            <div className={styles.head}>
              <h2 id="finals">{t('home.finals')}</h2>
            </div>
            <ul className={styles.finals}>
              {finals.map((final) => (
                <li key={final.flight.id}>
                  <LastFinal final={final} loft={loftOf(final.flight)} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <section aria-labelledby="how">
          <div className={styles.head}>
            <h2 id="how">{t('about.how_title')}</h2>
            <Link to="/about">{t('about.more')}</Link>
          </div>
          <Steps />
        </section>
      </div>
    </>
  );
}
