/**
 * Modules of the running program that can be loaded again: Node keeps a module for ever under its URL, so a changed one
 * and those that import it, directly or not, get a new URL. All others stay as they are.
 */
import { registerHooks } from 'node:module';

/** @param isReloaded which modules change, by their URL */
export function versionModules(isReloaded: (url: string) => boolean) {
  const versions = new Map<string, number>();
  const importers = new Map<string, Set<string>>();

  const bare = (url: string) => url.replace(/\?.*/, '');
  const versioned = (url: string) => {
    const version = versions.get(url);
    return version === undefined ? url : `${url}?version=${version}`;
  };

  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const url = bare(found.url);
      if (!isReloaded(url)) return found;
      if (context.parentURL !== undefined) {
        const known = importers.get(url) ?? new Set();
        importers.set(url, known.add(bare(context.parentURL)));
      }
      return { ...found, url: versioned(url) };
    },
  });

  return {
    /** The URL to import a module by, now. */
    urlOf: versioned,
    /** A file has changed. @returns whether a loaded module depends on it */
    change(url: string): boolean {
      const affected = [url];
      const seen = new Set(affected);
      for (const one of affected) {
        if (!isReloaded(one)) continue;
        versions.set(one, (versions.get(one) ?? 0) + 1);
        for (const importer of importers.get(one) ?? []) {
          if (seen.has(importer)) continue;
          seen.add(importer);
          affected.push(importer);
        }
      }
      return importers.has(url);
    },
  };
}
