/** The starred teams: arrivals in their current or latest flight, and their best place. */
import type { ReplyOf } from '#domain/contract.ts';
import type { listFavorites } from '#domain/favorites/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { loftPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { TeamName } from '#web/ui/BirdName.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { BestPlace, LastFlight } from '#web/ui/LastFlown.tsx';
import { Link } from '#web/ui/Link.tsx';
import { MarkMine } from '#web/ui/MarkMine.tsx';
import table from '#web/ui/table.module.css';
import { Starred } from './Starred.tsx';

type Teams = ReplyOf<typeof listFavorites>['teams'];

export function FavoriteTeams({ teams, count }: { teams: Teams; count: number }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <Starred
      kind="teams"
      count={count}
      shown={teams.length}
      heads={[
        { word: t('board.team') },
        { word: t('favorites.last'), spare: true },
        { word: t('race.home'), spare: true },
      ]}
      figure={t('bird.best')}
    >
      {teams.map(({ loft, team, last }) => (
        <tr key={team.team_id}>
          <td>
            <div className={table.flagged}>
              <Flag country={team.country} />
              <span>
                <TeamName loft_id={loft.id} team={team} />
              </span>
              <small>
                <Link to={loftPath(loft.id)}>
                  <bdi>{loft.name}</bdi>
                </Link>
              </small>
            </div>
          </td>
          <td className={table.spare}>
            <LastFlight last={last} time_zone={loft.time_zone} />
          </td>
          <td className={table.spare}>
            {last && t('mine.home', { home: formatNumber(locale, last.home), count: last.basketed })}
          </td>
          <td className={table.figure}>
            <BestPlace last={last} />
          </td>
          <td className={table.figure}>
            <MarkMine loft_id={loft.id} kind="teams" id={team.team_id} name={team.team} look="listed" listed />
          </td>
        </tr>
      ))}
    </Starred>
  );
}
