/** Beside the board: who has just come home, how fast the first ones flew, and the share home by country. */
import { useEffect, useRef } from 'react';
import type { Mine } from '#web/lib/reader-marks.ts';
import { unpackLanded } from './board-line.ts';
import { FlightAces } from './FlightAces.tsx';
import type { PageData } from './flight-data.ts';
import { type CountryCount, HomeByCountry } from './HomeByCountry.tsx';
import { JustIn, justInLines } from './JustIn.tsx';
import type { LiveView } from './live-board.ts';
import { SideMap } from './SideMap.tsx';
import { TopVelocity } from './TopVelocity.tsx';
import { maxDots } from './velocity.ts';

export interface BesideProps {
  data: PageData;
  view: LiveView;
  live: boolean;
  mine: Mine;
  my_birds: ReadonlySet<number>;
  countries: readonly CountryCount[];
}

export function Beside({ data, view, live, mine, my_birds, countries }: BesideProps) {
  const { flight, loft, result } = data;
  const fastest = useSame(view.ranked.slice(0, maxDots));
  return (
    <>
      {flight.status === 'released' && loft.latitude !== null && flight.release_latitude !== null && (
        <SideMap flight={flight} read_at={data.read_at} />
      )}
      {flight.status === 'released' && (
        <JustIn
          loft={loft}
          lines={
            live
              ? justInLines(view)
              : unpackLanded(result.latest).map((row) => ({ kind: 'landed', line: { ...row, bird: row } }))
          }
          fresh={view.events.fresh}
          mine={mine}
        />
      )}
      <FlightAces flight={flight} rankings={data.aces} mine={mine} />
      <HomeByCountry counts={countries} />
      {/* At the end: it comes with the live board and grows with the birds, and moves nothing. */}
      {live && <TopVelocity flight={flight} birds={fastest} mine={my_birds} />}
    </>
  );
}

/** The previous list object as long as its entries are the same. */
function useSame<T>(list: readonly T[]): readonly T[] {
  const before = useRef(list);
  const same = list.length === before.current.length && list.every((one, index) => one === before.current[index]);
  useEffect(() => {
    before.current = list;
  });
  return same ? before.current : list;
}
