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

export function PlaceLink({ flight, pigeon_id, line: { rank, time, speed } }: PlaceLinkProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const words = rank === null ? '' : formatNumber(locale, rank);
  const isExplained = rank !== null && time !== null && speed !== null;
  return (
    <bdi className="num">
      <b>
        {isExplained ? (
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
