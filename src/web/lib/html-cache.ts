/**
 * Parts of a page whose rendered HTML the server caches by key. The browser renders the same elements as ever, and
 * finds them in the document.
 */
import { createContext, type ReactElement, useContext } from 'react';

/** Returns a marker that stands for the HTML of an element. The key names everything that the element depends on. */
export type Finish = (key: string, render: () => ReactElement) => string;

const context = createContext<Finish | null>(null);
export const FinishProvider = context.Provider;

/** Null in the browser. */
export const useFinish = (): Finish | null => useContext(context);
