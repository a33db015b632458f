/** The switch at the lower edge of phones and tablets: the board, the last birds home, the reader's pigeons. */
import { Fragment, memo } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import { isResult } from '#domain/flights/flight.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { mapPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { type Docked, docked } from './choice.ts';
import styles from './dock.module.css';
import { MineBadge } from './MineBadge.tsx';

const icons: Readonly<Record<Docked, IconName>> = { board: 'list', just_in: 'bell', mine: 'pin' };

/** A published result has no last arrivals: who is home from where is in their place. */
const resultWords = { board: 'dock.result', just_in: 'dock.figures', mine: 'dock.mine' } as const;
const resultIcons: Readonly<Record<Docked, IconName>> = { ...icons, board: 'trophy', just_in: 'globe' };

export interface DockProps {
  flight: Flight;
  loft: Loft;
  shown: Docked;
  onShow: (part: Docked) => void;
  my_home: number;
  my_total: number;
}

export const Dock = memo(function Dock({ flight, loft, shown, onShow, my_home, my_total }: DockProps) {
  const { t } = useTranslation();
  const map = mapPath(flight, loft);
  const published = isResult(flight.status);
  return (
    <nav className={`${styles.dock} ${map ? styles.four : ''}`} aria-label={t('dock.label')}>
      {docked.map((part) => (
        <Fragment key={part}>
          {part === 'mine' && map && (
            <Link to={map}>
              <Icon name="map" size={23} />
              {t('map.title')}
            </Link>
          )}
          <button type="button" aria-current={part === shown ? 'true' : undefined} onClick={() => onShow(part)}>
            <Icon name={(published ? resultIcons : icons)[part]} size={23} />
            {t(published ? resultWords[part] : `dock.${part}`)}
            {part === 'mine' && my_total > 0 && <MineBadge home={my_home} total={my_total} />}
          </button>
        </Fragment>
      ))}
    </nav>
  );
});
