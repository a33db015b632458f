/** Under the board that is searched: the birds that the search finds as well, and which are not home. */
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import { BasketedBirds } from './BasketingList.tsx';
import type { PageData } from './flight-data.ts';
import { stillOut } from './still-out.ts';

export interface SearchedOutProps {
  flight: Flight;
  loft: Loft;
  found: NonNullable<PageData['searched_out']>;
  /** Whether a bird is home by now. */
  isHome: (pigeon_id: number) => boolean;
}

export function SearchedOut({ flight, loft, found, isHome }: SearchedOutProps) {
  const { t } = useTranslation();
  const pigeons = found.pigeons.filter(({ pigeon_id }) => !isHome(pigeon_id));
  if (!pigeons.length) return null;
  return (
    <section aria-labelledby="searched-out">
      <div className={panel.head}>
        <h2 id="searched-out">{t(stillOut(flight))}</h2>
        <small role="status">
          {t('pigeons.found', { count: found.match_count - found.pigeons.length + pigeons.length })}
        </small>
      </div>
      <BasketedBirds flight={flight} time_zone={loft.time_zone} pigeons={pigeons} />
    </section>
  );
}
