/** Movement that only decorates: readers may not want it, and a slow device has no time for it. */

export const isReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Whether decoration stands still. Style sheets ask for `:root[data-slow]`. */
export const isStill = (): boolean => 'slow' in document.documentElement.dataset || isReducedMotion();

/** From now on decoration stands still: this device works long on each change of a page. */
export function stopDecoration(): void {
  if (!('slow' in document.documentElement.dataset)) document.documentElement.dataset.slow = '';
}
