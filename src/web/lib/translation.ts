/**
 * The translation hook of components. A page has one language for its lifetime: there is no listening for another
 * language and no waiting for words, for which react-i18next has ten hooks in each of hundreds of components.
 */
import type { i18n } from 'i18next';
import { useContext } from 'react';
import { I18nContext } from 'react-i18next';

export function useTranslation(): i18n {
  return useContext(I18nContext)!.i18n;
}
