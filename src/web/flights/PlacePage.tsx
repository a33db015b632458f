/** Why a bird has its place, as a page of its own: it works without a script and can be passed on. */
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { flightPath } from '#web/lib/paths.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Day } from '#web/ui/Times.tsx';
import type { Route } from './+types/PlacePage.ts';
import { Place } from './Place.tsx';
import styles from './place.module.css';
import { loadPlace } from './place-loader.server.ts';

export async function loader(args: Route.LoaderArgs) {
  const { t } = speaker(args.context.get(pageContext).locale);
  const data = await loadPlace(args);
  const { flight, loft, bird } = data;
  return { ...data, head: pageHead(args, [t('place.why'), bird.ring, flight.name, loft.name]) };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function PlacePage({ loaderData }: Route.ComponentProps) {
  const { flight, loft } = loaderData;
  return (
    <div className={`wrap ${styles.page}`}>
      <p className={styles.race}>
        <Link to={flightPath(flight)}>
          <bdi>{flight.name}</bdi>
        </Link>
        <bdi>{loft.name}</bdi>
        {flight.release_time && <Day at_ms={Date.parse(flight.release_time)} time_zone={loft.time_zone} weekday />}
      </p>
      <section className={`${panel.panel} ${styles.sheet}`} aria-labelledby="why">
        <Place data={loaderData} heading="h1" />
      </section>
    </div>
  );
}
