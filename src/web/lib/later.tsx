/** Parts of a page that come in a file of their own, for those who look at them. */
import { type ComponentType, type JSX, lazy, Suspense, useEffect, useState } from 'react';

type Later<Props extends object> = ((props: Props) => JSX.Element) & {
  /** Fetches the part. A loader on the server waits for it, so that the page has it from its first frame. */
  load(): Promise<unknown>;
};

/**
 * A component that is fetched when it is first shown. What the server has rendered of it stays until then.
 * @param load fetches it
 * @param Missing takes its place where it cannot be fetched, as without a network
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType,
): Later<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetched = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Fetched = lazy(() =>
    fetched().then(
      (component) => ({ default: component }),
      () => ({ default: Missing as ComponentType<Props> }),
    ),
  );
  function Part(props: Props) {
    // One of both for as long as it is shown: another component would begin anew.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? (Fetched as unknown as ComponentType<Props>));
    const [ready, setReady] = useState(loaded !== undefined);
    useEffect(() => {
      if (!ready)
        void fetched().then(
          () => setReady(true),
          () => setReady(true),
        );
    }, [ready]);
    // Until then the same element: React drops what the server drew of a part on its way as soon as its props change.
    const [first] = useState(() => (
      <Suspense>
        <Shown {...props} />
      </Suspense>
    ));
    if (!ready) return first;
    return (
      <Suspense>
        <Shown {...props} />
      </Suspense>
    );
  }
  return Object.assign(Part, { load: fetched });
}
