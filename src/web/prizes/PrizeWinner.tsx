/** What has won a prize, and where: a pigeon by its ring or a team by its name, the flight or the ranking, and the place. */
import type { OwnPrize } from '#domain/prizes/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Ring } from '#web/ui/Ring.tsx';
import { fundName } from './prize-words.ts';

/** A pigeon by its ring, a team by its name. */
export function PrizeWinner({ ring, team }: Pick<OwnPrize, 'ring' | 'team'>) {
  return ring === null ? <bdi>{team}</bdi> : <Ring ring={ring} />;
}

/** The flight or the ranking, and the place in it. */
export function WonIn({ rank, ...of }: Pick<OwnPrize, 'name' | 'names' | 'rank'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <small>
      <bdi>{fundName(locale, of)}</bdi>
      {rank !== null && (
        <>
          {' · '}
          {t('place.place')} <bdi className="num">{formatNumber(locale, rank)}</bdi>
        </>
      )}
    </small>
  );
}

/** A prize among those of a season. */
export const keyOfPrize = ({ fund_id, pigeon_id, team }: Pick<OwnPrize, 'fund_id' | 'pigeon_id' | 'team'>): string =>
  `${fund_id} ${pigeon_id ?? team}`;
