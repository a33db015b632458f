/**
 * The board of a flight for other sites: small, the first places and how many are home, as a whole document of its own.
 * It is made for nobody: no account, no stars, no cookies.
 */
import { renderToStaticMarkup } from 'react-dom/server';
import { secondDecimals } from '#domain/arrivals/clock.ts';
import { type ResultRow, readResult } from '#domain/arrivals/contract.ts';
import { wholeResult } from '#domain/arrivals/result-filter.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { readFlight } from '#domain/flights/contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import type { FlightKey } from '#domain/keys.ts';
import { type Locale, localeFacts } from '#domain/locales.ts';
import { shows, showsSpeed } from '#domain/seasons/visibility.ts';
import type { Theme } from '#domain/site.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import type { Call } from '#web/lib/context.ts';
import { brand, titled } from '#web/lib/head.ts';
import { clockTime, formatNumber, formatSpeed } from '#web/lib/intl.ts';
import { raceTime } from '#web/lib/now.ts';
import { flightPath } from '#web/lib/paths.ts';
import { releaseWord } from '#web/lib/release-word.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { homeWords, ReleaseAndDistance } from '#web/ui/flight-words.server.tsx';

export interface EmbedRequest {
  /** Makes calls as an anonymous reader. */
  call: Call;
  key: FlightKey;
  locale: Locale;
  /** Undefined: as the device of the reader has it. */
  theme: Theme | undefined;
  /** How many places are shown at most. */
  rows: number;
  /** Where the live socket is, if not at the address of the board. */
  live_url: string | undefined;
}

/** How often the board is read again at most, s; as often while birds are in the air and the socket does not say when. */
const renewed_s = 5;

/** In colours of the site; the frame takes the background of the site around it at its corners. */
const style = `:root{color-scheme:light dark;--surface:light-dark(#fff,#11191f);--soft:light-dark(#f7f9fa,#162028);--line:light-dark(#dae1e7,#24313a);--ink:light-dark(#0e1720,#eef3f6);--ink2:light-dark(#384652,#b9c5cd);--link:light-dark(#1b4780,#8cb9ef);--home:light-dark(#0a6a43,#4cc68d);--live:light-dark(#c8281c,#ff6b5e);background:transparent}*{box-sizing:border-box}body{margin:0;font:16px/1.4 system-ui,sans-serif;color:var(--ink)}main{border:1px solid var(--line);border-radius:12px;background:var(--surface);overflow:hidden}header,footer{padding:12px 16px}h1{margin:0;font-size:19px;line-height:1.25}p{margin:2px 0 0;color:var(--ink2);font-size:15px}a{color:var(--link)}h1 a{color:inherit;text-decoration:none}h1 a:hover{text-decoration:underline}b{color:var(--ink)}.state{color:var(--home);font-weight:600}.released{color:var(--live)}progress{display:block;inline-size:100%;block-size:6px;margin-block-start:8px;border:0;border-radius:3px;background:var(--line);accent-color:var(--home)}progress::-webkit-progress-bar{border-radius:3px;background:var(--line)}progress::-webkit-progress-value{border-radius:3px;background:var(--home)}progress::-moz-progress-bar{border-radius:3px;background:var(--home)}table{inline-size:100%;border-collapse:collapse}th,td{padding:8px 6px;border-block-start:1px solid var(--line);text-align:start;vertical-align:top;font-weight:400}th{color:var(--ink2);font-size:14px}:is(th,td):first-child{padding-inline-start:16px}:is(th,td):last-child{padding-inline-end:16px}.n{font-variant-numeric:tabular-nums;white-space:nowrap;text-align:end}small{display:block;color:var(--ink2);font-size:14px;overflow-wrap:anywhere}td img{inline-size:18px;block-size:auto;vertical-align:-1px;border-radius:2px}footer{padding-block:0;display:flex;flex-wrap:wrap;gap:2px 12px;justify-content:space-between;border-block-start:1px solid var(--line);background:var(--soft);font-size:14px;color:var(--ink2)}footer a{min-block-size:44px;display:inline-flex;align-items:center;font-weight:600}footer span{display:inline-flex;align-items:center;min-block-size:44px}td>bdi{white-space:nowrap}@media(max-width:299px){tr{display:grid;grid-template-columns:minmax(2.2em,auto) minmax(0,1fr) auto;border-block-start:1px solid var(--line)}th,td{border:0}.r{grid-area:1/1/3/2}.p{grid-area:1/2/3/3}.n{grid-column:3;padding-block:2px;padding-inline-end:12px}.n:not(.n+.n){padding-block-start:8px}header,footer{padding-inline:12px}}@media(max-width:379px){table{font-size:14px}th,td{padding-inline:4px}:is(th,td):first-child{padding-inline-start:12px}:is(th,td):last-child{padding-inline-end:12px}}`;

/**
 * The document, and its only inline style for the policy of the reply.
 * @throws Refusal `not_found` where an anonymous reader has no access
 */
