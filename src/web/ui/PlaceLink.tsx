/** The rank of a bird in a flight, as a link to how it came about where the season shows all that is in it. */
import type { BirdResult } from '#domain/arrivals/records.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { placePath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from './Link.tsx';

interface PlaceLinkProps {
  flight: { loft_id: number; id: number };
  pigeon_id: number;
  line: NonNullable<BirdResult['line']>;
}

/** Whether the place of a bird is explained: the season shows all that is in it. */
export const isExplained = ({ rank, time, speed }: PlaceLinkProps['line']): boolean =>
  rank !== null && time !== null && speed !== null;

export function PlaceLink({ flight, pigeon_id, line }: PlaceLinkProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const words = line.rank === null ? '' : formatNumber(locale, line.rank);
  return (
    <bdi className="num">
      <b>
        {isExplained(line) ? (
          <Link to={placePath(flight, pigeon_id)} title={t('place.why')}>
            {words}
          </Link>
        ) : (
          words
        )}
      </b>
    </bdi>
  );
}
