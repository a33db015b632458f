/** What a season's desk opens with: how the season stands. */
import { useTranslation } from 'react-i18next';
import { readSeasonDesk } from '#domain/seasons/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, titled } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { DeskHead } from '#web/ui/DeskHead.tsx';
import type { Route } from './+types/SeasonOverviewPage.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const season_id = idFrom(params.season_id);
  const { loft, season } = await answers(() => context.get(callContext)(readSeasonDesk, { params: { season_id } }));
  const head = {
    title: titled(t('desk.overview'), season.name),
    description: loft.name,
    url: `${public_url}/admin/seasons/${season_id}`,
  };
  return { loft, season, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonOverviewPage({ loaderData: { season } }: Route.ComponentProps) {
  const { t } = useTranslation();
  return (
    <DeskHead
      way={[
        { name: t('nav.home'), to: '/' },
        { name: t('desk.all_seasons'), to: '/admin/seasons' },
        { name: season.name },
      ]}
      title={<bdi>{season.name}</bdi>}
      lead={t(`season.${season.status}`)}
    />
  );
}
