/** The championships over lofts: the world lists and the leagues, the latest year first (domain 2.13). */
import { listChampionships } from '#domain/championships/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { answers } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { championshipPath } from '#web/lib/paths.ts';
import { rankingName } from '#web/lib/ranking-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import { WithdrawnLines } from '#web/ui/WithdrawnLines.tsx';
import type { Route } from './+types/ChampionshipsPage.ts';
import { world_zone } from './line-name.ts';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const list = await answers(() => context.get(callContext)(listChampionships, {}));
  const head = pageHead({ context, params, pattern }, [t('championships.title')], t('championships.lead'));
  return { ...list, read_at: new Date().toISOString(), head };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ChampionshipsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { championships, withdrawn } = loaderData;
  useLastKnown(loaderData);
  return (
    <div className="wrap">
      <AdminHead title={t('championships.title')} lead={t('championships.lead')} />
      <section className={panel.panel} aria-label={t('championships.title')}>
        {championships.length === 0 ? (
          <Empty title={t('championships.empty')} text={t('championships.empty_text')} />
        ) : (
          <Table caption={t('championships.title')} cards>
            <thead>
              <tr>
                <th scope="col">{t('product.name')}</th>
                <th scope="col">{t('ranking_admin.whom')}</th>
                <th scope="col" className={table.figure}>
                  {t('lofts.title')}
                </th>
                <th scope="col" className={table.figure}>
                  {t('championships.ranked')}
                </th>
              </tr>
            </thead>
            <tbody>
              {championships.map((one) => (
                <tr key={one.id}>
                  <th scope="row">
                    <span>
                      <Link to={championshipPath(one.id)}>
                        <bdi>{rankingName(locale, one)}</bdi>
                      </Link>{' '}
                      <small>
                        <bdi className="num">{one.year}</bdi>
                        {one.is_world_list && ` · ${t('championships.world_list')}`}
                      </small>
                    </span>
                  </th>
                  <td data-label={t('ranking_admin.whom')}>
                    {t(one.rule.of === 'pigeon' ? 'board.pigeon' : `aces.of_${one.rule.of}`)}
                  </td>
                  <td data-label={t('lofts.title')} className={table.figure}>
                    <bdi className="num">{formatNumber(locale, one.lofts)}</bdi>
                  </td>
                  <td data-label={t('championships.ranked')} className={table.figure}>
                    <bdi className="num">{formatNumber(locale, one.lines)}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        <WithdrawnLines withdrawn={withdrawn} time_zone={world_zone} />
      </section>
    </div>
  );
}
