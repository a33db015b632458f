/** All seasons to browse and search (2.23): where pigeons can be registered first. */
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { listSeasons, seasonChoices } from '#domain/seasons/public-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, titled } from '#web/lib/head.ts';
import { countryName, skyAt } from '#web/lib/intl.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { answers, oneOf, pageFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { loftPath, seasonPath } from '#web/lib/paths.ts';
import { DeskHead } from '#web/ui/DeskHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Horizon } from '#web/ui/Horizon.tsx';
import card from '#web/ui/loft-card.module.css';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import sky from '#web/ui/sky.module.css';
import type { Route } from './+types/SeasonsPage.ts';
import { Registration } from './Registration.tsx';
import styles from './seasons.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const asked = new URL(request.url).searchParams;
  const country = asked.get('country') ?? '';
  const loft = asked.get('loft') ?? '';
  const show = oneOf(['', ...seasonChoices], asked.get('show'));
  const query = {
    q: (asked.get('q') ?? '').slice(0, 100),
    page: pageFrom(asked).page,
    ...(/^[A-Z]{2}$/.test(country) && { country }),
    ...(/^[1-9]\d{0,14}$/.test(loft) && { loft_id: Number(loft) }),
    ...(show !== '' && { show }),
  };
  const list = await answers(() => context.get(callContext)(listSeasons, { query }));
  const head = { title: titled(t('desk.all_seasons')), description: t('seasons.lead'), url: `${public_url}/seasons` };
  return { ...list, country, loft, show, head };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const { seasons, countries, lofts, country, loft: chosen, show, read_at, total, page, page_count } = loaderData;
  useLastKnown(loaderData);
  const narrowed = ['q', 'country', 'loft', 'show'].some((name) => search.get(name));
  return (
    <div className="wrap">
      <DeskHead
        way={[{ name: t('nav.home'), to: '/' }, { name: t('desk.all_seasons') }]}
        title={t('desk.all_seasons')}
        lead={t('seasons.lead')}
      />
      {(narrowed || total > 0) && (
        <div className={`${panel.panel} ${styles.search}`}>
          <SearchForm hint={t('desk.search')} own={['country', 'loft', 'show']}>
            <span className={styles.status}>
              <select key={show} name="show" aria-label={t('desk.state')} defaultValue={show}>
                <option value="">{t('desk.all_states')}</option>
                {seasonChoices.map((one) => (
                  <option key={one} value={one}>
                    {t(one === 'registration' ? 'registration.open' : `season.${one}`)}
                  </option>
                ))}
              </select>
              <select key={country} name="country" aria-label={t('lofts.country')} defaultValue={country}>
                <option value="">{t('lofts.all_countries')}</option>
                {countries.map(({ code, count }) => (
                  <option key={code} value={code} suppressHydrationWarning>
                    {`${countryName(locale, code)} (${count})`}
                  </option>
                ))}
              </select>
              <select key={`loft ${chosen}`} name="loft" aria-label={t('loft.loft')} defaultValue={chosen}>
                <option value="">{t('seasons.all_lofts')}</option>
                {lofts.map(({ id, name, count }) => (
                  <option key={id} value={id}>
                    {`${name} (${count})`}
                  </option>
                ))}
              </select>
            </span>
          </SearchForm>
          <p role="status" className={styles.found}>
            {t('desk.found', { count: total })}
          </p>
        </div>
      )}
      {seasons.length ? (
        <>
          <ul className={styles.cards}>
            {seasons.map((season) => {
              const { id, name, loft } = season;
              return (
                <li key={id}>
                  <article className={card.card}>
                    <div className={`${sky.sky} ${card.sky}`} data-sky={skyAt(Date.parse(read_at), loft.time_zone)}>
                      <Horizon loft_id={loft.id} />
                      <h2>
                        <Link to={seasonPath({ loft_id: loft.id, season_id: id })}>
                          <bdi>{name}</bdi>
                        </Link>
                      </h2>
                      <p>
                        <Flag country={loft.country} width={20} named />
                        <Link to={loftPath(loft.id)}>
                          <bdi>{loft.name}</bdi>
                        </Link>
                      </p>
                    </div>
                    <div className={card.body}>
                      <Registration {...season} />
                    </div>
                  </article>
                </li>
              );
            })}
          </ul>
          {page_count > 1 && <Paging page={page} page_count={page_count} per_page={24} total={total} />}
        </>
      ) : (
        <div className={panel.panel}>
          {narrowed ? (
            <Empty title={t('search.none')} text={t('seasons.none_text')}>
              <Link className={panel.button} to="/seasons">
                {t('search.clear')}
              </Link>
            </Empty>
          ) : (
            <Empty title={t('desk.empty')} text={t('seasons.empty_text')} />
          )}
        </div>
      )}
    </div>
  );
}
