/**
 * A place on a map: an outline of the land from the server, replaced by an interactive map once that is loaded. The
 * interactive map is large, so it is loaded only when it is visible or requested, and on a slow or metered connection
 * only when requested.
 */
import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '#web/lib/hydrated.ts';
import { isSlowConnection } from '#web/lib/slow-connection.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import type { MovingMap } from './live-map.ts';
import styles from './map.module.css';
import { frame, type MapName, type Place, pointOn, type Sight } from './place.ts';

/** The map starts with this section, until it is moved. */
export interface PlaceMapProps extends Sight {
  /** Its label. */
  label: string;
  place: Place | null;
  /** The outline of the land (land.server.ts). */
  land: string;
  style_url: string | undefined;
  /** Whether the interactive map is loaded when it is visible, or on request. */
  begins: 'seen' | 'asked';
  /** Names of countries, and of places with a point, on the drawn map. */
  countries?: readonly MapName[];
  towns?: readonly MapName[];
  /** The point of the drawn map from which pigeons are on their way to the place, or will be next. */
  way?: Pick<MapName, 'x' | 'y'> | undefined;
  /** Where the place can be chosen: called when the marker was moved. */
  onMove?: (place: Place) => void;
}

export function PlaceMap(props: PlaceMapProps) {
  const { label, place, land, begins, countries = [], towns = [], way } = props;
  const spot = place && pointOn(props, place);
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [state, setState] = useState<'drawn' | 'coming' | 'moving' | 'failed'>('drawn');
  const around = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const map = useRef<MovingMap>(null);
  // An open map receives changes; it is not created anew.
  const latest = useRef({ ...props, t });
  useEffect(() => {
    latest.current = { ...props, t };
    map.current?.show(props.place);
  });

  useEffect(() => {
    if (begins !== 'seen' || isSlowConnection()) return;
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      seen.disconnect();
      setState('coming');
    });
    seen.observe(around.current!);
    return () => seen.disconnect();
  }, [begins]);

  const wanted = state === 'coming' || state === 'moving';
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    const { t, middle, span, style_url, onMove } = latest.current;
    const opening = import('./live-map.ts').then(({ openMap }) =>
      openMap({
        element: canvas.current!,
        pin: pinOf(onMove ? t('map.pin') : null),
        middle,
        span,
        style_url,
        words: { title: t('map.title'), fingers: t('map.fingers'), wheel: (key) => t('map.wheel', { key }) },
        onMove: onMove && ((to) => latest.current.onMove?.(to)),
      }),
    );
    opening.then(
      (opened) => {
        if (gone) return opened.close();
        map.current = opened;
        opened.show(latest.current.place);
        setState('moving');
      },
      // The outline stays.
      () => gone || setState('failed'),
    );
    return () => {
      gone = true;
      map.current?.close();
      map.current = null;
    };
  }, [wanted]);

  return (
    <div ref={around} className={styles.map} data-state={state}>
      <svg
        className={styles.land}
        direction="ltr"
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        preserveAspectRatio="xMidYMid slice"
        role="img"
        aria-label={label}
      >
        <path d={land} fillRule="evenodd" />
        {countries.map(({ x, y, name }) => (
          <text key={name} className={styles.country} x={x} y={y}>
            {name}
          </text>
        ))}
        {spot && way && (
          <g>
            <path className={styles.way} d={`M${way.x} ${way.y}L${spot.x.toFixed(1)} ${spot.y.toFixed(1)}`} />
          </g>
        )}
        {towns.map(({ x, y }) => (
          <circle key={`${x} ${y}`} className={styles.town} cx={x} cy={y} r="3" />
        ))}
        {towns.map(({ x, y, name }) => {
          const isNearEnd = x > frame.width - 90;
          return (
            <text
              key={`${x} ${y}`}
              className={styles.place}
              x={isNearEnd ? x - 6 : x + 6}
              y={y + 4}
              textAnchor={isNearEnd ? 'end' : 'start'}
            >
              {name}
            </text>
          );
        })}
        {spot && state !== 'moving' && <circle className={styles.spot} cx={spot.x} cy={spot.y} r="6" />}
      </svg>
      <div ref={canvas} className={styles.canvas} />
      {state === 'moving' && (
        <div className={styles.zoom}>
          <button type="button" aria-label={t('map.closer')} onClick={() => map.current?.zoom(1)}>
            <span aria-hidden="true">+</span>
          </button>
          <button type="button" aria-label={t('map.farther')} onClick={() => map.current?.zoom(-1)}>
            <span aria-hidden="true">−</span>
          </button>
        </div>
      )}
      {hydrated && state === 'drawn' && (
        <button type="button" className={`${panel.button} ${styles.open}`} onClick={() => setState('coming')}>
          {t('map.open')}
        </button>
      )}
      <p
        role="status"
        className={state === 'failed' || (state === 'moving' && props.onMove) ? styles.message : 'visually-hidden'}
      >
        {state === 'failed' && t('map.failed')}
        {state === 'moving' && props.onMove && t('map.choose')}
        {state === 'coming' && t('map.coming')}
      </p>
    </div>
  );
}

/** The marker of the place; where it can be moved, also by keyboard. */
function pinOf(moved: string | null): HTMLElement {
  const pin = document.createElement(moved === null ? 'span' : 'button');
  pin.className = styles.pin!;
  if (moved !== null) {
    pin.setAttribute('type', 'button');
    pin.setAttribute('aria-label', moved);
  }
  return pin;
}
