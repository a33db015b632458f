/**
 * A race: its head, its ranked arrivals, its basketing list, its rules. The server makes the whole page, so it can be
 * read without a script; in the browser the same page goes on live.
 */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useRevalidator } from 'react-router';
import { latestCount } from '#domain/arrivals/choice.ts';
import { type ResultRow, readArrivals, readResult } from '#domain/arrivals/contract.ts';
import { readBasketing } from '#domain/basketing/contract.ts';
import { type Flight, readFlight, readLoft } from '#domain/flights/contract.ts';
import { takesArrivals } from '#domain/flights/flight.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { type Head, metaOf, titled } from '#web/lib/head.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { formatNumber, formatSpeed } from '#web/lib/intl.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { answers, idFrom, oneOf, pageFrom, perPages } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/FlightPage.ts';
import { BasketingList } from './BasketingList.tsx';
import { Board } from './Board.tsx';
import { type BoardLine, lineOf, liveLine } from './board-line.ts';
import styles from './flight.module.css';
import { JustIn } from './JustIn.tsx';
import { LostConnection } from './LostConnection.tsx';
import { createLiveBoard, type LiveView, stillView } from './live-board.ts';
import { Notices } from './Notices.tsx';
import { RaceHeader } from './RaceHeader.tsx';
import { RaceRules } from './RaceRules.tsx';

const tabs = ['arrivals', 'basketing', 'info'] as const;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const call = context.get(callContext);
  const { locale, public_url } = context.get(pageContext);
  const search = new URL(request.url).searchParams;
  const tab = oneOf(tabs, search.get('tab'));
  const asked = pageFrom(search);
  const key = { loft_id: idFrom(params.loft_id), flight_id: idFrom(params.flight_id) };
  const wanted = tab === 'arrivals' ? asked : { page: 1, per_page: 25 as const };
  const { flight, read_at, loft, result, leader, just_in, basketing } = await answers(async () => {
    const [{ flight, read_at }, { loft }, { leader, latest, ...result }] = await Promise.all([
      call(readFlight, { params: key }),
      call(readLoft, { params: { loft_id: key.loft_id } }),
      call(readResult, { params: key, query: wanted }),
    ]);
    return {
      flight,
      read_at,
      loft,
      result: { ...result, rows: tab === 'arrivals' ? result.rows : [] },
      leader,
      just_in: tab === 'arrivals' && flight.status === 'released' ? latest : [],
      basketing: tab === 'basketing' ? await basketingPage() : null,
    };
  });
  return {
    tab,
    flight,
    loft,
    read_at,
    result: { ...result, per_page: wanted.per_page },
    leader,
    just_in,
    basketing,
    stale: false,
    head: headOf(),
  };

  async function basketingPage() {
    const [{ pigeons }, { rows }] = await Promise.all([
      call(readBasketing, { params: key }),
      call(readArrivals, { params: key, query: { after: 0 } }),
    ]);
    const home = new Set(rows.flatMap(([, pigeon_id, time_ms]) => (time_ms === null ? [] : pigeon_id)));
    const page_count = Math.max(1, Math.ceil(pigeons.length / asked.per_page));
    const page = Math.min(asked.page, page_count);
    const before = (page - 1) * asked.per_page;
    const shown = pigeons.slice(before, before + asked.per_page);
    return {
      page,
      page_count,
      per_page: asked.per_page,
      total: pigeons.length,
      before,
      pigeons: shown.map((pigeon) => ({ ...pigeon, home: home.has(pigeon.pigeon_id) })),
    };
  }

  function headOf(): Head {
    const { t } = speaker(locale);
    const home = t('flight.description', {
      flight: flight.name,
      loft: loft.name,
      home: result.home_count,
      total: flight.basketed_count,
    });
    const first =
      leader?.speed == null
        ? ''
        : ` ${t('flight.description_first', {
            ring: leader.ring,
            team: leader.team ?? leader.fancier ?? '',
            speed: formatSpeed(locale, leader.speed, flight.rules.speed),
            unit: t(flight.rules.speed.unit === 'm/min' ? 'unit.m_min' : 'unit.yd_min'),
          })}`;
    return {
      title: titled(flight.name, loft.name),
      description: home + first,
      url: `${public_url}/lofts/${key.loft_id}/flights/${key.flight_id}`,
    };
  }
}

type PageData = Awaited<ReturnType<typeof loader>>;

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs): Promise<PageData> =>
  orLastKnown<PageData>(request.url, serverLoader, withoutNetwork);

