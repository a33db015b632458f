/**
 * One run for all who want the same at the same time. Whoever comes while it is under way is given what becomes of it,
 * also where that is an error; whoever comes later begins another.
 */
export function sharedRun<Key, T>(running: Map<Key, Promise<T>>, key: Key, run: () => Promise<T>): Promise<T> {
  const begun = running.get(key);
  if (begun) return begun;
  const own = run().finally(() => running.delete(key));
  running.set(key, own);
  return own;
}
