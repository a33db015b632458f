/** Head to head: two lines of a ranking beside each other, or the ranking to choose them from (3.15, domain 2.12). */
import { compareInRanking, listRankings, type RankingComparison, readRanking } from '#domain/rankings/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { answers, idFrom, pageFrom, perPages, searchTextFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { acesPath, loftPath } from '#web/lib/paths.ts';
import { lineName, rankingName } from '#web/lib/ranking-words.ts';
import { useDelayedRefresh } from '#web/lib/refresh.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { pictured } from '#web/share/heads.server.ts';
import { Link } from '#web/ui/Link.tsx';
import { LoftHead } from '#web/ui/LoftHead.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import type { Route } from './+types/ComparePage.ts';
import { AceCompare } from './AceCompare.tsx';
import { AceComparison } from './AceComparison.tsx';
import { AceList } from './AceList.tsx';
import { AceState } from './AceState.tsx';
import styles from './aces.module.css';
import { again_ms } from './again.ts';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const call = context.get(callContext);
  const search = new URL(request.url).searchParams;
  const key = { loft_id: idFrom(params.loft_id), ranking_id: idFrom(search.get('ranking') ?? undefined) };
  const asked = [...new Set(search.getAll('of'))];
  const [a, b] = asked;
  const query = { q: searchTextFrom(search), ...pageFrom(search) };
  // Of one alone its line is read: beside itself.
  const found = await answers(async () => ({
    comparison: a === undefined ? null : await call(compareInRanking, { params: key, query: { a, b: b ?? a } }),
    choice: b === undefined ? await call(readRanking, { params: key, query }) : null,
  }));
  const { ranking, season, read_at } = (found.comparison ?? found.choice)!;
  const list = await answers(() =>
    call(listRankings, { params: { loft_id: key.loft_id }, query: { season_id: season.id } }),
  );
  const names = found.comparison ? namesOf(found.comparison) : [];
  function namesOf({ a: one, b: other }: RankingComparison): string[] {
    return (b === undefined ? [one] : [one, other]).map((line) => lineName(t, locale, ranking, line));
  }
  const head = pageHead({ context, params, pattern }, [
    [t('aces.head_to_head'), names.join(' – ')].filter(Boolean).join(': '),
    rankingName(locale, ranking),
    list.loft.name,
  ]);
  const own = new URLSearchParams([['ranking', String(ranking.id)], ...asked.slice(0, 2).map((one) => ['of', one])]);
  return {
    loft: list.loft,
    seasons: list.seasons,
    season,
    ranking,
    ...found,
    has_more: asked.length > 2,
    per_page: query.per_page,
    read_at,
    head: pictured(
      { locale, public_url, url: request.url },
      { ...head, url: `${head.url}?${own}` },
      loftPath(key.loft_id),
    ),
  };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ComparePage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, season, seasons, ranking, comparison, choice, has_more, per_page, read_at } = loaderData;
  const { flights, frozen } = (comparison ?? choice)!;
  useLastKnown(loaderData);
  useDelayedRefresh(flights.some(({ status }) => status === 'released') ? again_ms : null, loaderData);
  const chosen = comparison?.a.key;
  return (
    <>
      <LoftHead
        loft={loft}
        read_at={read_at}
        part="aces"
        title={`${t('aces.title')} ${season.year}`}
        seasons={seasons}
        season_id={season.id}
      />
      <div className={`wrap ${panel.body}`}>
        <section className={panel.panel} aria-labelledby="compared">
          <div className={panel.head}>
            <h2 id="compared">{t('aces.head_to_head')}</h2>
            <span className={panel.take}>
              <Link to={`${acesPath(loft.id)}?season=${season.id}&ranking=${ranking.id}`}>
                <bdi>{rankingName(locale, ranking)}</bdi>
              </Link>
            </span>
          </div>
          <AceState page={{ flights, frozen, can_pass: null, unranked: 0 }} />
          {choice === null ? (
            <>
              {has_more && <p className={styles.said}>{t('aces.first_two')}</p>}
              <AceComparison loft={loft} comparison={comparison!} />
            </>
          ) : (
            <>
              <p className={styles.said} suppressHydrationWarning>
                {comparison
                  ? t('aces.choose_second', { name: lineName(t, locale, ranking, comparison.a) })
                  : t('aces.choose_both')}
              </p>
              <SearchForm hint={t('search.birds')} />
              {choice.total > 0 ? (
                <>
                  <AceList loft={loft} page={choice} chosen={chosen} />
                  <AceCompare loft_id={loft.id} page={choice} chosen={chosen} />
                  <Paging {...choice} per_page={per_page} sizes={perPages} />
                </>
              ) : (
                <NoRows title={t('aces.nobody')} text={t('aces.nobody_text')} />
              )}
            </>
          )}
        </section>
      </div>
    </>
  );
}
