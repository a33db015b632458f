/** The prizes of a season for everybody: who has won what in a flight or a ranking, one's own, and the money of the season. */
import { readPrizes } from '#domain/prizes/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { prizesPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { Link } from '#web/ui/Link.tsx';
import { LoftHead } from '#web/ui/LoftHead.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/PrizesPage.ts';
import { FlightPrizes } from './FlightPrizes.tsx';
import { OwnPrizes } from './OwnPrizes.tsx';
import { fundName } from './prize-words.ts';
import styles from './prizes.module.css';
import { RankingPrizes } from './RankingPrizes.tsx';
import { PublishedMoney } from './SeasonMoney.tsx';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const key = { loft_id: idFrom(params.loft_id), season_id: idFrom(params.season_id) };
  const search = new URL(request.url).searchParams;
  const [flight, ranking] = [search.get('flight'), search.get('ranking')];
  const query = {
    ...(flight !== null && { flight_id: idFrom(flight) }),
    ...(ranking !== null && { ranking_id: idFrom(ranking) }),
  };
  const view = await answers(() => context.get(callContext)(readPrizes, { params: key, query }));
  const title = [t('rulebook.prizes'), view.season.name];
  const head = pageHead({ context, params, pattern }, title, [...title, view.loft.name].join(t('rows.comma')));
  return { ...view, key, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function PrizesPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, season, seasons, currency, read_at, flights, rankings, ranking, shown, money, key } = loaderData;
  return (
    <>
      <LoftHead
        loft={loft}
        read_at={read_at}
        part="prizes"
        title={`${t('rulebook.prizes')} ${season.year}`}
        seasons={seasons}
        season_id={season.id}
      />
      <div className={`wrap ${panel.body}`}>
        <OwnPrizes {...key} time_zone={loft.time_zone} />
        {flights.length + rankings.length > 1 && (
          <nav className={styles.flights} aria-label={t('loft.flights')}>
            {flights.map(({ id, name }) => (
              <Link
                key={id}
                to={prizesPath(key, id)}
                aria-current={id === shown?.id ? 'true' : undefined}
                preventScrollReset
              >
                <bdi>{name}</bdi>
              </Link>
            ))}
            {rankings.map((one) => (
              <Link
                key={`ranking ${one.id}`}
                to={`${prizesPath(key)}?ranking=${one.id}`}
                aria-current={one.id === ranking?.id ? 'true' : undefined}
                preventScrollReset
              >
                <bdi>{fundName(locale, one)}</bdi>
              </Link>
            ))}
          </nav>
        )}
        {ranking && <RankingPrizes loft={loft} currency={currency} season_id={season.id} {...ranking} />}
        {shown ? (
          <FlightPrizes loft={loft} currency={currency} {...shown} />
        ) : (
          !ranking && (
            <section className={panel.panel}>
              <Empty title={t('rulebook.prizes_none')} text={t('prizes.none_text')} />
            </section>
          )
        )}
        {money && <PublishedMoney money={money} time_zone={loft.time_zone} />}
      </div>
    </>
  );
}
