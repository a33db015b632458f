import { expect, test } from 'vitest';
import { show } from '#testing/show.tsx';
import { type LineOfRace, RaceLine } from './RaceLine.tsx';

const released_ms = Date.UTC(2026, 8, 12, 5, 15);
const line: LineOfRace = {
  loft_id: 1,
  from: 'Albacete',
  to: 'Castelo Branco',
  release_time: new Date(released_ms).toISOString(),
  distance_m: 480_000,
  average_speed: 1200,
  over: false,
  read_at: '',
};
/** The page as it was read so many minutes after the release: the average bird needs 400 for the road. */
const after = (minutes: number) => new Date(released_ms + minutes * 60_000).toISOString();

/** The pins from the start of the page on: the truck, the bird, the loft. */
const pins = (root: Element) =>
  [...root.querySelectorAll('svg')]
    .filter((svg) => svg.parentElement!.getBoundingClientRect().width < 60)
    .map((svg) => svg.parentElement!);

function isOnArc(root: Element, pin: Element): boolean {
  const path = root.querySelector<SVGPathElement>('path[d^="M150 98"]')!;
  const { left, width, top, height } = pin.getBoundingClientRect();
  const middle = new DOMPoint(left + width / 2, top + height / 2).matrixTransform(path.getScreenCTM()!.inverse());
  path.style.strokeWidth = '4px';
  path.style.vectorEffect = 'none';
  return path.isPointInStroke(middle);
}

test.each([
  [10, 390, 'en'],
  [200, 390, 'en'],
  [390, 390, 'ar'],
  [133, 1440, 'ar'],
] as const)(
  'the marker stands on the arc in the first frame, %i minutes after the release at %i px (4.14)',
  async (minutes, width, locale) => {
    const { container } = await show(<RaceLine {...line} read_at={after(minutes)} />, { width, locale });
    const marker = pins(container).find((pin) => getComputedStyle(pin).borderStyle === 'dashed')!;
    expect(isOnArc(container, marker)).toBe(true);
    // Nothing moves it along a chord.
    expect(marker.getAnimations()).toEqual([]);
    expect(getComputedStyle(marker).transitionDuration).toBe('0s');
  },
);

test('at progress 1 the mark of evaluation replaces the loft and the marker, and the road is not done by that (4.15)', async () => {
  const before = await show(<RaceLine {...line} read_at={after(399)} />);
  const loft = pins(before.container).at(-1)!.innerHTML;
  expect(pins(before.container)).toHaveLength(3);
  const { container } = await show(<RaceLine {...line} read_at={after(401)} />);
  expect(pins(container)).toHaveLength(2);
  expect(pins(container).at(-1)!.innerHTML).not.toBe(loft);
  expect(container.querySelector('path[d^="M150 98Q"]')).not.toBeNull();
});

test('without an average there is no estimate', async () => {
  const { container } = await show(<RaceLine {...line} average_speed={null} read_at={after(60)} />);
  expect(pins(container)).toHaveLength(2);
});
