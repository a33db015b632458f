/** The name of a browser or a program from its User-Agent header. */

const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Browser and system, as `Firefox, Windows`; of a program the first word of its header; null without a header.
 * @param agent a User-Agent header
 */
export function nameOfAgent(agent: string | null): string | null {
  if (!agent?.trim()) return null;
  const of = (known: typeof browsers) => known.find(([mark]) => mark.test(agent))?.[1];
  const found = [of(browsers), of(systems)].filter((name) => name !== undefined);
  return found.length
    ? found.join(', ')
    : agent
        .trim()
        .split(/[\s;(]/)[0]!
        .slice(0, 64);
}
