/** The settings of the site for its pages: what its operator has set, and which pages it has. */

export interface Site {
  /** The paths of all pages as the router has them, without the first slash: `lofts/:loft_id`. */
  pages: readonly string[];
  /** Whether an identity provider is configured; else the site's own is used, where its pages exist here. */
  has_provider: boolean;
  /** Whether a password protects the site (2.18). */
  has_gate: boolean;
  /** The operator's tag manager, which waits for consent. */
  tag_manager: string | undefined;
  /** The operator's own texts; without one the site has a page of its own. */
  terms_url: string | undefined;
  privacy_url: string | undefined;
  /** The address of the help pages (2.21). */
  help_url: string | undefined;
  /** The address of uploaded files, when not here. */
  media_url: string | undefined;
  /** The style of maps, when not the site's own. */
  map_style_url: string | undefined;
  /** Whose weather map is offered beside the site's own: Windy's, or an invented one; undefined: none. */
  windy_map: 'windy' | 'invented' | undefined;
}

/** The origin of tag managers; the security policy of a page names it only after its reader's consent. */
export const tagManagerAt = 'https://www.googletagmanager.com';

/** The themes that a reader can choose; without a choice that of the system. */
export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The theme in the cookie; undefined for the system's. */
export function themeFrom(cookie: unknown): Theme | undefined {
  return themes.find((theme) => theme === cookie);
}
