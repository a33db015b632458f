/**
 * A flight as a small page of text alone, for slow lines: no script, a kilobyte of style, the first hundred places. The
 * reader's own birds come from the account or, without one, from the rings in the address.
 */
import { readResult } from '#domain/arrivals/contract.ts';
import { wholeResult } from '#domain/arrivals/result-filter.ts';
import { searchBasketing } from '#domain/basketing/contract.ts';
import { readMarks } from '#domain/favorites/contract.ts';
import { readFlight } from '#domain/flights/contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import type { FlightKey } from '#domain/keys.ts';
import { askedLocale } from '#domain/locales.ts';
import { ringKey } from '#domain/pigeons/ring.ts';
import { type Call, callContext, pageContext } from '#web/lib/context.ts';
import { answers, idFrom, pageFrom, searchTextFrom } from '#web/lib/loader.ts';
import { nobody } from '#web/lib/marks.ts';
import { isMine } from '#web/lib/reader-marks.ts';
import type { Route } from './+types/flight-text.ts';
import { flightText, mostTold, type OwnBird, renewed_s } from './flight-text.server.tsx';
import { toldStory } from './told-story.server.ts';

const per_page = 100;
const mostRings = 100;

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { locale, nonce, theme, public_url, me, written } = context.get(pageContext);
  const call = context.get(callContext);
  const search = new URL(request.url).searchParams;
  const key = { loft_id: idFrom(params.loft_id), flight_id: idFrom(params.flight_id) };
  const { page } = pageFrom(search);
  const q = searchTextFrom(search);
  const rings = (search.get('ring') ?? '').slice(0, 2000);
  const view = await answers(async () => {
    const { flight, loft, read_at } = await call(readFlight, { params: key });
    const query = { ...wholeResult, q, page, per_page } as const;
    const isBefore = isBeforeRelease(flight.status);
    const isStart = q === '' && page === 1;
    const [result, basketed, mine, told] = await Promise.all([
      isBefore ? null : call(readResult, { params: key, query }),
      isBefore ? call(searchBasketing, { params: key, query: { q, country: '', state: '', page, per_page } }) : null,
      ownBirds(call, key, rings, me != null),
      isBefore || !isStart
        ? []
        : toldStory({ call, key, locale }).then(({ events }) => events.slice(-mostTold).reverse()),
    ]);
    return { flight, loft, read_at, result, basketed, mine, told };
  });
  const lang = askedLocale(request.url);
  const asked = { q, ring: rings, lang, paused: search.has('paused') };
  written([flightText({ ...view, locale, nonce, theme, public_url, asked })]);
  const isRenewed = view.flight.status === 'released' && !asked.paused;
  return new Response(null, {
    headers: { 'content-type': 'text/html; charset=utf-8', ...(isRenewed && { refresh: String(renewed_s) }) },
  });
}

/** The reader's birds of a flight, those at home first, by their places. */
async function ownBirds(call: Call, params: FlightKey, rings: string, isKnown: boolean): Promise<OwnBird[]> {
  const marks = isKnown ? await call(readMarks, { params: { loft_id: params.loft_id } }) : nobody;
  const asked = new Set(
    rings
      .split(/[,;،、，\n]/u)
      .slice(0, mostRings)
      .map(ringKey)
      .filter(Boolean),
  );
  if (asked.size + marks.pigeons.length + marks.teams.length === 0) return [];
  const [{ rows }, { pigeons }] = await Promise.all([
    call(readResult, { params, query: { ...wholeResult, page: 1, per_page: 'all' } }),
    call(searchBasketing, { params, query: { q: '', country: '', state: '', page: 1, per_page: 'all' } }),
  ]);
  const lines = new Map(rows.map((row) => [row.pigeon_id, row]));
  return pigeons
    .filter((bird) => isMine(marks, bird) || asked.has(ringKey(bird.ring)))
    .map((bird) => ({ bird, line: lines.get(bird.pigeon_id) }))
    .sort((a, b) => placeOf(a) - placeOf(b));
}

const placeOf = ({ line }: OwnBird) => line?.rank ?? Number.MAX_SAFE_INTEGER;
