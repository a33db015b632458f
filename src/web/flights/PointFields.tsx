/** Another place to release from, typed as coordinates or clicked on the map; or a known one that is changed. */
import { useRef, useState } from 'react';
import { pointMeasures } from '#domain/flights/release-point.ts';
import type { ReleasePoint } from '#domain/flights/release-point-contract.ts';
import { parseDegrees } from '#domain/lofts/place.ts';
import type { FieldErrors } from '#domain/refusal.ts';
import { formatPlace } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { PlaceMap, type PlaceMapProps } from '#web/map/PlaceMap.tsx';
import { type Place, placeOf } from '#web/map/place.ts';
import { Area, Choice, Field } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { measureWords } from './PointChoice.tsx';
import type { Typed } from './plan-form.ts';
import styles from './season-flights.module.css';

export interface PointFieldsProps {
  map: Pick<PlaceMapProps, 'land' | 'middle' | 'span' | 'style_url'>;
  /** The place that is changed; null: another one. */
  edited: ReleasePoint | null;
  typed: Typed;
  errors: FieldErrors | undefined;
}

const own = [
  'point_name',
  'latitude',
  'longitude',
  'measured',
  'measured_on',
  'point_reason',
  'point_version',
] as const;

export function PointFields({ map, edited, typed, errors }: PointFieldsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const fields = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place | null>(edited && placeOf(edited));
  const [moved, setMoved] = useState(false);
  const isRefused = own.some((name) => errors?.[name]);
  const saved: Typed = edited
    ? {
        point_name: edited.name,
        latitude: String(edited.latitude),
        longitude: String(edited.longitude),
        measured: edited.measured,
        measured_on: edited.measured_on ?? '',
      }
    : { measured: 'map' };
  const field = (name: (typeof own)[number]) => ({
    name,
    defaultValue: typed[name] ?? saved[name] ?? '',
    errors: errors?.[name],
  });
  function move(to: Place) {
    for (const axis of ['latitude', 'longitude'] as const) {
      const input = inputOf(fields.current, axis);
      if (input) input.value = String(Math.round(to[axis] * 1e6) / 1e6);
    }
    setPlace(to);
    setMoved(true);
  }
  return (
    <details className={styles.another} open={isRefused || edited !== null} id="place">
      <summary>
        <Icon name={edited ? 'edit' : 'plus'} />
        {edited ? t('flights.change_point') : t('flights.another_point')}
      </summary>
      {/* The Enter key would press the first button of the form, which saves the plan. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field presses the button of the place */}
      <div
        ref={fields}
        className={forms.form}
        onInput={() => setPlace(placeIn(fields.current))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
          event.preventDefault();
          fields.current?.querySelector<HTMLElement>('button[name="intent"]')?.click();
        }}
      >
        {edited && <input type="hidden" name="point_id" value={edited.id} />}
        {edited && <input type="hidden" name="point_version" value={typed.point_version ?? edited.version} />}
        <Field label={t('flights.place')} maxLength={128} autoComplete="off" {...field('point_name')} />
        <div className={forms.pair}>
          <Field
            label={t('loft_admin.latitude')}
            hint={t('loft_admin.degrees_hint')}
            autoComplete="off"
            {...field('latitude')}
          />
          <Field label={t('loft_admin.longitude')} autoComplete="off" {...field('longitude')} />
        </div>
        <PlaceMap {...map} label={t('race.release_point')} place={place} begins="seen" onMove={move} />
        <p role="status" className="visually-hidden">
          {moved && place && formatPlace(locale, place.latitude, place.longitude)}
        </p>
        <div className={forms.pair}>
          <Choice label={t('flights.known_by')} {...field('measured')}>
            {pointMeasures.map((measured) => (
              <option key={measured} value={measured}>
                {t(`flights.${measureWords[measured]}`)}
              </option>
            ))}
          </Choice>
          <Field label={t('flights.measured_on')} type="date" {...field('measured_on')} />
        </div>
        {edited && <Area label={t('flights.move_reason')} rows={2} maxLength={1000} {...field('point_reason')} />}
        <div className={styles.buttons}>
          <button type="submit" name="intent" value={edited ? 'change_point' : 'add_point'} className={panel.button}>
            {edited ? t('rights.save') : t('flights.add_point')}
          </button>
          {edited && (
            <button type="submit" name="intent" value="remove_point" className={`${panel.button} ${forms.danger}`}>
              {t('flights.remove_point')}
            </button>
          )}
        </div>
      </div>
    </details>
  );
}

const inputOf = (fields: HTMLElement | null, axis: keyof Place) =>
  fields?.querySelector<HTMLInputElement>(`input[name="${axis}"]`);

/** The place in the two fields; null until both are valid. */
function placeIn(fields: HTMLElement | null): Place | null {
  const [latitude, longitude] = (['latitude', 'longitude'] as const).map((axis) =>
    parseDegrees(inputOf(fields, axis)?.value ?? '', axis),
  );
  return latitude == null || longitude == null ? null : { latitude, longitude };
}
