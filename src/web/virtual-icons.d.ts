/** made by dev/icons.ts. */
declare module 'virtual:weather-icons' {
  export const outlines: Readonly<Record<import('./ui/icon-names.ts').WeatherIconName, string>>;
}

declare module 'virtual:icons' {
  /** The inside of each icon's SVG element. */
  export const outlines: Readonly<Record<import('./ui/icon-names.ts').TablerIcon, string>>;
}
