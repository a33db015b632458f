/**
 * Colours outside of the pages: the toolbar of the browser, the splash screen of the installed site. As in
 * ui/tokens.css.
 */
import type { Theme } from '#domain/site.ts';

/** `--ol-surface`, the colour of the navigation bar. */
export const ground: Readonly<Record<Theme, string>> = { light: '#ffffff', dark: '#11191f' };
