/** The starred birds: each with its place in its current or latest flight, or that it is not home yet. */
import type { ReplyOf } from '#domain/contract.ts';
import type { listFavorites } from '#domain/favorites/contract.ts';
import { loftPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BirdName, TeamName } from '#web/ui/BirdName.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { BestPlace, LastFlight } from '#web/ui/LastFlown.tsx';
import { Link } from '#web/ui/Link.tsx';
import { MarkMine } from '#web/ui/MarkMine.tsx';
import table from '#web/ui/table.module.css';
import { Starred } from './Starred.tsx';

type Birds = ReplyOf<typeof listFavorites>['pigeons'];

export function FavoriteBirds({ pigeons, count }: { pigeons: Birds; count: number }) {
  const { t } = useTranslation();
  return (
    <Starred
      kind="pigeons"
      count={count}
      shown={pigeons.length}
      heads={[
        { word: t('board.pigeon') },
        { word: t('board.team'), spare: true },
        { word: t('favorites.last'), spare: true },
      ]}
      figure={t('bird.place')}
    >
      {pigeons.map(({ loft, pigeon, last }) => (
        <tr key={pigeon.pigeon_id}>
          <td>
            <BirdName loft_id={loft.id} bird={pigeon} />
          </td>
          <td className={table.spare}>
            <div className={table.flagged}>
              <Flag country={pigeon.country} />
              <span>
                <TeamName loft_id={loft.id} team={pigeon} />
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
          <td className={table.figure}>
            <BestPlace last={last} />
          </td>
          <td className={table.figure}>
            <MarkMine loft_id={loft.id} kind="pigeons" id={pigeon.pigeon_id} name={pigeon.ring} look="listed" listed />
          </td>
        </tr>
      ))}
    </Starred>
  );
}
