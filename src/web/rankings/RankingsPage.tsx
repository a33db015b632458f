/** The rankings of a season for those who set them up: drafts, published ones, frozen ones. */
import { useSearchParams } from 'react-router';
import { listSeasonRankings } from '#domain/rankings/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNamedDay, formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { acesPath } from '#web/lib/paths.ts';
import { rankingName, ruleSentences } from '#web/lib/ranking-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import { WithdrawnLines } from '#web/ui/WithdrawnLines.tsx';
import type { Route } from './+types/RankingsPage.ts';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const list = await answers(() => context.get(callContext)(listSeasonRankings, { params: { season_id } }));
  const head = pageHead({ context, params, pattern }, [t('ranking_admin.title'), list.season.name], list.loft.name);
  return { ...list, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function RankingsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const { loft, season, rankings, withdrawn } = loaderData;
  const at = `/admin/seasons/${season.id}/rankings`;
  const day = (instant: string) => formatNamedDay(locale, Date.parse(instant), loft.time_zone);
  return (
    <>
      <AdminHead
        title={t('ranking_admin.title')}
        actions={
          <Link className={panel.button_primary} to={`${at}/create`} data-key="n">
            <Icon name="plus" />
            {t('ranking_admin.new')}
          </Link>
        }
      />
      {search.has('saved') && (
        <p role="status" className={panel.notice}>
          <Icon name="check" />
          {t('product.saved')}
        </p>
      )}
      <section className={panel.panel} aria-label={t('ranking_admin.title')}>
        {rankings.length === 0 ? (
          <Empty title={t('aces.empty')} text={t('ranking_admin.empty_text')} />
        ) : (
          <Table caption={t('ranking_admin.title')} cards>
            <thead>
              <tr>
                <th scope="col">{t('product.name')}</th>
                <th scope="col">{t('aces.counted')}</th>
                <th scope="col">{t('ranking_admin.state')}</th>
              </tr>
            </thead>
            <tbody>
              {rankings.map((one) => (
                <tr key={one.id}>
                  <td>
                    <Link to={`${at}/${one.id}`}>
                      <bdi>{rankingName(locale, one)}</bdi>
                    </Link>
                  </td>
                  <td data-label={t('aces.counted')}>{ruleSentences(t, locale, one.rule)[0]}</td>
                  <td data-label={t('ranking_admin.state')} suppressHydrationWarning>
                    {one.published_at === null ? (
                      t('ranking_admin.draft')
                    ) : (
                      <Link to={`${acesPath(loft.id)}?season=${season.id}&ranking=${one.id}`}>
                        {one.frozen
                          ? t('aces.final', { version: formatNumber(locale, one.frozen.version) })
                          : t('ranking_admin.published', { day: day(one.published_at) })}
                      </Link>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        <WithdrawnLines withdrawn={withdrawn} time_zone={loft.time_zone} />
      </section>
    </>
  );
}
