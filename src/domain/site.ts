/** What pages know of the site they belong to: what its operator has set, and which pages there are. */

export interface Site {
  /** The paths of all pages as the router has them, without the first slash: `lofts/:loft_id`. */
  pages: readonly string[];
  /** Whether an identity provider is named; without one it is the site's own, when that has its pages here. */
  has_provider: boolean;
  /** Whether a password stands before the site (2.18). */
  has_gate: boolean;
  /** The operator's tag manager, which waits for consent. */
  tag_manager: string | undefined;
  /** The operator's own texts; without one the site has a page of its own. */
  terms_url: string | undefined;
  privacy_url: string | undefined;
  /** Where help is found (2.21). */
  help_url: string | undefined;
  /** Where uploaded files are found, when not here. */
  media_url: string | undefined;
  /** The style of maps, when not the site's own. */
  map_style_url: string | undefined;
}

/** Where tag managers come from; a page names it in its policy only once its reader has allowed it. */
export const tagManagerAt = 'https://www.googletagmanager.com';

/** How light a reader wants the pages; whoever says nothing gets what the system says. */
export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** A theme that was chosen, as the cookie tells it; undefined for the system's. */
export function themeFrom(told: unknown): Theme | undefined {
  return themes.find((theme) => theme === told);
}
