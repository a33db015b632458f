/** The captions of pictures, for pages that show pictures and have no form for them. */
import type { LoftPicture } from './contract.ts';

/** The caption in a language; English where that has none. */
export function captionIn({ captions }: Pick<LoftPicture, 'captions'>, locale: string): string {
  return captions[locale as keyof typeof captions] ?? captions.en ?? '';
}
