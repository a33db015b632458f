/**
 * The map of a flight as the server draws it, for a phone and for a wide screen: the first frame, and all of it without a
 * script.
 */

import type { Flight } from '#domain/flights/contract.ts';
import { curvePoint } from '#domain/flights/curve.ts';
import type { lorryStands } from '#domain/flights/lorry-stands.ts';
import type { StraightLine } from '#domain/flights/weather-contract.ts';
import { type Locale, localeFacts } from '#domain/locales.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { fitted, type Padding, within } from '#web/map/map-view.ts';
import { type MapSection, pointOn, type Size } from '#web/map/place.ts';
import { placeWaters } from '#web/map/water-names.ts';
import { Icon } from '#web/ui/Icon.tsx';
import drawing from './drawn-map.module.css';
import styles from './flight-map.module.css';
import { lineSpots, paddingOf } from './map-line.ts';
import { WeatherIcon } from './WeatherIcon.tsx';

export interface DrawnMapProps {
  section: MapSection;
  line: StraightLine;
  flight: Flight;
  loft: Loft;
  progress: number | null;
  /** Where the lorry stands. */
  lorry: ReturnType<typeof lorryStands>;
  views?: readonly MapLook[];
}

/** A size in which a map is drawn. */
export interface MapLook {
  /** Shown on a phone, or on a wide screen; else on every screen. */
  look?: 'narrow' | 'wide';
  size: Size;
  /** How many towns have their names, at most. */
  most: number;
  padding?: Padding;
}

/** The height of a town's name, and the mean width of a letter in the name of a water, pixels. */
const nameHigh = 18;
const waterLetter = 7.6;

const bothViews: readonly MapLook[] = [
  { look: 'narrow', size: { width: 390, height: 404 }, most: 9 },
  { look: 'wide', size: { width: 1440, height: 836 }, most: 26 },
];

export function DrawnMap({ views = bothViews, ...props }: DrawnMapProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const label = t('flight_map.of', {
    from: props.flight.release_point ?? t('race.release_point'),
    to: props.loft.name,
  });
  return (
    <>
      <Shapes {...props.section} />
      {views.map((view) => (
        <MapDrawing key={view.look} {...props} {...view} locale={locale} label={label} />
      ))}
    </>
  );
}

/** What the drawings of a section share. */
export function Shapes({ land, rivers, lakes }: Pick<MapSection, 'land' | 'rivers' | 'lakes'>) {
  return (
    <svg className={drawing.shapes} aria-hidden="true">
      <defs>
        <path id="map-land" d={land} fillRule="evenodd" />
        <path id="map-rivers" d={rivers} />
        <path id="map-lakes" d={lakes} fillRule="evenodd" />
      </defs>
    </svg>
  );
}

export interface MapDrawingProps extends Omit<DrawnMapProps, 'views'>, MapLook {
  locale: Locale;
  label: string;
}

