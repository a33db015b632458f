/**
 * Parts of a page whose HTML the server keeps: what it has rendered once for the same key it writes again as it is. The
 * browser renders the same elements as ever, and finds them in the document.
 */
import { createContext, type ReactElement, useContext } from 'react';

/** A mark that stands for the HTML of an element. The key names everything that the element depends on. */
export type Finish = (key: string, render: () => ReactElement) => string;

const context = createContext<Finish | null>(null);
export const FinishProvider = context.Provider;

/** Null in the browser. */
export const useFinish = (): Finish | null => useContext(context);
