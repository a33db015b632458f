/** The position of a loft as two numbers; with a script a map sets them too. */
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { parseDegrees } from '#domain/lofts/place.ts';
import { formatPlace } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { PlaceMap, type PlaceMapProps } from '#web/map/PlaceMap.tsx';
import type { Place } from '#web/map/place.ts';
import { Field } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import styles from './admin.module.css';

export interface LoftPlaceProps {
  latitude: Omit<ComponentProps<typeof Field>, 'label'>;
  longitude: Omit<ComponentProps<typeof Field>, 'label'>;
  /** The saved position. */
  place: Place | null;
  map: Pick<PlaceMapProps, 'land' | 'middle' | 'span' | 'style_url'>;
  loft: string;
}

export function LoftPlace({ latitude, longitude, place: saved, map, loft }: LoftPlaceProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const fields = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(saved);
  const [moved, setMoved] = useState(false);
  // The fields may hold values of a refused form, or typed before hydration.
  useEffect(() => setPlace(placeIn(fields.current)), []);

  function move(to: Place) {
    for (const axis of ['latitude', 'longitude'] as const) {
      const input = inputOf(fields.current, axis);
      if (input) input.value = String(to[axis]);
    }
    setPlace(to);
    setMoved(true);
  }
  return (
    <>
      <div ref={fields} className={forms.pair} onInput={() => setPlace(placeIn(fields.current))}>
        <Field label={t('loft_admin.latitude')} autoComplete="off" {...latitude} />
        <Field label={t('loft_admin.longitude')} autoComplete="off" {...longitude} />
      </div>
      <div className={styles.map}>
        <PlaceMap {...map} label={t('map.of', { loft })} place={place} begins="seen" onMove={move} />
      </div>
      <p role="status" className="visually-hidden">
        {moved && place && formatPlace(locale, place.latitude, place.longitude)}
      </p>
    </>
  );
}

const inputOf = (fields: HTMLElement | null, axis: keyof Place) =>
  fields?.querySelector<HTMLInputElement>(`input[name="${axis}"]`);

/** The position in the two fields; null until both are valid. */
function placeIn(fields: HTMLElement | null): Place | null {
  const [latitude, longitude] = (['latitude', 'longitude'] as const).map((axis) =>
    parseDegrees(inputOf(fields, axis)?.value ?? '', axis),
  );
  return latitude == null || longitude == null ? null : { latitude, longitude };
}
