/** The icons that come with the map of a flight: of the weather and of its tools. Each is accompanied by a word. */
import { outlines } from 'virtual:weather-icons';
import { Outline } from '#web/ui/Icon.tsx';
import type { WeatherIconName } from '#web/ui/icon-names.ts';

export function WeatherIcon({ name, size }: { name: WeatherIconName; size: number }) {
  return <Outline html={outlines[name]} size={size} />;
}