export async function flightEmbed({
  call,
  key,
  locale,
  theme,
  rows,
  live_url,
}: EmbedRequest): Promise<{ html: string; style: string }> {
  const { flight, loft, read_at } = await call(readFlight, { params: key });
  const query = { ...wholeResult, page: 1, per_page: 25 } as const;
  const result = isBeforeRelease(flight.status) ? null : await call(readResult, { params: key, query });
  const view = { flight, loft, read_at, result, locale, theme, rows, live_url };
  return { html: `<!DOCTYPE html>${renderToStaticMarkup(<Board {...view} />)}`, style };
}

type Found = ReplyOf<typeof readFlight>;

interface BoardProps extends Pick<EmbedRequest, 'locale' | 'theme' | 'rows' | 'live_url'>, Found {
  /** Null before the release. */
  result: ReplyOf<typeof readResult> | null;
}

function Board({ flight, loft, read_at, result, locale, theme, rows, live_url }: BoardProps) {
  const { t } = speaker(locale);
  const { lang, dir } = localeFacts[locale];
  const { status, release_point, basketed_count } = flight;
  const isFlying = status === 'released';
  const home = result?.home_count ?? 0;
  const address = `${flightPath(flight)}?lang=${locale}`;
  return (
    <html lang={lang} dir={dir} style={theme && { colorScheme: theme }}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>{titled(flight.name, loft.name)}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this module */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
        <script src="/embed/board.js" defer />
      </head>
      <body>
        <main
          data-renewed-s={isFlying ? renewed_s : undefined}
          {...(isFlying &&
            flight.goes_live && {
              'data-flight': flight.id,
              'data-epoch': result?.epoch,
              'data-seq': result?.seq,
              'data-live': live_url,
            })}
        >
          <header>
            <h1>
              <a href={address} target="_blank" rel="noopener">
                <bdi>{flight.name}</bdi>
              </a>
            </h1>
            <p>
              <bdi>{loft.name}</bdi> · <span className={`state ${status}`}>{t(`status.${status}`)}</span>
              {flight.replay_factor !== null && ` · ${t('replay.chip')}`}
            </p>
            <p>
              {release_point !== null && (
                <>
                  {t(releaseWord(flight))} <bdi>{release_point}</bdi>{' '}
                </>
              )}
              <ReleaseAndDistance {...{ flight, loft, locale }} />
            </p>
            {result && basketed_count > 0 ? (
              <>
                <p>
                  <b>{homeWords(flight, home, locale)}</b>
                </p>
                <progress value={home} max={basketed_count} aria-hidden="true" />
              </>
            ) : (
              <p>{t('loft.basketed', { count: basketed_count })}</p>
            )}
          </header>
          {result && result.rows.length > 0 && (
            <Places flight={flight} loft={loft} locale={locale} rows={result.rows.slice(0, rows)} />
          )}
          <footer>
            <a href={address} target="_blank" rel="noopener">
              {t('text_only.whole')}
            </a>
            <span>
              {isFlying &&
                `${t('sheet.as_of', { time: clockTime(raceTime(flight, Date.parse(read_at)), loft.time_zone).time })} · `}
              {brand}
            </span>
          </footer>
        </main>
      </body>
    </html>
  );
}

function Places({
  flight,
  loft,
  locale,
  rows,
}: Pick<Found, 'flight' | 'loft'> & { locale: Locale; rows: readonly ResultRow[] }) {
  const { t } = speaker(locale);
  const { hidden, rules } = flight;
  const decimals = secondDecimals(flight.resolution_ms, rules.precision_ms);
  const [ranked, timed, fast] = [shows(hidden, 'results.rank'), shows(hidden, 'results.time'), showsSpeed(hidden)];
  return (
    <table>
      <thead>
        <tr>
          {ranked && (
            <th scope="col" className="r">
              {t('board.rank')}
            </th>
          )}
          <th scope="col" className="p">
            {t('board.pigeon')}
          </th>
          {timed && (
            <th scope="col" className="n">
              {t('board.time')}
            </th>
          )}
          {fast && (
            <th scope="col" className="n">
              {t(speedUnit(rules.speed))}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.pigeon_id}>
            {ranked && <td className="r">{row.rank !== null && formatNumber(locale, row.rank)}</td>}
            <td className="p">
              <bdi dir="ltr">{row.ring}</bdi>
              <small>
                {row.country && /^[A-Z]{2}$/.test(row.country) && (
                  <img src={`/flags/${row.country.toLowerCase()}.svg`} alt={row.country} width={18} height={14} />
                )}{' '}
                <bdi>{row.team ?? row.fancier}</bdi>
              </small>
            </td>
            {timed && (
              <td className="n">
                {row.time !== null && <Clock at={row.time} zone={loft.time_zone} decimals={decimals} />}
              </td>
            )}
            {fast && <td className="n">{row.speed !== null && formatSpeed(locale, row.speed, rules.speed)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Clock({ at, zone, decimals }: { at: string; zone: string; decimals: number }) {
  const { time, ms } = clockTime(Date.parse(at), zone);
  return <bdi dir="ltr">{decimals > 0 ? `${time}.${ms.slice(0, decimals)}` : time}</bdi>;
}
