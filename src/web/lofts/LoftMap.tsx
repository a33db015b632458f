/** A loft on the world map. */
import { useTranslation } from '#web/lib/translation.ts';
import { PlaceMap, type PlaceMapProps } from '#web/map/PlaceMap.tsx';
import type { Place } from '#web/map/place.ts';
import panel from '#web/ui/panel.module.css';

export interface LoftMapProps {
  loft: string;
  place: Place;
  map: Pick<PlaceMapProps, 'land' | 'middle' | 'span' | 'style_url' | 'countries' | 'towns' | 'way'>;
}

export function LoftMap({ loft, place, map }: LoftMapProps) {
  const { t } = useTranslation();
  return (
    <section className={panel.panel} aria-label={t('map.title')}>
      <PlaceMap {...map} label={t('map.of', { loft })} place={place} begins="asked" />
    </section>
  );
}
