/** The translation hook of components. A page has one language for its lifetime: there is no listening for another one. */
import { createContext, useContext } from 'react';
import type { Speaker } from './catalogue.ts';

export const SpeakerContext = createContext<Speaker | null>(null);

export function useTranslation(): Speaker {
  return useContext(SpeakerContext)!;
}
