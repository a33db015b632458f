/** The rankings of a loft's season: who leads, by what rule, and what can still happen (3.15, domain 2.12). */
import { Form, useSearchParams } from 'react-router';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import {
  listRankings,
  type RankingBird,
  type RankingLineView,
  readFrozenRanking,
  readRanking,
} from '#domain/rankings/contract.ts';
import { showsRankingBirds } from '#domain/seasons/visibility.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { presentRankingPath, rankingPath } from '#web/lib/further-paths.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { answers, foundOr, idFrom, pageFrom, perPages, searchTextFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { certificatesPath } from '#web/lib/paper-paths.ts';
import { acesPath, loftPath } from '#web/lib/paths.ts';
import { rankingName } from '#web/lib/ranking-words.ts';
import { useDelayedRefresh } from '#web/lib/refresh.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { pictured, rankingHead } from '#web/share/heads.server.ts';
import { CertificateForm } from '#web/ui/CertificateForm.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import form from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { LoftHead } from '#web/ui/LoftHead.tsx';
import { NoRows, NothingFound } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { WithdrawnLines } from '#web/ui/WithdrawnLines.tsx';
import type { Route } from './+types/AcesPage.ts';
import { AceCompare } from './AceCompare.tsx';
import { AceFlights } from './AceFlights.tsx';
import { AceFrozen } from './AceFrozen.tsx';
import { AceList } from './AceList.tsx';
import { AceMine } from './AceMine.tsx';
import { AceRule } from './AceRule.tsx';
import { AceSearch } from './AceSearch.tsx';
import { AceState } from './AceState.tsx';
import styles from './aces.module.css';
import { again_ms } from './again.ts';
import { causesSaid } from './causes.server.ts';
import { countryFrom } from './country.ts';
import { linesFrom } from './lines.ts';
import { useRankingBirds } from './use-ranking-birds.ts';
import { WhatIf } from './WhatIf.tsx';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const call = context.get(callContext);
  const loft_id = idFrom(params.loft_id);
  const search = new URL(request.url).searchParams;
  const season = search.get('season');
  const list = await answers(() =>
    call(listRankings, { params: { loft_id }, query: { ...(season && { season_id: idFrom(season) }) } }),
  );
  const asked = search.get('ranking');
  const ranking_id = asked ? idFrom(asked) : list.rankings[0]?.id;
  const lines = linesFrom(search);
  const query = { q: searchTextFrom(search), lines, ...countryFrom(search), ...pageFrom(search) };
  const shown =
    ranking_id === undefined
      ? null
      : await answers(() => call(readRanking, { params: { loft_id, ranking_id }, query }));
  // Not where the season hides a part of it.
  const frozen = shown?.frozen
    ? await foundOr(null, () =>
        call(readFrozenRanking, { params: { loft_id, ranking_id: shown.ranking.id }, query: {} }),
      )
    : null;
  const by = { locale, public_url, url: request.url };
  return {
    ...list,
    shown,
    frozen,
    causes: causesSaid(t, loft_id, frozen?.causes ?? []),
    lines,
    per_page: query.per_page,
    read_at: shown?.read_at ?? new Date().toISOString(),
    head: shown
      ? rankingHead(by, { ...shown, loft: list.loft })
      : pictured(by, pageHead({ context, params, pattern }, [t('aces.title'), list.loft.name]), loftPath(loft_id)),
  };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function AcesPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const { loft, season, seasons, rankings, withdrawn, shown, frozen, causes, lines, per_page, read_at } = loaderData;
  const isLive = shown?.flights.some(({ status }) => status === 'released') ?? false;
  const presented = shown?.flights.findLast(({ status }) => !isBeforeRelease(status));
  useLastKnown(loaderData);
  useDelayedRefresh(isLive ? again_ms : null, loaderData);
  const wanted = search.get('q') ?? '';
  const country = search.get('country') ?? '';
  const narrowed = wanted !== '' || country !== '';
  const whole = shown ? rankingPath(loft.id, { season_id: season!.id, ranking_id: shown.ranking.id }) : '';
  // As the server asks: rings and places of single pigeons are shown.
  const isFollowed = shown !== null && showsRankingBirds(shown.hidden);
  const birds = useRankingBirds(loft.id, shown?.ranking.id ?? null, read_at);
  const mine = { loft_id: loft.id, birds, time_zone: loft.time_zone };
  const inAir = isFollowed ? birdsInTheAir(shown.lines, birds ?? []) : [];
  return (
    <>
      <LoftHead
        loft={loft}
        read_at={read_at}
        part="aces"
        title={season ? `${t('aces.title')} ${season.year}` : undefined}
        seasons={seasons}
        season_id={season?.id ?? null}
        shared={shown ? rankingName(locale, shown.ranking) : undefined}
      />
      {shown === null ? (
        <div className={`wrap ${panel.body}`}>
          <section className={panel.panel}>
            <NoRows title={t('aces.empty')} text={t('aces.empty_text')} />
            <WithdrawnLines withdrawn={withdrawn} time_zone={loft.time_zone} />
          </section>
        </div>
      ) : (
        <div className={`wrap ${panel.body} ${styles.grid}`}>
          <section className={panel.panel} aria-labelledby="ranking">
            <div className={`${panel.head} ${styles.named}`}>
              <h2 id="ranking">
                <bdi>{rankingName(locale, shown.ranking)}</bdi>
                <bdi className={styles.of}>{shown.season.name}</bdi>
              </h2>
              {shown.frozen && shown.leader?.place === 1 && (
                <CertificateForm path={certificatesPath(loft.id, shown.ranking.id)} />
              )}
              {presented && shown.leader !== null && (
                <a
                  className={`${panel.button} ${styles.present}`}
                  href={presentRankingPath({ loft_id: loft.id, id: presented.id }, shown.ranking.id)}
                >
                  <Icon name="screen" />
                  {t('present.show')}
                </a>
              )}
              {shown.ranked > 0 && (
                <DownloadLinks
                  path={acesPath(loft.id)}
                  query={new URLSearchParams({
                    season: String(season!.id),
                    ranking: String(shown.ranking.id),
                    ...(country && { country }),
                    ...(lines === 'unranked' && { lines }),
                  }).toString()}
                />
              )}
            </div>
            {rankings.length > 1 && (
              <Form method="get" className={`${form.field} ${styles.choice}`}>
                <input type="hidden" name="season" value={season!.id} />
                <label className="visually-hidden" htmlFor="ranking-choice">
                  {t('aces.choose')}
                </label>
                <select id="ranking-choice" name="ranking" defaultValue={shown.ranking.id}>
                  {/* In the direction of its own letters: one that is too long loses its end. */}
                  {rankings.map((one) => (
                    <option key={one.id} value={one.id} dir="auto">
                      {rankingName(locale, one)}
                    </option>
                  ))}
                </select>
                <button type="submit" className={panel.button}>
                  {t('aces.show')}
                </button>
              </Form>
            )}
            <AceState page={shown} unrankedPath={lines === 'ranked' && isFollowed ? `${whole}&lines=unranked` : null} />
            <AceFlights flights={shown.flights} loft={loft} />
            <AceMine {...mine} page={shown} look="narrow" />
            {lines === 'unranked' && (
              <p className={styles.said}>
                <Link to={whole}>{t('aces.whole', { n: formatNumber(locale, shown.ranked) })}</Link>
              </p>
            )}
            {(shown.total > 0 || narrowed) && <AceSearch page={shown} />}
            {shown.total > 0 ? (
              <>
                <AceList loft={loft} page={shown} national={country !== ''} />
                {shown.ranked > 1 && <AceCompare loft_id={loft.id} page={shown} />}
                <Paging {...shown} per_page={per_page} sizes={perPages} />
              </>
            ) : narrowed ? (
              <NothingFound own={['country']} />
            ) : (
              <NoRows title={t('aces.nobody')} text={t('aces.nobody_text')} />
            )}
          </section>
          <div className={styles.side}>
            <AceMine {...mine} page={shown} look="wide" />
            <AceRule page={shown} time_zone={loft.time_zone} />
            {inAir.length > 0 && (
              <section className={panel.panel}>
                <WhatIf
                  key={shown.ranking.id}
                  loft_id={loft.id}
                  page={shown}
                  birds={inAir}
                  time_zone={loft.time_zone}
                />
              </section>
            )}
            {withdrawn.length > 0 && (
              <section className={panel.panel} aria-label={t('aces.title')}>
                <WithdrawnLines withdrawn={withdrawn} time_zone={loft.time_zone} />
              </section>
            )}
            {frozen && <AceFrozen loft={loft} ranking={shown.ranking} frozen={frozen} causes={causes} />}
          </div>
        </div>
      )}
    </>
  );
}

/** The birds in the air for which what-if can be asked: the reader's own first, then those of the lines. */
function birdsInTheAir(lines: readonly RankingLineView[], own: readonly RankingBird[]): Bird[] {
  const birds = new Map<number, Bird>();
  for (const { bird, in_the_air } of own) if (in_the_air) birds.set(bird.pigeon_id, bird);
  for (const { bird, cells } of lines)
    if (bird && cells.some(({ in_the_air }) => in_the_air)) birds.set(bird.pigeon_id, bird);
  return [...birds.values()];
}
