/** Whether a release is so near that the time until it is counted down: within the day, and not past. */
export function isNear({ at_ms, now_ms }: { at_ms: number; now_ms: number }): boolean {
  return at_ms > now_ms && at_ms - now_ms < 24 * 3_600_000;
}
