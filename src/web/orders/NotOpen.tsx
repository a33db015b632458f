/** The notice that nobody can register now: the opening day, or what the season still lacks. */
import type { OfferNeed } from '#domain/orders/registration.ts';
import type { SeasonOfLoft } from '#domain/seasons/contract.ts';
import { formatCalendarDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { loftPath, seasonPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';

export interface NotOpenProps {
  loft_id: number;
  season: SeasonOfLoft | null;
  starts_at: string | undefined;
  /** What a season with an open registration still lacks. */
  missing?: readonly OfferNeed[];
}

const words = { contract: 'refusals.contract_missing', package: 'register.no_packages' } as const;

export function NotOpen({ loft_id, season, starts_at, missing = [] }: NotOpenProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const day = starts_at && formatCalendarDay(locale, starts_at, 'words');
  const why = missing.map((need) => t(words[need])).join(' ');
  return (
    <div className={panel.panel}>
      <Empty
        title={t(why ? 'register.not_ready' : 'refusals.no_registration')}
        text={why || (day ? t('register.opens', { season: season?.name ?? '', day }) : t('seasons.empty_text'))}
      >
        <Link className={panel.button} to={season ? seasonPath({ loft_id, season_id: season.id }) : loftPath(loft_id)}>
          {season ? season.name : t('loft.loft')}
        </Link>
      </Empty>
    </div>
  );
}
