/** A page's script that cannot be loaded, mostly because a newer version of the pages has replaced it (8.9). */

/** How the browsers, and the bundlers of other days, say it. */
const said =
  /loading (css )?chunk .* failed|dynamically imported module|importing a module script failed|module script/i;

export function scriptIsMissing(error: unknown): boolean {
  return error instanceof Error && said.test(error.message);
}

const guard_ms = 60_000;
const key = 'reloaded_at';

/** Loads the page anew, but at most once a minute: what a reload does not mend must not reload for ever (9.13). */
export function reloadOnce(
  now_ms: number = Date.now(),
  store: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage,
  reload: () => void = () => location.reload(),
): boolean {
  try {
    if (now_ms - Number(store.getItem(key) ?? Number.NEGATIVE_INFINITY) < guard_ms) return false;
    store.setItem(key, String(now_ms));
  } catch {
    // A browser that keeps nothing cannot guard either: then better not at all.
    return false;
  }
  reload();
  return true;
}
