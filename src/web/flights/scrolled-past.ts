/** Whether the large head of a race is out of sight, so that the small one (MiniHeader.tsx) takes its place. */
import { type RefObject, useEffect, useState } from 'react';

/** The height of the small head. */
const height = 52;

/** Whether the head of the page is scrolled out of sight, except for the part that the small one covers. */
export function useScrolledPast(head: RefObject<HTMLElement | null>): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    if (!head.current) return;
    const watch = new IntersectionObserver(([seen]) => setPast(seen !== undefined && !seen.isIntersecting), {
      rootMargin: `-${height}px 0px 0px`,
    });
    watch.observe(head.current);
    return () => watch.disconnect();
  }, [head]);
  return past;
}
