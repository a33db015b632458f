/** A script of a page that cannot be loaded, mostly because a newer version of the pages has replaced it (8.9). */

/** The error messages of browsers and of older bundlers. */
const messages =
  /loading (css )?chunk .* failed|dynamically imported module|importing a module script failed|module script/i;

export function scriptIsMissing(error: unknown): boolean {
  return error instanceof Error && messages.test(error.message);
}

const guard_ms = 60_000;
const key = 'reloaded_at';

/** Reloads the page, but at most once a minute: an error that a reload does not fix must not reload for ever (9.13). */
export function reloadOnce(
  now_ms: number = Date.now(),
  store: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage,
  reload: () => void = () => location.reload(),
): boolean {
  try {
    if (now_ms - Number(store.getItem(key) ?? Number.NEGATIVE_INFINITY) < guard_ms) return false;
    store.setItem(key, String(now_ms));
  } catch {
    // A browser without storage cannot guard against endless reloads.
    return false;
  }
  reload();
  return true;
}
