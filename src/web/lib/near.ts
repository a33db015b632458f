/** Whether a release is near enough for a countdown: within a day, and not past. */
export function isNear({ at_ms, now_ms }: { at_ms: number; now_ms: number }): boolean {
  return at_ms > now_ms && at_ms - now_ms < 24 * 3_600_000;
}
