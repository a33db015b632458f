/** The first page: what this is, which races are in the air, and the lofts. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listLofts } from '#domain/flights/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { brand, metaOf } from '#web/lib/head.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { answers } from '#web/lib/loader.ts';
import { useRefresh } from '#web/lib/refresh.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { FlightBand } from '#web/ui/FlightBand.tsx';
import { LoftCard } from '#web/ui/LoftCard.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/HomePage.ts';
import styles from './home.module.css';

const mostLofts = 6;

export async function loader({ context }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const { lofts, read_at } = await answers(() => context.get(callContext)(listLofts, {}));
  const live = lofts.filter((loft) => loft.live_flight !== null);
  return {
    live,
    lofts: lofts.slice(0, mostLofts),
    loft_count: lofts.length,
    read_at,
    head: { title: `${brand} · ${t('home.title')}`, description: t('home.promise'), url: `${public_url}/` },
  };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { live, lofts, loft_count, read_at } = loaderData;
  useLastKnown(loaderData);
  useRefresh(live.length > 0);
  const flights = live.flatMap((loft) => loft.live_flight ?? []);
  const sum = (count: 'home_count' | 'basketed_count') => flights.reduce((all, flight) => all + flight[count], 0);
  return (
    <>
      <div className={`wrap ${styles.intro}`}>
        <h1>{live.length ? t('home.in_the_air', { count: live.length }) : t('home.calm')}</h1>
        <p>{t('home.promise')}</p>
        {live.length > 0 && (
          <p className={styles.sum}>{t('home.sum', { home: sum('home_count'), total: sum('basketed_count') })}</p>
        )}
      </div>
      {live.map(
        (loft) =>
          loft.live_flight && <FlightBand key={loft.id} flight={loft.live_flight} loft={loft} read_at={read_at} />,
      )}
      <section className={`wrap ${styles.section}`} aria-labelledby="lofts">
        <div className={styles.section_head}>
          <h2 id="lofts">{t('lofts.title')}</h2>
          {loft_count > lofts.length && <Link to="/lofts">{t('home.all_lofts', { count: loft_count })}</Link>}
        </div>
        {lofts.length ? (
          <ul className={styles.cards}>
            {lofts.map((loft) => (
              <li key={loft.id}>
                <LoftCard loft={loft} read_at={read_at} heading="h3" />
              </li>
            ))}
          </ul>
        ) : (
          <div className={panel.panel}>
            <Empty title={t('lofts.empty')} text={t('lofts.empty_text')} />
          </div>
        )}
      </section>
    </>
  );
}
