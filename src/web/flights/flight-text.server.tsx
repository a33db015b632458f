/** The text-only page of a flight as HTML (flight-text.ts). */
import { Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { secondDecimals } from '#domain/arrivals/clock.ts';
import type { ResultRow, readResult } from '#domain/arrivals/contract.ts';
import type { ListedBird, searchBasketing } from '#domain/basketing/contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { type Locale, localeFacts } from '#domain/locales.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { shows, showsSpeed } from '#domain/seasons/visibility.ts';
import type { Theme } from '#domain/site.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { titled } from '#web/lib/head.ts';
import { clockTime, formatNumber, formatSpeed } from '#web/lib/intl.ts';
import { raceTime } from '#web/lib/now.ts';
import { flightPath, loftPath, storyPath, textPath } from '#web/lib/paths.ts';
import { releaseWord } from '#web/lib/release-word.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { homeWords, ReleaseAndDistance } from '#web/ui/flight-words.server.tsx';
import type { ToldStory } from './told-story.server.ts';

/** How often the page is read again while birds are in the air, s; a link on it stops that. */
export const renewed_s = 30;
const per_page = 100;
/** So many of the latest sentences of the commentary stand on the page. */
export const mostTold = 5;

const style = `:root{color-scheme:light dark;background:Canvas;color:CanvasText}a{color:LinkText}body{max-width:60rem;margin:0 auto;padding:12px;font:17px/1.4 system-ui,sans-serif}h1,h2{margin:.4em 0;line-height:1.15}p{margin:.4em 0}table{width:100%;border-collapse:collapse}caption{text-align:start}th,td{padding:7px 0;padding-inline-end:8px;border-bottom:1px solid #8886;text-align:start;font-weight:400;vertical-align:top}td:last-child{padding:7px 0}thead{font-size:14px}input,button{box-sizing:border-box;min-height:44px;font:inherit;max-width:100%}label{display:block;margin:8px 0}label input{display:block;width:100%}a{display:inline-block;padding:10px 0;margin-inline-end:16px}small{font-size:14px}.n{font-variant-numeric:tabular-nums;white-space:nowrap}`;

/** A bird of the reader, with its place once it is home. */
export interface OwnBird {
  bird: ListedBird;
  line: ResultRow | undefined;
}

export interface FlightTextView {
  flight: Flight;
  loft: Loft;
  read_at: string;
  /** Null before the release. */
  result: ReplyOf<typeof readResult> | null;
  /** Null after the release. */
  basketed: ReplyOf<typeof searchBasketing> | null;
  mine: readonly OwnBird[];
  /** The latest sentences of the commentary, the newest first. */
  told: ToldStory['events'];
  locale: Locale;
  nonce: string | undefined;
  theme: Theme | undefined;
  public_url: string;
  /** What the address asks for; `paused`: not to be read again by itself. */
  asked: { q: string; ring: string; lang: Locale | undefined; paused: boolean };
}

/** The whole page. */
export function flightText(view: FlightTextView): string {
  return `<!DOCTYPE html>${renderToStaticMarkup(<Page {...view} />)}`;
}

function Page(view: FlightTextView) {
  const { flight, loft, read_at, result, basketed, locale, nonce, theme, public_url, asked } = view;
  const { t } = speaker(locale);
  const { lang, dir } = localeFacts[locale];
  const path = textPath(flight);
  const isFlying = flight.status === 'released';
  const { match_count, page, page_count } = (result ?? basketed)!;
  const first = (page - 1) * per_page + 1;
  const scheme = theme === 'light' || theme === 'dark' ? theme : undefined;
  const to = (changes: { page?: number; paused?: boolean }) => path + queryOf({ ...asked, ...changes });
  return (
    <html lang={lang} dir={dir} style={scheme && { colorScheme: scheme }}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{titled(flight.name, loft.name)}</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="canonical" href={public_url + flightPath(flight)} />
        <style nonce={nonce}>{style}</style>
      </head>
      <body>
        <main>
          <p>
            <a href={loftPath(loft.id)}>
              <bdi>{loft.name}</bdi>
            </a>
            <a href={flightPath(flight)}>{t('text_only.whole')}</a>
          </p>
          <h1>
            <bdi>{flight.name}</bdi>
          </h1>
          <Facts {...view} />
          {isFlying && (
            <p>
              <small>
                {t('sheet.as_of', { time: clockTime(raceTime(flight, Date.parse(read_at)), loft.time_zone).time })}{' '}
                {!asked.paused && t('text_only.renewed', { seconds: renewed_s })}
              </small>{' '}
              <a href={to({ page, paused: !asked.paused })}>{t(asked.paused ? 'live.resume' : 'live.pause')}</a>
            </p>
          )}
          <Mine {...view} />
          <Told {...view} />
          <h2>{t(result ? (isFlying ? 'flight.arrivals' : 'flight.result') : 'flight.basketing')}</h2>
          {result ? <Places {...view} rows={result.rows} /> : <Basketed {...view} rows={basketed!.pigeons} />}
          {match_count === 0 ? (
            <p>{asked.q ? t('search.none') : t(result ? 'board.flying' : 'basketing.empty')}</p>
          ) : (
            <nav aria-label={t('paging.label')}>
              <p>
                {t('paging.rows', {
                  from: formatNumber(locale, first),
                  to: formatNumber(locale, Math.min(first + per_page - 1, match_count)),
                  total: formatNumber(locale, match_count),
                })}
              </p>
              {page > 1 && (
                <a rel="prev" href={to({ page: page - 1 })}>
                  {t('paging.previous')}
                </a>
              )}
              {page < page_count && (
                <a rel="next" href={to({ page: page + 1 })}>
                  {t('paging.next')}
                </a>
              )}
            </nav>
          )}
          <form action={path}>
            {asked.lang && <input type="hidden" name="lang" value={asked.lang} />}
            {asked.paused && <input type="hidden" name="paused" value="" />}
            <label>
              {t('search.birds')}
              <input name="q" type="search" defaultValue={asked.q} maxLength={100} />
            </label>
            <label>
              {t('text_only.my_rings')} <small>{t('text_only.my_rings_hint')}</small>
              <input name="ring" defaultValue={asked.ring} maxLength={2000} autoComplete="off" />
            </label>
            <button type="submit">{t('search.go')}</button>
          </form>
        </main>
      </body>
    </html>
  );
}

/** The state of the flight, from where, when and how far, and how many are home. */
function Facts({ flight, loft, result, locale }: FlightTextView) {
  const { t } = speaker(locale);
  const { release_point, basketed_count, status } = flight;
  const home = result?.home_count ?? 0;
  return (
    <>
      <p>
        {t(`status.${status}`)} · {t(`kind.${flight.kind}`)}
      </p>
      <p>
        {t(releaseWord(flight))} <bdi>{release_point}</bdi> <ReleaseAndDistance {...{ flight, loft, locale }} weekday />
      </p>
      <p>
        {result && basketed_count > 0 ? (
          <b>{homeWords(flight, home, locale)}</b>
        ) : (
          t('loft.basketed', { count: basketed_count })
        )}
      </p>
    </>
  );
}

/** The reader's birds: those at home with their places, the others with what is known of them. */
function Mine({ mine, ...view }: FlightTextView) {
  const { t } = speaker(view.locale);
  if (!mine.length) return null;
  const out = mine.filter(({ line }) => !line);
  const homes = mine.flatMap(({ line }) => line ?? []);
  return (
    <>
      <h2>{t('mine.title')}</h2>
      {homes.length > 0 && <Places {...view} mine={mine} rows={homes} />}
      {out.map(({ bird }) => (
        <p key={bird.pigeon_id}>
          <bdi>{bird.ring}</bdi> {stateOf(view, bird)}
        </p>
      ))}
    </>
  );
}

/** The latest of the commentary, and the way to all of it. */
function Told({ flight, loft, told, locale }: FlightTextView) {
  const { t } = speaker(locale);
  if (!told.length) return null;
  return (
    <>
      <h2>
        <a href={storyPath(flight)}>{t('story.title')}</a>
      </h2>
      {told.map(({ event: { kind, at_ms }, sentence }) => (
        <p key={kind + at_ms + sentence}>
          <span className="n">{clockTime(at_ms, loft.time_zone).time.slice(0, 5)}</span> {sentence}
        </p>
      ))}
    </>
  );
}

/** Where a bird is that has no place; nothing where the season does not show it. */
function stateOf({ flight, locale }: Omit<FlightTextView, 'mine'>, { home, without_place }: OwnBird['bird']): string {
  const { t } = speaker(locale);
  if (isBeforeRelease(flight.status)) return t('basketing.basketed');
  if (without_place === 'late') return t('late.title');
  if (home !== false || without_place !== null) return '';
  return t(flight.status === 'released' ? 'mine.air' : 'mine.out');
}

type Column<Row> = readonly [head: string, cell: (row: Row) => ReactNode, look?: 'n'];

function Table<Row>({ columns, rows }: { columns: readonly (Column<Row> | false)[]; rows: readonly Row[] }) {
  const shown = columns.filter((column) => column !== false);
  if (!rows.length) return null;
  return (
    <table>
      <thead>
        <tr>
          {shown.map(([head]) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text that is written once
          <tr key={index}>
            {shown.map(([head, cell, look]) => (
              <td key={head} className={look}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Named {
  ring: string;
  team: string | null;
  fancier: string | null;
  country: string | null;
}

/** The ring of a bird, and below it whose it is and from where. */
const named = ({ ring, team, fancier, country }: Named) => (
  <>
    <bdi dir="ltr">{ring}</bdi>
    <br />
    <small>
      <bdi>{team ?? fancier}</bdi> {country}
    </small>
  </>
);

function Places({ flight, loft, locale, rows }: FlightTextView & { rows: readonly ResultRow[] }) {
  const { t } = speaker(locale);
  const { hidden, rules } = flight;
  const decimals = secondDecimals(flight.resolution_ms, rules.precision_ms);
  const clock = ({ time, day }: ResultRow) => {
    if (time === null) return null;
    const { time: seconds, ms } = clockTime(Date.parse(time), loft.time_zone);
    return (
      <Fragment>
        {day !== null && day > 1 && <small>{t('board.day', { day })} </small>}
        <bdi dir="ltr">{decimals > 0 ? `${seconds}.${ms.slice(0, decimals)}` : seconds}</bdi>
      </Fragment>
    );
  };
  return (
    <Table<ResultRow>
      rows={rows}
      columns={[
        shows(hidden, 'results.rank') && [t('board.rank'), ({ rank }) => rank && formatNumber(locale, rank), 'n'],
        [t('board.pigeon'), named],
        shows(hidden, 'results.time') && [t('board.time'), clock, 'n'],
        showsSpeed(hidden) && [
          t(speedUnit(rules.speed)),
          ({ speed }) => speed !== null && formatSpeed(locale, speed, rules.speed),
          'n',
        ],
      ]}
    />
  );
}

function Basketed({ locale, rows }: FlightTextView & { rows: ReplyOf<typeof searchBasketing>['pigeons'] }) {
  const { t } = speaker(locale);
  return (
    <Table
      rows={rows}
      columns={[
        [t('basketing.number'), ({ number }) => formatNumber(locale, number), 'n'],
        [t('board.pigeon'), named],
      ]}
    />
  );
}

/** The query of the page, without what is not asked for. */
function queryOf({ page = 1, paused, ...texts }: FlightTextView['asked'] & { page?: number }): string {
  const query = new URLSearchParams(Object.entries(texts).filter((one): one is [string, string] => !!one[1]));
  if (page > 1) query.set('page', String(page));
  if (paused) query.set('paused', '');
  return query.size ? `?${query}` : '';
}
