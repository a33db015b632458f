/** What a map that does not take the page's scrolling says of itself. */
export interface MapWords {
  /** The name of the map for screen readers. */
  title: string;
  fingers: string;
  /** @param key what is held while the wheel turns */
  wheel: (key: string) => string;
}

/** The words as MapLibre takes them. */
export const wordsOfMap = ({ title, fingers, wheel }: MapWords) => ({
  'Map.Title': title,
  'CooperativeGesturesHandler.MobileHelpText': fingers,
  'CooperativeGesturesHandler.WindowsHelpText': wheel('Ctrl'),
  'CooperativeGesturesHandler.MacHelpText': wheel('⌘'),
});

/** The key of this computer with which the wheel means the map. */
export const wheelKey = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl');
