/** A championship over lofts: its lines with world and country place, the results that count, its rule, its seasons. */
import { useSearchParams } from 'react-router';
import { readChampionship } from '#domain/championships/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf } from '#web/lib/head.ts';
import { formatNamedDay, formatNumber } from '#web/lib/intl.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { answers, idFrom, pageFrom, perPages, searchTextFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { championshipPath, seasonPath } from '#web/lib/paths.ts';
import { rankingName } from '#web/lib/ranking-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { championshipHead } from '#web/share/heads.server.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { CountryFilter } from '#web/ui/CountryFilter.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { Share } from '#web/ui/Share.tsx';
import type { Route } from './+types/ChampionshipPage.ts';
import { ChampionshipList } from './ChampionshipList.tsx';
import { ChampionshipRule } from './ChampionshipRule.tsx';
import { championshipSentences } from './championship-words.ts';
import styles from './championships.module.css';
import { world_zone } from './line-name.ts';

/** The filters beside the search. */
const narrowing = ['country'] as const;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const search = new URL(request.url).searchParams;
  const country = search.get('country');
  const query = { q: searchTextFrom(search), ...pageFrom(search), ...(country && { country: country.slice(0, 8) }) };
  const championship_id = idFrom(params.championship_id);
  const page = await answers(() => context.get(callContext)(readChampionship, { params: { championship_id }, query }));
  return {
    ...page,
    sentences: championshipSentences(t, locale, page.championship, page.at_publication),
    per_page: query.per_page,
    read_at: new Date().toISOString(),
    head: championshipHead({ locale, public_url, url: request.url }, page),
  };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ChampionshipPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { championship, seasons, kept, countries, leader, total, per_page } = loaderData;
  const [search] = useSearchParams();
  useLastKnown(loaderData);
  const name = rankingName(locale, championship);
  return (
    <div className="wrap">
      <AdminHead
        title={name}
        lead={
          <span suppressHydrationWarning>
            {championship.is_world_list ? t('championships.world_list') : t('championships.title')}{' '}
            <bdi className="num">{championship.year}</bdi>
            {kept &&
              ` · ${t('championships.version', {
                version: formatNumber(locale, kept.version),
                day: formatNamedDay(locale, Date.parse(kept.at), world_zone),
              })}`}
          </span>
        }
        actions={
          <>
            <Share className={panel.button} title={name} />
            {leader && (
              <DownloadLinks
                path={championshipPath(championship.id)}
                query={new URLSearchParams([...search].filter(([key]) => key === 'q' || key === 'country')).toString()}
              />
            )}
          </>
        }
      />
      <div className={styles.grid}>
        <section className={panel.panel} aria-label={name}>
          {leader && (
            <SearchForm hint={t('search.birds')} own={narrowing}>
              {championship.rule.of !== 'country' && countries.length > 1 && <CountryFilter countries={countries} />}
            </SearchForm>
          )}
          {total > 0 ? (
            <>
              <ChampionshipList page={loaderData} />
              <Paging {...loaderData} per_page={per_page} sizes={perPages} />
            </>
          ) : (
            <NoRows title={t('championships.none')} text={t('championships.none_text')} own={narrowing} />
          )}
        </section>
        <div className={styles.side}>
          <ChampionshipRule page={loaderData} sentences={loaderData.sentences} />
          <section className={panel.panel} aria-labelledby="seasons">
            <div className={panel.head}>
              <h2 id="seasons">{t('nav.seasons')}</h2>
              <small>{formatNumber(locale, seasons.length)}</small>
            </div>
            <ul className={styles.seasons}>
              {seasons.map((season) => (
                <li key={season.id}>
                  <Flag country={season.loft.country} width={20} />
                  <Link to={seasonPath({ loft_id: season.loft.id, season_id: season.id })}>
                    <bdi>{season.loft.name}</bdi> · <bdi>{season.name}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </div>
  );
}
