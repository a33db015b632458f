/**
 * A very long list, rendered in parts. On the server each part waits for the previous one, so that clocks and other
 * readers are served in between; the page is still sent whole. In the browser nothing waits. A page with such a list
 * exports `const handle = inParts`.
 */
import { type ReactNode, Suspense, use } from 'react';

export type Handle = { in_parts?: boolean } | undefined;
export const inParts = { in_parts: true } satisfies Handle;

const size = 250;

export function InParts<Row>({
  rows,
  children,
}: {
  rows: readonly Row[];
  children: (from: number, part: readonly Row[]) => ReactNode;
}) {
  const parts = Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => index * size);
  let before: Promise<void> | null = typeof window === 'undefined' ? Promise.resolve() : null;
  return parts.map((from) => {
    before = before && from > 0 ? before.then(pause) : before;
    return (
      <Suspense key={from}>
        <Part turn={from > 0 ? before : null}>{() => children(from, rows.slice(from, from + size))}</Part>
      </Suspense>
    );
  });
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

function Part({ turn, children }: { turn: Promise<void> | null; children: () => ReactNode }) {
  if (turn) use(turn);
  return children();
}
