/** All championships for admins: drafts and published ones. */
import { useSearchParams } from 'react-router';
import { listAllChampionships } from '#domain/championships/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNamedDay } from '#web/lib/intl.ts';
import { answers } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { championshipPath } from '#web/lib/paths.ts';
import { rankingName } from '#web/lib/ranking-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import { WithdrawnLines } from '#web/ui/WithdrawnLines.tsx';
import type { Route } from './+types/AdminChampionshipsPage.ts';
import { world_zone } from './line-name.ts';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const { championships, withdrawn } = await answers(() => context.get(callContext)(listAllChampionships, {}));
  return { championships, withdrawn, head: pageHead({ context, params, pattern }, [t('nav.admin_championships')]) };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function AdminChampionshipsPage({ loaderData: { championships, withdrawn } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  return (
    <div className="wrap">
      <AdminHead
        title={t('nav.admin_championships')}
        actions={
          <Link className={panel.button_primary} to="/admin/championships/create" data-key="n">
            <Icon name="plus" />
            {t('championships.new')}
          </Link>
        }
      />
      {search.has('saved') && (
        <p role="status" className={panel.notice}>
          <Icon name="check" />
          {t('product.saved')}
        </p>
      )}
      <section className={panel.panel} aria-label={t('championships.title')}>
        {championships.length === 0 ? (
          <Empty title={t('championships.empty')} text={t('championships.admin_text')} />
        ) : (
          <Table caption={t('championships.title')} cards>
            <thead>
              <tr>
                <th scope="col">{t('product.name')}</th>
                <th scope="col">{t('admin.year')}</th>
                <th scope="col">{t('ranking_admin.state')}</th>
              </tr>
            </thead>
            <tbody>
              {championships.map((one) => (
                <tr key={one.id}>
                  <th scope="row">
                    <Link to={`/admin${championshipPath(one.id)}`}>
                      <bdi>{rankingName(locale, one)}</bdi>
                    </Link>
                  </th>
                  <td data-label={t('admin.year')}>
                    <span>
                      <bdi className="num">{one.year}</bdi>
                      {one.is_world_list && ` · ${t('championships.world_list')}`}
                    </span>
                  </td>
                  <td data-label={t('ranking_admin.state')} suppressHydrationWarning>
                    {one.published_at === null ? (
                      t('ranking_admin.draft')
                    ) : (
                      <Link to={championshipPath(one.id)}>
                        {t('ranking_admin.published', {
                          day: formatNamedDay(locale, Date.parse(one.published_at), world_zone),
                        })}
                      </Link>
                    )}
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
