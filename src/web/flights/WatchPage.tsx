/**
 * Several flights at once, each with a small board: those that the address names, by default those in the air and those
 * of today. The socket says when something has happened; the boards come from the server, which hides what the seasons
 * hide.
 */
import { useEffect, useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { mostWatched } from '#domain/arrivals/watch.ts';
import { readWatched, type WatchedFlight } from '#domain/arrivals/watch-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { isBeforeRelease, isResult } from '#domain/flights/flight.ts';
import { isolate } from '#domain/locales.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { watchedAs } from '#web/lib/further-paths.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNumber, skyAt } from '#web/lib/intl.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { follow, openArrivalLog } from '#web/lib/live.ts';
import { answers } from '#web/lib/loader.ts';
import { raceTime } from '#web/lib/now.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useRefresh } from '#web/lib/refresh.ts';
import { shareSocket } from '#web/lib/shared-socket.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Check } from '#web/ui/Field.tsx';
import { FirstBirds } from '#web/ui/FirstBirds.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { FlightWhen } from '#web/ui/FlightWhen.tsx';
import { Link } from '#web/ui/Link.tsx';
import { LostConnection, useLongLost } from '#web/ui/LostConnection.tsx';
import panel from '#web/ui/panel.module.css';
import { Countdown, RaceClock } from '#web/ui/RaceClock.tsx';
import { Share } from '#web/ui/Share.tsx';
import { ReplayChip, StatusChip } from '#web/ui/StatusChip.tsx';
import sky from '#web/ui/sky.module.css';
import type { Route } from './+types/WatchPage.ts';
import styles from './watch.module.css';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const { searchParams } = new URL(request.url);
  const named = new Set(searchParams.getAll('flight'));
  const chosen = [...named].filter((one) => /^\d{1,15}\.\d{1,15}$/.test(one));
  const query = chosen.length ? { flights: chosen.slice(0, mostWatched).join(',') } : {};
  const view = await answers(() => context.get(callContext)(readWatched, { query }));
  // Whoever takes every flight away sees none.
  const is_empty = searchParams.has('chosen') && chosen.length === 0;
  return {
    ...view,
    ...(is_empty && { flights: [], others: [...view.flights, ...view.others] }),
    is_empty: is_empty || (chosen.length > 0 && view.flights.length === 0),
    has_unknown: chosen.length < named.size || view.flights.length < Math.min(chosen.length, mostWatched),
    too_many: chosen.length > mostWatched,
    head: pageHead({ context, params, pattern }, [t('watch.title')], t('watch.lead')),
  };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function WatchPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { flights, others, is_empty, has_unknown, too_many, read_at } = loaderData;
  useLastKnown(loaderData);
  const lost_ms = useChanges(flights);
  const long_lost = useLongLost(lost_ms);
  useRefresh(flights.some(({ flight }) => !isResult(flight.status)));
  return (
    <div className={`wrap ${styles.page}`}>
      <LostConnection lost_ms={lost_ms} shown={long_lost} />
      <AdminHead
        title={t('watch.title')}
        lead={t('watch.lead')}
        actions={<Share className={panel.button} title={t('watch.title')} />}
      />
      {too_many && (
        <p className={`${panel.notice} ${styles.said}`} role="status">
          {t('watch.most', { count: mostWatched })}
        </p>
      )}
      {has_unknown && (
        <p className={`${panel.notice} ${styles.said}`} role="status">
          {t('watch.unknown')}
        </p>
      )}
      {flights.length > 0 ? (
        <ul className={styles.boards}>
          {flights.map((one) => (
            <SmallBoard key={one.flight.id} {...one} read_at={read_at} />
          ))}
        </ul>
      ) : (
        <div className={`${panel.panel} ${styles.said}`}>
          {is_empty && others.length > 0 ? (
            <Empty title={t('watch.not_chosen')} text={t('watch.not_chosen_text')} />
          ) : (
            <Empty title={t('watch.none')} text={t('watch.none_text')} />
          )}
        </div>
      )}
      {flights.length + others.length > 0 && <Choice flights={flights} others={others} read_at={read_at} />}
    </div>
  );
}

