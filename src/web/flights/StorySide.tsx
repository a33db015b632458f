/** Beside the commentary: the arrival curve, the first birds behind the winner, the speeds, and who is home from where. */
import { useMemo } from 'react';
import type { MyBirdHome } from '#domain/arrivals/race-story.ts';
import { HomeByCountry } from './HomeByCountry.tsx';
import { StoryCurve } from './StoryCurve.tsx';
import { StoryFront } from './StoryFront.tsx';
import type { StoryData } from './story-loader.server.ts';
import { TopVelocity } from './TopVelocity.tsx';

export interface StorySideProps {
  data: StoryData;
  /** The landings of the reader's birds, and the birds themselves. */
  homes: readonly MyBirdHome[];
  mine: ReadonlySet<number>;
}

export function StorySide({ data, homes, mine }: StorySideProps) {
  const { flight, loft, read_at, story, front, countries } = data;
  const fastest = useMemo(() => story.fastest.map(([pigeon_id, speed]) => ({ pigeon_id, speed })), [story.fastest]);
  return (
    <>
      <StoryCurve flight={flight} loft={loft} curve={story.curve} homes={homes} read_at={read_at} />
      <StoryFront flight={flight} loft={loft} front={front} mine={mine} />
      <TopVelocity flight={flight} birds={fastest} mine={mine} />
      <HomeByCountry counts={countries} />
    </>
  );
}
