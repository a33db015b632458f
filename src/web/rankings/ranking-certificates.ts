/** The certificates of a frozen ranking: of its first places, or of the one line that is asked for. */
import type { CertificatePaper } from '#domain/arrivals/certificate.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { listRankings, type RankingLineView, type RankingPage, readRanking } from '#domain/rankings/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import {
  certificatesFile,
  certifiedBird,
  certifiedPlace,
  evidence,
  firstFrom,
  ofPigeons,
  saidByLoft,
} from '#web/lib/certificates.server.ts';
import { callContext, type PageFacts, pageContext } from '#web/lib/context.ts';
import { rankingPath } from '#web/lib/further-paths.ts';
import { formatCalendarDay, formatNumber, isoDay } from '#web/lib/intl.ts';
import { answers, idFrom, notFound } from '#web/lib/loader.ts';
import { groupName, lineName, measureName, rankingName, valueText } from '#web/lib/ranking-words.ts';
import type { Route } from './+types/ranking-certificates.ts';

/** So many flights are named with the places in them; of more they are counted. */
const named = 3;

type Shown = RankingPage & { frozen: NonNullable<RankingPage['frozen']> };

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const page = context.get(pageContext);
  const call = context.get(callContext);
  const [loft_id, ranking_id] = [idFrom(params.loft_id), idFrom(params.ranking_id)];
  const search = new URL(request.url).searchParams;
  const line = search.get('line');
  const query = { q: '', page: 1, per_page: 100 as const, ...(line !== null && { line }) };
  const shown = await answers(() => call(readRanking, { params: { loft_id, ranking_id }, query }));
  const { frozen, lines, ranking, season } = shown;
  if (!frozen) notFound();
  const { loft } = await answers(() => call(listRankings, { params: { loft_id }, query: { season_id: season.id } }));
  const said = await answers(() => saidByLoft(call, page.locale, loft));
  const last = line === null ? firstFrom(search) : Number.POSITIVE_INFINITY;
  const winners = lines.filter(({ place }) => place !== null && place <= last);
  if (winners.length === 0) notFound();
  const { t } = speaker(page.locale);
  const [only] = winners;
  const title =
    line === null
      ? [t('certificate.titles'), rankingName(page.locale, ranking)].join(' ')
      : [t('certificate.title'), lineName(t, page.locale, ranking, only!), rankingName(page.locale, ranking)].join(' ');
  return certificatesFile(
    page.locale,
    title,
    winners.map((winner) => ({ ...rankingCertificate(page, { ...shown, frozen }, loft, winner), ...said })),
  );
}

/** The certificate of a line of a frozen ranking. Another version of it prints anew. */
function rankingCertificate(
  { locale, public_url }: Pick<PageFacts, 'locale' | 'public_url'>,
  { ranking, season, frozen, ranked, flights }: Shown,
  loft: Loft,
  { place, value, bird, group, cells }: RankingLineView,
): Omit<CertificatePaper, 'greeting' | 'signature'> {
  const { t } = speaker(locale);
  const { measure, subject } = ranking.rule;
  const counted = cells.filter((cell) => cell.counts && cell.places.length > 0);
  const address = public_url + rankingPath(loft.id, { season_id: season.id, ranking_id: ranking.id });
  return {
    loft: loft.name,
    loft_country: loft.country,
    heading: rankingName(locale, ranking),
    lead: [t('certificate.title'), season.name].join(t('rows.comma')),
    from: farthest(flights, counted)?.name ?? '',
    to: loft.name,
    place: certifiedPlace(t, locale, place!, subject.of === 'pigeon' ? ofPigeons(t, locale, ranked) : ''),
    ...(bird
      ? certifiedBird(t, bird)
      : {
          country: group?.country ?? null,
          name: subject.of === 'pigeon' ? null : groupName(t, locale, subject.of, group!),
          ring: null,
          looks: '',
          owner: [],
        }),
    facts: [
      ...(value === null
        ? []
        : [{ name: measureName(t, measure), value: valueText(locale, measure, value), unit: '' }]),
      ...(subject.of === 'pigeon' && counted.length <= named
        ? counted.map(({ flight_id, places }) => ({
            name: flights.find(({ id }) => id === flight_id)!.name,
            value: places.map((one) => formatNumber(locale, one)).join(' '),
            unit: '',
          }))
        : [{ name: t('aces.flights_of'), value: formatNumber(locale, counted.length), unit: '' }]),
    ],
    official: {
      title: t('aces.final', { version: formatNumber(locale, frozen.version) }),
      day: formatCalendarDay(locale, isoDay(Date.parse(frozen.at), loft.time_zone), 'words'),
    },
    check: t('certificate.check'),
    ...evidence(address, frozen.sha256),
  };
}

/** The farthest of the flights that count for a line, from which its path is drawn; of equal ones, the last. */
const farthest = (flights: Shown['flights'], counted: readonly { flight_id: number }[]) =>
  flights
    .filter(({ id }) => counted.some(({ flight_id }) => flight_id === id))
    .reduce<Shown['flights'][number] | null>(
      (far, flight) => ((flight.distance_m ?? 0) >= (far?.distance_m ?? 0) ? flight : far),
      null,
    );
