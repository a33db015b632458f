/**
 * A place on a map: the land around it as the server drew it, and in its stead a map that moves as soon as it is there.
 * That one is large, so it comes only to who looks at it or asks for it, and not by itself on a thrifty line.
 */
import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '#web/lib/hydrated.ts';
import { isThrifty } from '#web/lib/thrifty.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import type { MovingMap } from './live-map.ts';
import styles from './map.module.css';
import { frame, type Place, type Sight } from './place.ts';

/** It begins with a sight of what is around, until somebody moves it. */
export interface PlaceMapProps extends Sight {
  /** What it shows, in words. */
  label: string;
  place: Place | null;
  /** The land there as an outline (land.server.ts). */
  land: string;
  style_url: string | undefined;
  /** Whether it begins to move by itself when it is seen, or when it is asked to. */
  begins: 'seen' | 'asked';
  /** Where the place can be chosen: somebody moved it. */
  onMove?: (place: Place) => void;
}

export function PlaceMap(props: PlaceMapProps) {
  const { label, place, land, begins } = props;
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [state, setState] = useState<'drawn' | 'coming' | 'moving' | 'failed'>('drawn');
  const around = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const map = useRef<MovingMap>(null);
  // A map that is open is told what changes; it is not opened anew.
  const latest = useRef({ ...props, t });
  useEffect(() => {
    latest.current = { ...props, t };
    map.current?.show(props.place);
  });

  useEffect(() => {
    if (begins !== 'seen' || isThrifty()) return;
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
      // What was drawn stays.
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
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        preserveAspectRatio="xMidYMid slice"
        role="img"
        aria-label={label}
      >
        <path d={land} fillRule="evenodd" />
        {place && state !== 'moving' && (
          <circle className={styles.spot} cx={frame.width / 2} cy={frame.height / 2} r="6" />
        )}
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
        className={state === 'failed' || (state === 'moving' && props.onMove) ? styles.said : 'visually-hidden'}
      >
        {state === 'failed' && t('map.failed')}
        {state === 'moving' && props.onMove && t('map.choose')}
        {state === 'coming' && t('map.coming')}
      </p>
    </div>
  );
}

/** What stands at the place; where it can be moved it is reached by keys. */
function pinOf(moved: string | null): HTMLElement {
  const pin = document.createElement(moved === null ? 'span' : 'button');
  pin.className = styles.pin!;
  if (moved !== null) {
    pin.setAttribute('type', 'button');
    pin.setAttribute('aria-label', moved);
  }
  return pin;
}
