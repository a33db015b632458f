/** The race as it is told, in the sentences of a language: for the text-only page and the open data. */
import { readStory } from '#domain/arrivals/story-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { readFlight } from '#domain/flights/contract.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { Locale } from '#domain/locales.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import type { Call } from '#web/lib/context.ts';
import { sentenceOf } from './story-words.ts';

export interface ToldStory {
  /** False: the season hides a part of what is told. */
  is_shown: boolean;
  /** In the order in which they happened. */
  events: { event: ReplyOf<typeof readStory>['events'][number]; sentence: string }[];
}

/** @throws Refusal `not_found` where the caller has no access */
export async function toldStory({
  call,
  key,
  locale,
}: {
  call: Call;
  key: FlightKey;
  locale: Locale;
}): Promise<ToldStory> {
  const [{ flight, loft }, story] = await Promise.all([
    call(readFlight, { params: key }),
    call(readStory, { params: key }),
  ]);
  const birds = new Map(story.birds.map((bird) => [bird.pigeon_id, bird]));
  const reader = { t: speaker(locale).t, locale, flight, loft, birds };
  return {
    is_shown: story.is_shown,
    events: story.events.map((event) => ({ event, sentence: sentenceOf(event, reader) })),
  };
}
