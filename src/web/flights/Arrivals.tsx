/** The arrivals of a race: my pigeons, the board, and beside it what has just happened. On phones a dock chooses between them. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLines, leavesOut } from '#domain/arrivals/choice.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { perPages } from '#web/lib/loader.ts';
import { useMine } from '#web/lib/mine.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { Away } from './Away.tsx';
import type { Alerts } from './alerts.ts';
import styles from './arrivals.module.css';
import { Board, NobodyHome } from './Board.tsx';
import { BoardRows } from './BoardRows.tsx';
import { type BoardLine, type BoardList, lineOf, liveList, pageList } from './board-line.ts';
import { Dock, type Docked } from './Dock.tsx';
import { choiceKey, type PageData } from './flight-data.ts';
import { HomeByCountry } from './HomeByCountry.tsx';
import { JustIn, justInLines } from './JustIn.tsx';
import type { LiveView } from './live-board.ts';
import { MyPigeons } from './MyPigeons.tsx';
import { findMine, toggleBird } from './my-pigeons.ts';
import side from './side.module.css';
import { NothingFound, ResultToolbar } from './Toolbar.tsx';
import { TopVelocity } from './TopVelocity.tsx';

export interface ArrivalsProps {
  data: PageData;
  view: LiveView;
  /** Whether the live board knows at least as much as the page. */
  live: boolean;
  home_count: number;
  /** Whether the head of the page is scrolled away. */
  scrolled: boolean;
  alerts: Alerts;
}

export function Arrivals({ data, view, live, home_count, scrolled, alerts }: ArrivalsProps) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const { flight, loft, result, choice } = data;
  const mine = useMine(loft.id);
  const { ranked, birds, news } = view;
  const found = useMemo(() => findMine(mine, birds, ranked), [mine, birds, ranked]);
  const list = useList(data, view, live);
  const newest = news.happenings.find(({ kind }) => kind === 'landed')?.pigeon_id;
  const [wanted, setWanted] = useState<{ pigeon_id: number } | null>(null);
  const [seen, setSeen] = useState(0);
  const onNewestSeen = useCallback(() => setSeen(news.landed), [news.landed]);
  const onMark = useCallback((line: BoardLine) => toggleBird(loft.id, mine, line.bird), [loft.id, mine]);
  const [part, show] = useDocked();
  const my_birds = useMemo(() => new Set(found.home.map(({ bird }) => bird.pigeon_id)), [found]);
  useEffect(() => {
    if (!scrolled) setSeen(news.landed);
  }, [scrolled, news.landed]);

  const countries = useMemo(() => countriesOf({ ranked, birds }), [ranked, birds]);
  const flying = flight.status === 'released';
  const unseen = scrolled && !view.paused ? news.landed - seen : 0;
  return (
    <>
      <div className={styles.arrivals} data-part={hydrated ? part : undefined}>
        <section className={`${panel.panel} ${styles.main}`} aria-label={t('flight.arrivals')}>
          {home_count > 0 && (
            <div className={styles.tools}>
              <ResultToolbar flight={flight} choice={choice} countries={live ? countries : result.countries} />
            </div>
          )}
          {live && found.home.length + found.air.length > 0 ? (
            <MyPigeons
              flight={flight}
              loft={loft}
              view={view}
              mine={mine}
              found={found}
              alerts={alerts}
              onMark={onMark}
            />
          ) : (
            <p className={styles.none}>{t('mine.none')}</p>
          )}
          <div className={styles.board}>
            {home_count === 0 ? (
              <NobodyHome flight={flight} />
            ) : list.count === 0 && data.stale && !live ? (
              <Away />
            ) : list.count === 0 ? (
              <NothingFound />
            ) : (
              <Board flight={flight} total={live ? list.count : result.match_count}>
                <BoardRows
                  flight={flight}
                  loft={loft}
                  list={list}
                  news={news}
                  mine={mine}
                  backwards={choice.order === 'latest'}
                  wanted={wanted}
                  newest={newest}
                  onNewestSeen={onNewestSeen}
                  onMark={onMark}
                />
              </Board>
            )}
            {unseen > 0 && newest !== undefined && (
              <button
                type="button"
                className={styles.pill}
                onClick={() => {
                  setSeen(news.landed);
                  setWanted({ pigeon_id: newest });
                }}
              >
                <Icon name="pigeon" />
                {t('live.new', { count: unseen })}
              </button>
            )}
            {list.count > 0 && !live && (
              <Paging
                page={result.page}
                page_count={result.page_count}
                per_page={result.per_page}
                sizes={perPages}
                total={result.match_count}
              />
            )}
          </div>
        </section>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by itself, which a keyboard must be able to do */}
        <aside className={`${side.side} ${styles.side}`} aria-label={t('just_in.title')} tabIndex={0}>
          {flying && (
            <JustIn
              loft={loft}
              lines={live ? justInLines(view) : result.latest.map((row) => ({ kind: 'landed', line: lineOf(row) }))}
              fresh={news.fresh}
              mine={mine}
            />
          )}
          {live && <TopVelocity flight={flight} ranked={ranked} mine={my_birds} />}
          <HomeByCountry counts={live ? countries : result.countries} />
        </aside>
      </div>
      {hydrated && (
        <Dock
          shown={part}
          onShow={show}
          mine={{ home: found.home.length, total: found.home.length + found.air.length }}
        />
      )}
    </>
  );
}

/** The whole list as soon as the browser has it, the server's page until then. */
function useList({ result, choice }: PageData, view: LiveView, live: boolean): BoardList {
  const { ranked, birds, indexOf } = view;
  return useMemo(() => {
    const key = choiceKey(choice);
    const railed = !leavesOut(choice);
    if (!live) {
      const [above, below] = [result.above, result.below].map((time) => (time === null ? null : Date.parse(time)));
      return pageList(
        key,
        (result.page - 1) * result.per_page,
        result.rows.map(lineOf),
        { above: above!, below: below! },
        railed,
      );
    }
    const lines = chooseLines(ranked, (id) => birds.get(id), choice);
    return liveList(key, { birds, indexOf }, lines, { railed, order: choice.order });
  }, [result, choice, live, ranked, birds, indexOf]);
}

function countriesOf({ ranked, birds }: Pick<LiveView, 'ranked' | 'birds'>) {
  const counts = new Map<string, { country: string; home: number; basketed: number }>();
  for (const { country } of birds.values()) {
    if (country === null) continue;
    const count = counts.get(country);
    if (count) count.basketed += 1;
    else counts.set(country, { country, home: 0, basketed: 1 });
  }
  for (const { pigeon_id } of ranked) {
    const count = counts.get(birds.get(pigeon_id)?.country ?? '');
    if (count) count.home += 1;
  }
  return [...counts.values()].sort((a, b) => b.home - a.home || b.basketed - a.basketed);
}

/** Which part the dock of a phone shows. Each keeps the place to which it was scrolled. */
function useDocked(): [Docked, (part: Docked) => void] {
  const [part, setPart] = useState<Docked>('board');
  const [places] = useState(() => new Map<Docked, number>());
  const show = useCallback(
    (next: Docked) => {
      places.set(part, scrollY);
      setPart(next);
    },
    [part, places],
  );
  useEffect(() => {
    const place = places.get(part);
    if (place !== undefined) scrollTo({ top: place, behavior: 'instant' });
  }, [part, places]);
  return [part, show];
}
