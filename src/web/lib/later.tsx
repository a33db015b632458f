/** Parts of a page that come in a file of their own, for those who look at them. */
import { type ComponentType, type JSX, lazy, memo, Suspense, useEffect, useState } from 'react';

type Later<Props extends object> = ((props: Props) => JSX.Element) & {
  /** Fetches the part. A loader on the server waits for it, so that the page has it from its first frame. */
  load(): Promise<unknown>;
};

/**
 * A component that is fetched when it is first shown, and rendered again when its props change. What the server has
 * rendered of it stays until then.
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
    const part = (
      <Suspense>
        <Shown {...props} />
        <Ready onReady={setReady} />
      </Suspense>
    );
    // Until then the same element: React drops what the server drew of a part on its way as soon as its props change.
    const [first] = useState(part);
    return ready ? part : first;
  }
  return Object.assign(memo(Part) as unknown as (props: Props) => JSX.Element, { load: fetched });
}

/** Says when what stands beside it in its boundary is in the page: fetched, and what the server drew of it taken over. */
function Ready({ onReady }: { onReady: (ready: true) => void }) {
  useEffect(() => onReady(true), [onReady]);
  return null;
}
