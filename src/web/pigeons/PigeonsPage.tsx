/** The pigeons of a loft's season by ring: searched, paged, each with a link to its page. */
import { useSearchParams } from 'react-router';
import { listPigeons } from '#domain/pigeons/contract.ts';
import { birdColumnsOf, showsBirdPages } from '#domain/seasons/visibility.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { listFrom } from '#web/lib/list.ts';
import { answers, idFrom, perPages } from '#web/lib/loader.ts';
import { loftPath } from '#web/lib/paths.ts';
import { isMine, useMine } from '#web/lib/reader-marks.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { pictured } from '#web/share/heads.server.ts';
import { BirdName, TeamName } from '#web/ui/BirdName.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { ListPanel } from '#web/ui/ListPanel.tsx';
import { LoftHead } from '#web/ui/LoftHead.tsx';
import { MarkMine } from '#web/ui/MarkMine.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/PigeonsPage.ts';
import styles from './lists.module.css';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const loft_id = idFrom(params.loft_id);
  const query = listFrom(new URL(request.url).searchParams);
  const list = await answers(() => context.get(callContext)(listPigeons, { params: { loft_id }, query }));
  return {
    loft: list.loft,
    list,
    per_page: query.per_page,
    head: pictured(
      { locale, public_url, url: request.url },
      pageHead(
        { context, params, pattern },
        [t('pigeons.title'), list.loft.name],
        t('pigeons.description', { loft: list.loft.name }),
      ),
      loftPath(loft_id),
    ),
  };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function PigeonsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { loft, list, per_page } = loaderData;
  const { seasons, read_at } = list;
  const mine = useMine(loft.id);
  const has = birdColumnsOf(list.hidden, 'fanciers');
  const marked = showsBirdPages(list.hidden);
  useLastKnown(loaderData);
  return (
    <>
      <LoftHead loft={loft} read_at={read_at} part="pigeons" seasons={seasons} season_id={list.season?.id ?? null} />
      <ListPanel
        title={t('pigeons.title')}
        found={t('pigeons.found', { count: list.total })}
        hint={t('search.birds')}
        list={{ ...list, per_page, sizes: perPages }}
        empty={{ title: t('pigeons.empty'), text: t('pigeons.empty_text') }}
        wanted={search.get('q') ?? ''}
        file={`${loftPath(loft.id)}/pigeons`}
      >
        <table className={`${table.table} ${styles.list}`}>
          <caption className="visually-hidden">{t('pigeons.caption', { loft: loft.name })}</caption>
          <thead>
            <tr>
              {has.bird && <th scope="col">{t('board.pigeon')}</th>}
              {has.whose && <th scope="col">{t('board.team')}</th>}
              {marked && (
                <th>
                  <span className="visually-hidden">{t('mine.mark')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {list.pigeons.map((bird) => (
              <tr key={bird.pigeon_id} className={isMine(mine, bird) ? table.mine : undefined}>
                {has.bird && (
                  <td className={styles.bird}>
                    <BirdName loft_id={loft.id} bird={bird} />
                  </td>
                )}
                {has.whose && (
                  <td className={styles.whose}>
                    <div className={table.flagged}>
                      <Flag country={bird.country} />
                      <span>
                        <TeamName loft_id={loft.id} team={bird} />
                      </span>
                    </div>
                  </td>
                )}
                {marked && (
                  <td className={`${table.figure} ${styles.mark}`}>
                    <MarkMine loft_id={loft.id} kind="pigeons" id={bird.pigeon_id} name={bird.ring} look="row" />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ListPanel>
    </>
  );
}
