/** Colours outside of the pages: the bar of the browser, the first moment of the installed site. As in ui/tokens.css. */
import type { Theme } from '#domain/site.ts';

/** `--ol-surface`, of which the bar is made. */
export const ground: Readonly<Record<Theme, string>> = { light: '#ffffff', dark: '#11191f' };
