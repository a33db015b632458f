/**
 * How long the browser works on a change of the page: what React renders of it, then styles, layout and paint.
 * @param change changes the page, as by a store that React reads
 * @param take receives the time in ms once it is painted; never in a window without frames
 */
export function timePaint(change: () => void, take: (cost_ms: number) => void): void {
  const began_ms = performance.now();
  change();
  if (typeof requestAnimationFrame === 'undefined') return;
  // React renders what a store has changed in a microtask before this one.
  queueMicrotask(() => {
    const script_ms = performance.now() - began_ms;
    requestAnimationFrame(() => {
      const frame_ms = performance.now();
      // The first task after the frame.
      setTimeout(() => take(script_ms + performance.now() - frame_ms), 0);
    });
  });
}
