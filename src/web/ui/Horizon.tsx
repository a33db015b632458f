/** The ridge line behind a loft's races (lib/ridge.ts). */
import { memo } from 'react';
import { ridgeHeight, ridgeStep, ridgesOf, ridgeWidth } from '#web/lib/ridge.ts';
import styles from './sky.module.css';

/** Some hundred points, computed once. */
export const Horizon = memo(function Horizon({ loft_id }: { loft_id: number }) {
  const [far, middle, near] = ridgesOf(loft_id).map(outlineOf);
  return (
    <svg
      className={styles.horizon}
      viewBox={`0 0 ${ridgeWidth} ${ridgeHeight}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={styles.ridge1} d={far} />
      <path className={styles.ridge2} d={middle} />
      <path className={styles.ridge3} d={near} />
    </svg>
  );
});

/** Relative steps in whole pixels: every page contains the path, and equal steps compress well. */
function outlineOf(heights: number[]): string {
  const steps = heights.slice(1).map((y, index) => `${ridgeStep} ${y - heights[index]!}`);
  return `M0 ${ridgeHeight}V${heights[0]}l${steps.join(' ')}V${ridgeHeight}Z`;
}
