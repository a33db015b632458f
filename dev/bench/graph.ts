/** A graph of latencies over a run as SVG: x in minutes, y in milliseconds on a logarithmic scale. */

export interface Series {
  name: string;
  /** `[minutes since the start, ms]` */
  points: readonly (readonly [number, number])[];
}

const [width, height] = [880, 380];
const [left, right, top, bottom] = [56, 150, 36, 36];
const decades = [1, 10, 100, 1000, 10_000] as const;
/** Colours that people with red-green blindness can distinguish, on light and on dark ground. */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#8a7a00', '#56b4e9'] as const;

/** Draws up to six series, each labelled at its end; `bar_ms` is the limit, drawn as a line. */
export function drawGraph({
  title,
  minutes,
  series,
  bar_ms,
}: {
  title: string;
  minutes: number;
  series: readonly Series[];
  bar_ms?: number;
}): string {
  const x = (minute: number) => left + ((width - left - right) * minute) / minutes;
  const y = (ms: number) => {
    const share = Math.log10(Math.min(Math.max(ms, 1), 10_000)) / 4;
    return height - bottom - (height - top - bottom) * share;
  };
  const at = (value: number) => value.toFixed(1);
  const lines = decades.map(
    (ms) =>
      `<line class="grid" x1="${left}" x2="${width - right}" y1="${at(y(ms))}" y2="${at(y(ms))}"/>` +
      `<text x="${left - 8}" y="${at(y(ms) + 4)}" text-anchor="end">${ms < 1000 ? `${ms} ms` : `${ms / 1000} s`}</text>`,
  );
  const step = Math.max(1, Math.ceil(minutes / 10));
  const ticks = Array.from({ length: Math.floor(minutes / step) + 1 }, (_, i) => i * step).map(
    (minute) => `<text x="${at(x(minute))}" y="${height - bottom + 20}" text-anchor="middle">${minute} min</text>`,
  );
  const ends = apart(series.map(({ points }) => y(points.at(-1)?.[1] ?? 1)));
  const drawn = series.map(({ name, points }, i) => {
    const path = points.map(([minute, ms]) => `${at(x(minute))},${at(y(ms))}`).join(' ');
    return (
      `<polyline points="${path}" fill="none" stroke="${colours[i]}" stroke-width="1.75" stroke-linejoin="round"/>` +
      `<text x="${width - right + 8}" y="${at(ends[i]! + 4)}" fill="${colours[i]}" class="name">${escaped(name)}</text>`
    );
  });
  const bar =
    bar_ms === undefined
      ? ''
      : `<line class="bar" x1="${left}" x2="${width - right}" y1="${at(y(bar_ms))}" y2="${at(y(bar_ms))}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    '<style>',
    'svg{background:#fff;font:13px system-ui,sans-serif}text{fill:#444}.title{font-weight:600;fill:#111}',
    '.name{font-weight:600}.grid{stroke:#ddd}.bar{stroke:#b00020;stroke-dasharray:5 4}',
    '@media(prefers-color-scheme:dark){svg{background:#14171a}text{fill:#aaa}.title{fill:#eee}.grid{stroke:#333}}',
    ...colours.map((colour) => `.name[fill="${colour}"]{fill:${colour}}`),
    '</style>',
    `<text class="title" x="${left}" y="20">${escaped(title)}</text>`,
    ...lines,
    ...ticks,
    bar,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

/** Moves overlapping labels apart, from top to bottom. */
function apart(places: readonly number[]): number[] {
  const least = 16;
  const moved = [...places];
  const order = places.map((_, i) => i).sort((a, b) => places[a]! - places[b]!);
  for (let i = 1; i < order.length; i++) moved[order[i]!] = Math.max(moved[order[i]!]!, moved[order[i - 1]!]! + least);
  return moved;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
