/** Starred things of all kinds, each with its present state. */
import type { ReactNode } from 'react';
import type { StarredView } from '#domain/favorites/followed-contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { FavoriteBirds } from './FavoriteBirds.tsx';
import { FavoriteFlights } from './FavoriteFlights.tsx';
import { FavoriteLofts } from './FavoriteLofts.tsx';
import { FavoriteTeams } from './FavoriteTeams.tsx';
import styles from './favorites.module.css';

/** Whether a flight of these things is in the air. */
export function isAnyInTheAir({ lofts, flights, teams, pigeons }: StarredView): boolean {
  const shown = [
    ...lofts.map(({ live_flight }) => live_flight),
    ...flights.map(({ flight }) => flight),
    ...[...teams, ...pigeons].map(({ last }) => last?.flight),
  ];
  return shown.some((flight) => flight?.status === 'released');
}

export function FavoriteLists({ list, children }: { list: StarredView; children?: ReactNode }) {
  const { t } = useTranslation();
  const { lofts, flights, teams, pigeons, counts, read_at } = list;
  if (Object.values(counts).every((count) => count === 0))
    return (
      <div className={panel.panel}>
        <Empty title={t('favorites.empty')} text={t('favorites.empty_text')}>
          <Link className={panel.button} to="/lofts">
            {t('lofts.title')}
          </Link>
        </Empty>
      </div>
    );
  return (
    <div className={styles.parts}>
      <FavoriteBirds pigeons={pigeons} count={counts.pigeons} />
      <FavoriteTeams teams={teams} count={counts.teams} />
      <FavoriteFlights flights={flights} count={counts.flights} />
      <FavoriteLofts lofts={lofts} count={counts.lofts} read_at={read_at} />
      {children}
    </div>
  );
}
