/**
 * What components say. A page speaks one language for as long as it stands: nothing listens for another one, or waits for
 * words, for which the hook of react-i18next has ten hooks of its own in each of hundreds of components.
 */
import type { i18n } from 'i18next';
import { useContext } from 'react';
import { I18nContext } from 'react-i18next';

export function useTranslation(): i18n {
  return useContext(I18nContext)!.i18n;
}
