/** How a race is flown: its rules, its facts, its sealed list and official result, and its log. */
import type { Expectation } from '#domain/arrivals/expected-contract.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { ExpectedTimes } from './ExpectedTimes.tsx';
import { FlightLog } from './FlightLog.tsx';
import type { PageData } from './flight-data.ts';
import info from './info.module.css';
import { OfficialResult } from './OfficialResult.tsx';
import { RaceFacts } from './RaceFacts.tsx';
import { RaceRules } from './RaceRules.tsx';
import { Seal } from './Seal.tsx';

export interface FlightInfoProps {
  data: PageData;
  home_count: number;
  expected: Expectation | null;
}

export function FlightInfo({ data, home_count, expected }: FlightInfoProps) {
  const { tab, flight, loft, course } = data;
  return (
    <>
      {tab === 'info' && (
        <div className={info.info}>
          <RaceRules flight={flight} loft={loft} log={course?.log ?? []} />
          <div className={info.column}>
            {expected && <ExpectedTimes flight={flight} loft={loft} read_at={data.read_at} expected={expected} />}
            <RaceFacts flight={flight} loft={loft} home_count={home_count} />
          </div>
          {course && (
            <Seal flight={flight} loft={loft} seal={course.seal} isImported={isSealedLate(flight, course.seal)} />
          )}
          <OfficialResult flight={flight} loft={loft} official={data.official} />
        </div>
      )}
      {course && <FlightLog log={course.log} loft_id={loft.id} time_zone={loft.time_zone} />}
    </>
  );
}

/** Whether a list was sealed after the release: with its import. */
const isSealedLate = ({ release_time }: Flight, seal: { sealed_at: string } | null): boolean =>
  seal !== null && release_time !== null && seal.sealed_at > release_time;
