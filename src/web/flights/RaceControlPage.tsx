/**
 * Race control: what those who run a race look at while birds come. It reads itself again with each arrival; without a
 * script it is the same page as of the moment.
 */
import { useEffect } from 'react';
import { redirect, useRevalidator } from 'react-router';
import { readRaceControl } from '#domain/arrivals/race-control-contract.ts';
import { readDisputes } from '#domain/disputes/contract.ts';
import { takesArrivals } from '#domain/flights/flight.ts';
import { giveUpReadings } from '#domain/flights/gaps-contract.ts';
import { readRulings } from '#domain/rulings/contract.ts';
import { controlPath } from '#web/lib/admin-paths.ts';
import { answersOfSeason } from '#web/lib/answers-of-season.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { follow, openArrivalLog } from '#web/lib/live.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { useKeptAnswer, useRefresh } from '#web/lib/refresh.ts';
import { ruleOn } from '#web/lib/rule-on.ts';
import { noFrame } from '#web/shell/frame.ts';
import type { Route } from './+types/RaceControlPage.ts';
import { ControlClocks } from './ControlClocks.tsx';
import { ControlClose, ControlCompared } from './ControlClose.tsx';
import { ControlCurve } from './ControlCurve.tsx';
import { ControlDisputes } from './ControlDisputes.tsx';
import { ControlGaps } from './ControlGaps.tsx';
import { ControlHead } from './ControlHead.tsx';
import { ControlRulings } from './ControlRulings.tsx';
import { ControlToMend } from './ControlToMend.tsx';
import styles from './control.module.css';
import { gapOf } from './gaps.ts';
import { Disqualified, HomeLate, NotHome, TooFast } from './NotHome.tsx';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const key = { season_id: idFrom(params.season_id), flight_id: idFrom(params.flight_id) };
  const call = context.get(callContext);
  const [view, { rulings }] = await answersOfSeason(call, key.season_id, () =>
    Promise.all([call(readRaceControl, { params: key }), call(readRulings, { params: key })]),
  );
  const disputes =
    view.flight.status === 'provisional' ? (await answers(() => call(readDisputes, { params: key }))).disputes : [];
  const head = pageHead({ context, params, pattern }, [t('control.title'), view.flight.name], view.loft.name);
  return {
    view,
    waiting: rulings.filter(({ state }) => state === 'prepared'),
    disputes: disputes.filter(({ state }) => state === 'open'),
    head,
  };
}

/** Gives up readings that will never come; or withdraws one that is no arrival: no place changes by it, so one person rules on it. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData();
  const key = { season_id: idFrom(params.season_id), flight_id: idFrom(params.flight_id) };
  const call = context.get(callContext);
  return actOn(form, async () => {
    if (form.get('intent') === 'give_up') {
      const gaps = form.getAll('chosen').flatMap((one) => (typeof one === 'string' ? gapOf(one) : []));
      await call(giveUpReadings, { params: key, body: { gaps, reason: textIn(form, 'reason') } });
      return redirect(`${controlPath(key.season_id, key.flight_id)}#gaps`);
    }
    const ruling = { kind: 'void' as const, number: idFrom(textIn(form, 'number')) };
    await ruleOn(call, key, { ruling, reason: textIn(form, 'reason') });
    return redirect(controlPath(key.season_id, key.flight_id));
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export const handle = { frame: noFrame };

export default function RaceControlPage({ loaderData: { view, waiting, disputes }, actionData }: Route.ComponentProps) {
  const { flight, loft } = view;
  const answer = useKeptAnswer(actionData);
  const givesUp = answer?.typed.intent === 'give_up';
  const isLive = takesArrivals(flight.status);
  useLiveRefresh(isLive ? flight.id : null);
  useRefresh(isLive);
  return (
    <div className={styles.page}>
      <ControlHead view={view} />
      <div className={styles.columns}>
        <div>
          <ControlDisputes view={view} open={disputes} />
          <ControlRulings view={view} waiting={waiting} />
          <ControlGaps view={view} answer={givesUp ? answer : undefined} />
          <ControlToMend view={view} refused={givesUp ? undefined : answer?.refused} />
          <ControlClose view={view} />
          <TooFast view={view} />
        </div>
        <div>
          <ControlClocks view={view} />
          <ControlCompared view={view} />
          <ControlCurve view={view} />
        </div>
        <div>
          <NotHome view={view} loft={loft} />
          <HomeLate view={view} />
          <Disqualified view={view} />
        </div>
      </div>
    </div>
  );
}

/** The shortest time between two readings of the page, ms. */
const pause_ms = 2000;

/** Reads the page again when a bird lands or something else about the flight changes. */
function useLiveRefresh(flight_id: number | null): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (flight_id === null) return;
    let due: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      due ??= setTimeout(() => {
        due = undefined;
        void revalidate();
      }, pause_ms);
    };
    const stop = follow({
      flight_id,
      log: openArrivalLog(),
      onBirds: soon,
      onChanged: soon,
      onMissed: soon,
      onConnection: () => {},
    });
    return () => {
      stop();
      clearTimeout(due);
    };
  }, [flight_id, revalidate]);
}
