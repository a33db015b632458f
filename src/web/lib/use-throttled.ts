/** A value for parts of a page that cost much to render and need not follow each change of it. */
import { useEffect, useState } from 'react';

/** How much later the last change of a series is shown: the next one of a series that goes on shows both, ms. */
const wait_ms = 300;

/**
 * A value that changes at most once per interval: together with what changes it, so that the page is rendered once, and
 * after a series of changes by itself.
 */
export function useThrottled<Value>(value: Value, every_ms: number): Value {
  const [shown, setShown] = useState({ value, at_ms: 0 });
  const isShown = shown.value === value;
  // The clock is read on purpose: whether a change is due depends on nothing else.
  if (!isShown && performance.now() >= shown.at_ms + every_ms) setShown({ value, at_ms: performance.now() });
  useEffect(() => {
    if (isShown) return;
    const show = () => setShown({ value, at_ms: performance.now() });
    const timer = setTimeout(show, Math.max(0, shown.at_ms + every_ms + wait_ms - performance.now()));
    return () => clearTimeout(timer);
  }, [isShown, shown, value, every_ms]);
  return shown.value;
}
