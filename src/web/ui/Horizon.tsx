/** The ridge line in front of which a loft's races stand: drawn from its id, so each loft has its own and none needs a photo. */
import { memo } from 'react';
import styles from './sky.module.css';

const width = 1440;
const height = 140;

/** Some hundred points, worked out once. */
export const Horizon = memo(function Horizon({ loft_id }: { loft_id: number }) {
  return (
    <svg className={styles.horizon} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.ridge1} d={ridge(loft_id * 3 + 1, 74, 44)} />
      <path className={styles.ridge2} d={ridge(loft_id * 3 + 2, 96, 26)} />
      <path className={styles.ridge3} d={ridge(loft_id * 3 + 3, 123, 9)} />
    </svg>
  );
});

/**
 * Four waves of unlike length make a line that does not repeat; the smallest gives it its stones. Written as steps in
 * whole pixels: every page carries it, and steps are alike.
 */
function ridge(seed: number, level: number, rise: number): string {
  const turn = (n: number) => ((seed * 7919 + n * 104_729) % 628) / 100;
  const heights: number[] = [];
  for (let x = 0; x <= width; x += 24) {
    const y =
      level +
      rise * 0.6 * Math.sin(x / 260 + turn(1)) +
      rise * 0.35 * Math.sin(x / 97 + turn(2)) +
      rise * 0.16 * Math.sin(x / 41 + turn(3)) +
      rise * 0.07 * Math.sin(x / 13 + turn(4));
    heights.push(Math.round(y));
  }
  const steps = heights.slice(1).map((y, index) => `24 ${y - heights[index]!}`);
  return `M0 ${height}V${heights[0]}l${steps.join(' ')}V${height}Z`;
}
