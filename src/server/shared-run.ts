/**
 * One run for all simultaneous callers of a key. A caller during a run shares its result, also an error; a later caller
 * begins another run.
 */
export function sharedRun<Key, T>(running: Map<Key, Promise<T>>, key: Key, run: () => Promise<T>): Promise<T> {
  const begun = running.get(key);
  if (begun) return begun;
  const own = run().finally(() => running.delete(key));
  running.set(key, own);
  return own;
}
