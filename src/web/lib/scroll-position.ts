/**
 * How far the page is scrolled, px. Reading `scrollY` lays out the page if anything has changed since, which costs a busy
 * page a layout per reading; the position of the last scroll event costs nothing, and every frame that scrolls sends one.
 */
let position = 0;

if (typeof document !== 'undefined') {
  const read = () => {
    position = scrollY;
  };
  // Before every other listener: they read the position that they are called for.
  addEventListener('scroll', read, { passive: true, capture: true });
  read();
}

export const scrollPosition = (): number => position;

/** Scrolls at once, without an animation, and has the new position read: the next question is answered by it. */
export function scrollToPosition(top: number): void {
  scrollTo({ top, behavior: 'instant' });
  dispatchEvent(new Event('scroll'));
}
