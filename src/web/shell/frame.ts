/** The parts of the frame that a page can hide or have, by `export const handle = { frame: … }` (2.25). */
import { useMatches } from 'react-router';

export interface Frame {
  nav?: boolean;
  /** `wide`: not on a phone. */
  trail?: boolean | 'wide';
  footer?: boolean;
  snackbar?: boolean;
  /** The room under the footer that the dock of a page covers. */
  dock?: boolean;
}

/** Only the navigation bar (2.25). */
export const emptyFrame: Frame = { trail: false, footer: false, snackbar: false };

/** Nothing: a tool that fills the screen and has its own way back. */
export const noFrame: Frame = { ...emptyFrame, nav: false };

/** The frame of the current page. */
export function useFrame(): Frame {
  const handle = useMatches().at(-1)?.handle as { frame?: Frame } | undefined;
  return handle?.frame ?? {};
}