/** Another tab or page of this flight while nobody answers: its head and what the live board knows stay on the screen. */
function withoutNetwork(known: PageData, search: URLSearchParams): PageData {
  const tab = oneOf(tabs, search.get('tab'));
  const asked = pageFrom(search);
  const same = known.result.page === asked.page && known.result.per_page === asked.per_page;
  return {
    ...known,
    tab,
    result: { ...known.result, ...asked, rows: same ? known.result.rows : [] },
    basketing: null,
    stale: true,
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

/** Another flight is another page, with a live board of its own. */
export default function FlightPage({ loaderData }: Route.ComponentProps) {
  return <FlightOnPage key={loaderData.flight.id} data={loaderData} />;
}

function FlightOnPage({ data }: { data: Route.ComponentProps['loaderData'] }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const hydrated = useHydrated();
  const { tab, flight, loft, read_at, result, basketing, head } = data;
  const { view, pause } = useLive(flight, result);
  useLastKnown(data.stale ? null : data);
  useRepair(data.stale);
  useTitle(head.title, view.unseen);

  // What the socket brought and what the server last answered are both true; the later one is shown.
  const live = view.ready && (view.epoch !== result.epoch || view.seq >= result.seq);
  const home_count = live ? view.ranked.length : result.home_count;
  const leader = live ? liveLine(view, view.ranked[0]) : data.leader && lineOf(data.leader);
  const page_count = live ? Math.max(1, Math.ceil(home_count / result.per_page)) : result.page_count;
  const page = Math.min(result.page, page_count);
  const path = `/lofts/${loft.id}/flights/${flight.id}`;
  const lines = tab === 'arrivals' ? linesOfPage() : [];
  const following = hydrated && takesArrivals(flight.status);
  return (
    <>
      <RaceHeader flight={flight} loft={loft} read_at={read_at} home_count={home_count} leader={leader} />
      <div className={styles.strip}>
        <div className={`wrap ${styles.strip_in}`}>
          <nav className={styles.tabs} aria-label={t('flight.parts')}>
            <Link to={path} aria-current={tab === 'arrivals' ? 'page' : undefined} preventScrollReset>
              {t('flight.arrivals')} <bdi className="num">{formatNumber(locale, home_count)}</bdi>
            </Link>
            <Link
              to={`${path}?tab=basketing`}
              aria-current={tab === 'basketing' ? 'page' : undefined}
              preventScrollReset
            >
              {t('flight.basketing')} <bdi className="num">{formatNumber(locale, flight.basketed_count)}</bdi>
            </Link>
            <Link to={`${path}?tab=info`} aria-current={tab === 'info' ? 'page' : undefined} preventScrollReset>
              {t('flight.info')}
            </Link>
          </nav>
          {following && (
            <button
              type="button"
              className={styles.pause}
              aria-pressed={view.paused}
              aria-label={t('live.pause')}
              onClick={() => pause(!view.paused)}
            >
              <Icon name={view.paused ? 'play' : 'pause'} />
              <span className={styles.pause_word}>{t('live.pause')}</span>
              {view.paused && view.unseen > 0 && <b className="num">{t('live.waiting', { count: view.unseen })}</b>}
            </button>
          )}
        </div>
      </div>
      <LostConnection lost_ms={view.lost_ms} />
      <Announcer view={view} />
      <div className={`wrap ${styles.body}`}>
        <Notices flight={flight} />
        {tab === 'arrivals' && (
          <div className={flight.status === 'released' ? styles.with_side : undefined}>
            <section className={panel.panel} aria-label={t('flight.arrivals')}>
              {home_count > 0 && lines.length === 0 ? <Away /> : <Board flight={flight} loft={loft} lines={lines} />}
              {home_count > 0 && (
                <Paging
                  page={page}
                  page_count={page_count}
                  per_page={result.per_page}
                  sizes={perPages}
                  total={home_count}
                />
              )}
            </section>
            {flight.status === 'released' && <JustIn loft={loft} lines={justIn()} />}
          </div>
        )}
        {tab === 'basketing' && (
          <section className={panel.panel} aria-label={t('flight.basketing')}>
            {basketing ? (
              <>
                <BasketingList flight={flight} before={basketing.before} pigeons={basketing.pigeons.map(asOfNow)} />
                {basketing.total > 0 && <Paging {...basketing} sizes={perPages} />}
              </>
            ) : (
              <Away />
            )}
          </section>
        )}
        {tab === 'info' && <RaceRules flight={flight} loft={loft} />}
      </div>
    </>
  );

  function linesOfPage(): BoardLine[] {
    if (!live) return result.rows.map(lineOf);
    const from = (page - 1) * result.per_page;
    return view.ranked.slice(from, from + result.per_page).flatMap((ranked) => liveLine(view, ranked) ?? []);
  }

  /** The newest first: those that came while the page was open in the order they came, then those before them. */
  function justIn(): BoardLine[] {
    if (!live) return data.just_in.map(lineOf);
    const seen = new Set(view.just_in.map(({ pigeon_id }) => pigeon_id));
    const before = view.ranked.slice(-2 * latestCount).filter(({ pigeon_id }) => !seen.has(pigeon_id));
    return [...view.just_in, ...before.reverse()]
      .slice(0, latestCount)
      .flatMap((ranked) => liveLine(view, ranked) ?? []);
  }

  function asOfNow(pigeon: Bird & { home: boolean }) {
    return live ? { ...pigeon, home: view.home.has(pigeon.pigeon_id) } : pigeon;
  }
}

/** The live board of a flight, from the page that the server made onwards. */
function useLive(flight: Flight, shown: { epoch: number; seq: number; rows: ResultRow[] }) {
  const { revalidate } = useRevalidator();
  const [board] = useState(() => createLiveBoard(flight, shown));
  const view = useSyncExternalStore(board.subscribe, board.view, () => stillView);
  useEffect(() => board.start(() => void revalidate()), [board, revalidate]);
  useEffect(() => board.setFlight(flight), [board, flight]);
  return { view, pause: board.pause };
}

/** A part of the page that could not be fetched is fetched as soon as somebody answers. */
function useRepair(stale: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!stale) return;
    const again = () => void revalidate();
    const timer = setInterval(again, 5000);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [stale, revalidate]);
}

function Away() {
  const { t } = useTranslation();
  return <Empty title={t('error.away')} text={t('error.away_text')} />;
}

/** How many birds came while nobody looked, in the title of the tab. */
function useTitle(title: string, unseen: number): void {
  useEffect(() => {
    document.title = unseen > 0 ? `(${unseen}) ${title}` : title;
  }, [title, unseen]);
}

/** Says aloud what came, one sentence at a time. */
function Announcer({ view }: { view: LiveView }) {
  const { t } = useTranslation();
  const { news } = view;
  const ring = news && view.birds.get(news.latest.pigeon_id)?.ring;
  return (
    <p className="visually-hidden" aria-live="polite">
      {news && ring && t('live.arrived', { count: news.count, ring, rank: news.latest.rank })}
    </p>
  );
}