/** A section and the line in one size; beside its {@link Shapes}. */
export function MapDrawing({
  section,
  line,
  flight,
  loft,
  progress,
  lorry,
  look,
  size,
  most,
  padding,
  locale,
  label,
}: MapDrawingProps) {
  const isRtl = localeFacts[locale].dir === 'rtl';
  const [from, to] = [line.points[0]!, line.points.at(-1)!];
  const spots = lineSpots(section, from, to);
  const { k, x, y } = within(fitted(spots, size, padding ?? paddingOf(size, isRtl)), section, size);
  const [first, last] = [spots[0]!, spots.at(-1)!];
  const bird = progress === null ? null : pointOn(section, curvePoint(from, to, Math.min(1, progress)), section);
  const px = 1 / k;
  const names = [
    {
      ...first,
      name: flight.release_point ?? '',
      icon: lorry === 'release_point' ? <Icon name="truck" /> : <WeatherIcon name="place" size={18} />,
      other: last,
    },
    { ...last, name: loft.name, icon: <Icon name="flag" />, other: first },
  ];
  const taken = names.map(({ x, y }) => ({ x, y, wide: 90, high: 50 }));
  const near: (typeof section.towns)[number][] = [];
  for (const town of section.towns) {
    const [left, top] = [town.x * k + x, town.y * k + y];
    const isSeen = left > 10 && left < size.width - 90 && top > 20 && top < size.height - 20;
    const isFree = taken.every(
      (other) => Math.abs(other.x - town.x) * k > other.wide || Math.abs(other.y - town.y) * k > other.high,
    );
    if (!isSeen || !isFree) continue;
    near.push(town);
    taken.push({ ...town, wide: 100, high: nameHigh });
    if (near.length === most) break;
  }
  const boxes = [
    ...taken.map(({ x: left, y: top, wide, high }) => ({
      x: left * k + x - (high === nameHigh ? 8 : wide / 2),
      y: top * k + y - high / 2,
      width: wide,
      height: high,
    })),
    ...spots.map((spot) => ({ x: spot.x * k + x - 6, y: spot.y * k + y - 6, width: 12, height: 12 })),
  ];
  const waters = placeWaters(section.waters, {
    sight: { k, x, y },
    size,
    widthOf: (name) => Array.from(name).length * waterLetter,
    taken: boxes,
    most: Math.ceil(most / 3),
  });
  return (
    <svg
      className={`${styles.drawn} ${drawing.drawing} ${look ? styles[look] : ''}`}
      viewBox={[-x / k, -y / k, size.width / k, size.height / k].map((value) => value.toFixed(1)).join(' ')}
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={label}
      strokeWidth={px}
    >
      <use href="#map-land" className={drawing.land} />
      <use href="#map-rivers" className={drawing.river} />
      <use href="#map-lakes" className={drawing.lake} />
      {near.map((town) => (
        <g key={`${town.x} ${town.y}`} className={drawing.town}>
          <circle cx={town.x} cy={town.y} r={2.4 * px} />
          <text x={town.x + 8 * px} y={town.y + 4.5 * px} fontSize={13.5 * px} strokeWidth={3.5 * px}>
            {town.name}
          </text>
        </g>
      ))}
      {waters.map((water) => (
        <text
          key={water.name}
          className={drawing.water}
          transform={`translate(${((water.x - x) * px).toFixed(1)} ${((water.y - y) * px).toFixed(1)}) rotate(${water.angle})`}
          fontSize={14 * px}
          textAnchor="middle"
          dominantBaseline="central"
        >
          {water.name}
        </text>
      ))}
      <path
        className={drawing.drawn_line}
        d={`M${spots.map((spot) => `${spot.x.toFixed(1)} ${spot.y.toFixed(1)}`).join('L')}`}
        strokeWidth={3 * px}
        strokeDasharray={`${8 * px} ${7 * px}`}
      />
      {names.map((place) => (
        <g key={place.x} className={drawing.end}>
          <circle cx={place.x} cy={place.y} r={15 * px} strokeWidth={1.5 * px} />
          <g transform={`translate(${place.x - 9 * px} ${place.y - 9 * px}) scale(${px})`}>{place.icon}</g>
          {/* Where the line does not pass. */}
          <text
            x={place.x}
            y={place.y + (place.y < place.other.y ? -24 : 34) * px}
            fontSize={17 * px}
            strokeWidth={4 * px}
            textAnchor="middle"
          >
            {place.name}
          </text>
        </g>
      ))}
      {bird && (
        <g className={drawing.drawn_bird}>
          <circle cx={bird.x} cy={bird.y} r={19 * px} strokeWidth={2 * px} strokeDasharray={`${4 * px} ${3 * px}`} />
          <g transform={`translate(${bird.x - 11 * px} ${bird.y - 11 * px}) scale(${px})`}>
            <Icon name="pigeon" size={22} />
          </g>
        </g>
      )}
    </svg>
  );
}
