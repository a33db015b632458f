/** The loft and the places that it releases from, and the line home from the one that is chosen. */
import { useEffect, useRef, useState } from 'react';
import type { ReleasePoint } from '#domain/flights/release-point-contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { placeNames } from '#web/map/labels.ts';
import { frame, placeOf, pointOn, type Sight } from '#web/map/place.ts';
import styles from './season-flights.module.css';

/** Of the names, in units of the drawing. */
const fontSize = 9;

export interface PointsMapProps extends Sight {
  land: string;
  loft: Loft;
  points: readonly ReleasePoint[];
  /** The id of the place that is chosen at first. */
  chosen: string;
}

export function PointsMap({ land, middle, span, loft, points, chosen: first }: PointsMapProps) {
  const { t } = useTranslation();
  const map = useRef<SVGSVGElement>(null);
  const [chosen, setChosen] = useState(first);
  // The radio buttons are the form's; the map follows them.
  useEffect(() => {
    const form = map.current?.closest('form');
    const read = () => {
      const radio = form?.querySelector<HTMLInputElement>('input[name="release_point_id"]:checked');
      if (radio) setChosen(radio.value);
    };
    read();
    form?.addEventListener('change', read);
    return () => form?.removeEventListener('change', read);
  });
  const sight = { middle, span };
  const at = placeOf(loft);
  const home = at && pointOn(sight, at);
  const from = points.find(({ id }) => String(id) === chosen);
  const start = from && pointOn(sight, from);
  // The loft and the chosen place are named before the others.
  const spots = [
    ...(home ? [{ ...home, name: loft.name, id: null, isChosen: false }] : []),
    ...points
      .toSorted((one, other) => Number(other === from) - Number(one === from))
      .map((point) => ({ ...pointOn(sight, point), name: point.name, id: point.id, isChosen: point === from })),
  ];
  const names = placeNames(spots, { size: fontSize, radius: 6, ...frame });
  return (
    <svg
      ref={map}
      className={styles.map}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={t('map.of', { loft: loft.name })}
      direction="ltr"
    >
      <path className={styles.land} d={land} fillRule="evenodd" />
      {home && start && (
        <path
          className={styles.line}
          d={`M${start.x} ${start.y}Q${(start.x + home.x) / 2} ${(start.y + home.y) / 2 - Math.hypot(start.x - home.x, start.y - home.y) / 8} ${home.x} ${home.y}`}
        />
      )}
      {spots.map(({ x, y, id, isChosen }) => (
        <circle
          key={id ?? 'home'}
          className={id === null ? styles.home : isChosen ? styles.chosen : undefined}
          cx={x}
          cy={y}
          r={id === null ? 6 : 4}
        />
      ))}
      {spots.map(({ x, y, id, name }, index) => {
        const place = names[index];
        return (
          place && (
            <text key={id ?? 'home'} x={x} y={y} dx={place.dx} dy={place.dy} textAnchor={place.anchor}>
              {name}
            </text>
          )
        );
      })}
    </svg>
  );
}
