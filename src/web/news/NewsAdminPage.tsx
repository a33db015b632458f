/** The news of a season, or of a whole loft with its seasons, for their authors: searched, by state. */
import { useSearchParams } from 'react-router';
import { localeFacts } from '#domain/locales.ts';
import { listWrittenNews } from '#domain/news/contract.ts';
import { newsStates } from '#domain/news/news.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { newsLocale } from '#web/lib/latest-news.ts';
import { listFrom } from '#web/lib/list.ts';
import { answers, oneOf, perPages } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Filter } from '#web/ui/Filter.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { Table } from '#web/ui/Table.tsx';
import { Day, Moment } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/NewsAdminPage.ts';
import { NewsChip } from './NewsChip.tsx';
import styles from './news.module.css';
import { newsAdminPath } from './paths.ts';
import { placeOf } from './place.server.ts';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const call = context.get(callContext);
  const searchParams = new URL(request.url).searchParams;
  const state = oneOf(['', ...newsStates], searchParams.get('state'));
  const { season_id: _elsewhere, ...list } = listFrom(searchParams);
  const view = await answers(async () => {
    const { loft_id, season_id } = await placeOf(call, params);
    return call(listWrittenNews, {
      params: { loft_id },
      query: {
        ...list,
        ...(season_id !== null && { season_id }),
        ...(state !== '' && { state }),
        locale: newsLocale(locale),
      },
    });
  });
  const { loft, season } = view;
  const at = newsAdminPath({ loft_id: loft.id, season_id: season?.id ?? null });
  const head = pageHead({ context, params, pattern }, [t('admin.news'), season?.name ?? loft.name], t('news.lead'));
  return { ...view, per_page: list.per_page, at, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function NewsAdminPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { loft, season, news, at, ...list } = loaderData;
  return (
    <>
      <AdminHead
        title={t('admin.news')}
        lead={t('news.lead')}
        actions={
          <Link className={panel.button_primary} to={`${at}/create`}>
            <Icon name="plus" />
            {t('news.create')}
          </Link>
        }
      />
      {search.has('removed') && (
        <p role="status" className={`${panel.notice} ${styles.notice}`}>
          <Icon name="check" />
          {t('news.removed')}
        </p>
      )}
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t('admin.news')}</h2>
          <small role="status">{t('news.found', { count: list.total })}</small>
        </div>
        <SearchForm hint={t('news.search')} own={['state', 'removed']}>
          <Filter
            name="state"
            label={t('admin.state')}
            all={t('admin.all_states')}
            options={newsStates.map((value) => ({ value, word: t(`news.${value}`) }))}
          />
        </SearchForm>
        {news.length === 0 ? (
          <NoRows own={['state']} title={t('news.empty')} text={t('news.empty_text')} />
        ) : (
          <>
            <Table caption={t('admin.news')}>
              <thead>
                <tr>
                  <th scope="col">{t('news.headline')}</th>
                  <th scope="col">{t('admin.state')}</th>
                  <th scope="col" className={table.spare}>
                    {t('news.date')}
                  </th>
                  {!season && (
                    <th scope="col" className={table.spare}>
                      {t('bird.season')}
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {news.map(({ id, title, locale, locales, published_at, ...one }) => (
                  <tr key={id}>
                    <td className={styles.named}>
                      <Link to={`${at}/${id}`} lang={localeFacts[locale].lang}>
                        <bdi>{title}</bdi>
                      </Link>
                      <small>{locales.map((code) => localeFacts[code].name).join(' · ')}</small>
                    </td>
                    <td>
                      <NewsChip state={one.state} />
                      {published_at !== null && (
                        <small className={styles.narrow}>
                          <Day at_ms={Date.parse(published_at)} time_zone={loft.time_zone} />
                        </small>
                      )}
                    </td>
                    <td className={table.spare}>
                      {published_at !== null && (
                        <Moment at_ms={Date.parse(published_at)} time_zone={loft.time_zone} short />
                      )}
                    </td>
                    {!season && (
                      <td className={table.spare}>
                        <bdi>{one.season?.name ?? t('admin.whole_loft')}</bdi>
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </Table>
            <Paging {...list} sizes={perPages} />
          </>
        )}
      </section>
    </>
  );
}