/** Loads the boards again where something has happened in one of the flights. @returns since when the connection is lost */
function useChanges(flights: readonly WatchedFlight[]): number | null {
  const { revalidate } = useRevalidator();
  const [lost_ms, setLost] = useState<number | null>(null);
  const followed = flights.filter(({ flight: { status } }) => status !== 'official' && status !== 'annulled');
  const topics = followed.map(({ flight }) => watchedAs(flight)).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heads of the streams are those of the first rendering
  useEffect(() => {
    const connect = shareSocket();
    let again: ReturnType<typeof setTimeout> | undefined;
    const changed = () => {
      // Everybody hears of a bird at once: their requests are spread over a second.
      again ??= setTimeout(
        () => {
          again = undefined;
          if (!document.hidden) void revalidate();
        },
        1000 * (1 + Math.random()),
      );
    };
    const stops = followed.map(({ flight, epoch, seq }) =>
      follow({
        flight_id: flight.id,
        log: openArrivalLog({ epoch, seq }),
        onBirds: changed,
        onChanged: changed,
        onMissed: changed,
        onConnection: setLost,
        connect,
      }),
    );
    return () => {
      clearTimeout(again);
      for (const stop of stops) stop();
    };
  }, [topics, revalidate]);
  return lost_ms;
}

function SmallBoard({ flight, loft, first, read_at }: WatchedFlight & { read_at: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const isFlying = flight.status === 'released';
  const isAhead = isBeforeRelease(flight.status);
  const { home_count: home, basketed_count: basketed } = flight;
  const at_ms = isFlying ? raceTime(flight, Date.parse(read_at)) : Date.parse(read_at);
  return (
    <li className={`${panel.panel} ${styles.board}`}>
      <article aria-label={flight.name}>
        <header className={`${sky.sky} ${styles.head}`} data-sky={skyAt(at_ms, loft.time_zone)}>
          <h2>
            <Link to={flightPath(flight)}>
              <bdi>{flight.name}</bdi>
            </Link>
          </h2>
          <p className={styles.loft}>
            <Flag country={loft.country} width={20} />
            <bdi>{loft.name}</bdi>
            <StatusChip status={flight.status} />
            {flight.replay_factor !== null && <ReplayChip />}
          </p>
          {flight.release_time !== null && (isFlying || isAhead) && (
            <p className={styles.clock}>
              <span>{t(isFlying ? 'race.running' : 'home.release_in')}</span>
              {isFlying ? (
                <RaceClock release_time={flight.release_time} replay_factor={flight.replay_factor} read_at={read_at} />
              ) : (
                <Countdown release_time={flight.release_time} read_at={read_at} />
              )}
            </p>
          )}
          {!isAhead && (
            <p className={styles.home}>
              <span className={styles.share} aria-hidden="true">
                <i style={{ inlineSize: `${basketed ? (100 * home) / basketed : 0}%` }} />
              </span>
              {t('race.home')} <bdi className="num">{formatNumber(locale, home)}</bdi>{' '}
              {t('race.of_total', { total: formatNumber(locale, basketed) })}
            </p>
          )}
        </header>
        {first.length > 0 ? (
          <FirstBirds birds={first} loft={loft} rule={flight.speed_rule} timed={isFlying} />
        ) : (
          <p className={styles.waiting}>
            {isAhead ? (
              <FlightWhen flight={flight} time_zone={loft.time_zone} read_at={read_at} />
            ) : (
              t(home > 0 ? 'watch.hidden' : 'watch.nobody')
            )}
          </p>
        )}
      </article>
    </li>
  );
}

/** The choice of the flights that are watched; its form is the address, and works without a script. */
function Choice({ flights, others, read_at }: Omit<ReplyOf<typeof readWatched>, 'epoch'>) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const shown = new Set(flights.map(({ flight }) => flight.id));
  return (
    <section className={`${panel.panel} ${styles.choice}`} aria-labelledby="choice">
      <div className={panel.head}>
        <h2 id="choice">{t('watch.choose')}</h2>
        <small>{t('watch.choose_text', { count: mostWatched })}</small>
      </div>
      {/* Another address has other boxes: what was ticked before belongs to the one before. */}
      <form method="get" key={search.toString()} className={styles.boxes}>
        <input type="hidden" name="chosen" />
        {[...flights, ...others].map(({ flight, loft }) => (
          <Check
            key={flight.id}
            name="flight"
            value={watchedAs(flight)}
            defaultChecked={shown.has(flight.id)}
            label={[flight.name, loft.name].map(isolate).join(t('rows.comma'))}
            hint={
              isBeforeRelease(flight.status) && (
                <FlightWhen flight={flight} time_zone={loft.time_zone} read_at={read_at} />
              )
            }
          />
        ))}
        <p className={styles.do}>
          <button type="submit" className={panel.button_primary}>
            {t('watch.show')}
          </button>
          {(search.has('flight') || search.has('chosen')) && (
            <Link className={panel.button} to="/watch">
              {t('watch.today')}
            </Link>
          )}
        </p>
      </form>
    </section>
  );
}
