/** A flight for those who plan it: its next action, its plan, what can be decided about it, and its log. */
import { redirect, useSearchParams } from 'react-router';
import { readResultToSign, signResult } from '#domain/arrivals/official-contract.ts';
import { isBeforeRelease, takesRulings } from '#domain/flights/flight.ts';
import {
  changePlan,
  closeFlight,
  plannedSteps,
  postponeFlight,
  readPlan,
  removeFlight,
  ruleFlight,
  stepFlight,
} from '#domain/flights/plan-contract.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import { disputesPath, flightsAdminPath, rulingsPath } from '#web/lib/admin-paths.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { presentPath } from '#web/lib/further-paths.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { raceRulesIn } from '#web/lib/race-rules-form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Wrong } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/SeasonFlightPage.ts';
import { DayOfFlight } from './DayOfFlight.tsx';
import { EditPlan } from './EditPlan.tsx';
import { FlightDecisions } from './FlightDecisions.tsx';
import { FlightFacts } from './FlightFacts.tsx';
import { FlightLog } from './FlightLog.tsx';
import { InventoryExports } from './InventoryExports.tsx';
import { NextFlight } from './NextFlight.tsx';
import { OwnRules } from './OwnRules.tsx';
import { keepPlace, planIn, type Typed } from './plan-form.ts';
import { mapsFor } from './plan-loader.server.ts';
import styles from './season-flights.module.css';
import { actionPath, deskPath } from './season-flights.ts';
import { sunOfFlight } from './sun.server.ts';
import { ToSign } from './ToSign.tsx';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { site } = context.get(pageContext);
  const season_id = idFrom(params.season_id);
  const key = { season_id, flight_id: idFrom(params.flight_id) };
  const view = await answers(() => context.get(callContext)(readPlan, { params: key }));
  const own = `${flightsAdminPath(season_id)}/${key.flight_id}`;
  const head = pageHead({ context, params, pattern }, [view.flight.name, view.season.name], view.loft.name);
  const { result } =
    view.flight.status === 'provisional' || view.flight.status === 'official'
      ? await answers(() => context.get(callContext)(readResultToSign, { params: key }))
      : { result: null };
  return {
    ...view,
    result,
    sun: sunOfFlight(view.flight, view.loft),
    ...(await mapsFor(view, request, site)),
    path: actionPath(view.flight, site.pages),
    own,
    desk: deskPath(view.flight, site.pages),
    head,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext);
  const season_id = idFrom(params.season_id);
  const key = { season_id, flight_id: idFrom(params.flight_id) };
  const form = await request.formData();
  const intent = textIn(form, 'intent');
  const version = textIn(form, 'version');
  const reason = textIn(form, 'reason');
  return actOn(form, async () => {
    const event = plannedSteps.find((one) => one === intent);
    if (event) await call(stepFlight, { params: key, body: { event, reason } });
    else if (intent === 'postpone') {
      const time = { release_date: textIn(form, 'release_date'), release_time: textIn(form, 'release_time') };
      await call(postponeFlight, { params: key, body: { ...time, reason, version } });
    } else if (intent === 'close') {
      const at = { date: textIn(form, 'closing_date'), time: textIn(form, 'closing_time') };
      await call(closeFlight, { params: key, body: { ...at, reason } }).catch(ofClosing);
    } else if (intent === 'sign')
      await call(signResult, { params: key, body: { fingerprint: textIn(form, 'fingerprint') } });
    else if (intent === 'remove') {
      await call(removeFlight, { params: key, body: { version } });
      return redirect(`${flightsAdminPath(season_id)}?removed=1`);
    } else if (intent === 'rules' || intent === 'rulebook') {
      const rules = intent === 'rules' ? raceRulesIn(form) : null;
      await call(ruleFlight, { params: key, body: { version, rules } });
    } else {
      const { loft } = await call(readPlan, { params: key });
      const kept = await keepPlace(call, form, loft.id);
      if (kept) return kept;
      await call(changePlan, { params: key, body: { ...planIn(form, loft.unit), version, reason } });
    }
    return redirect(`${flightsAdminPath(season_id)}/${key.flight_id}?saved=1`);
  });
}

/** The steps whose refusal stands at their form, among the decisions. */
const decidedBelow: readonly string[] = ['annul', 'reopen', 'close_basketing'];

/** The page has other fields called date and time. */
function ofClosing(error: unknown): never {
  if (!isRefusal(error) || !error.errors) throw error;
  const { date, time, ...others } = error.errors;
  throw new Refusal(error.code, error.params, {
    ...others,
    ...(date && { closing_date: date }),
    ...(time && { closing_time: time }),
  });
}

export { revalidateAfterRefusal as shouldRevalidate } from '#web/lib/revalidate.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonFlightPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const {
    loft,
    season,
    birds,
    flight,
    sun,
    result,
    next_season,
    overview,
    picker,
    log,
    path,
    own,
    desk,
    read_at,
    today,
  } = loaderData;
  const at = flightsAdminPath(season.id);
  const refused = actionData && 'refused' in actionData ? actionData.refused : undefined;
  const intent = actionData?.typed.intent;
  const isOfPlan = intent === 'draft' || intent === 'shown' || intent?.endsWith('_point') === true;
  const kept = actionData && 'kept' in actionData ? actionData.kept : undefined;
  const annulled = flight.annulled_because;
  const isSigned = result?.signatures.some(({ is_own, is_current }) => is_own && is_current) ?? false;
  return (
    <>
      <AdminHead
        title={flight.name}
        lead={flight.is_draft ? t('flights.draft_lead') : undefined}
        actions={
          <>
            <a className={panel.button} href={presentPath(flight)}>
              {t('present.show')}
            </a>
            <Link className={panel.button} to={flightPath(flight)}>
              <Icon name="globe" />
              {t('people.public')}
            </Link>
            {takesRulings(flight.status) && (
              <Link className={panel.button} to={rulingsPath(season.id, flight.id)}>
                <Icon name="evaluated" />
                {t('ruling.title')}
              </Link>
            )}
            {(flight.status === 'provisional' || flight.status === 'official') && (
              <Link className={panel.button} to={disputesPath(season.id, flight.id)}>
                <Icon name="note" />
                {result?.disputes.open
                  ? t('dispute.open_count', { n: formatNumber(locale, result.disputes.open) })
                  : t('dispute.title')}
              </Link>
            )}
            <Link className={panel.button} to={`${at}/create?copy=${flight.id}`}>
              <Icon name="plus" />
              {t('product.copy')}
            </Link>
            {next_season && (
              <Link
                className={panel.button}
                to={`${flightsAdminPath(next_season.id)}/create?copy=${flight.id}&from=${season.id}`}
              >
                <Icon name="calendar" />
                {t('flights.copy_to', { season: next_season.name })}
              </Link>
            )}
          </>
        }
      />
      <div className={styles.parts}>
        {search.has('saved') && !actionData && (
          <p role="status" className={`${panel.notice} ${styles.done}`}>
            <Icon name="check" />
            {t('due_date.done')}
          </p>
        )}
        {refused && plannedSteps.some((one) => one === intent && !decidedBelow.includes(one)) && (
          <Wrong refused={refused} />
        )}
        {annulled !== null && (
          <p className={`${panel.notice} ${panel.notice_bad}`}>
            <Icon name="alert" />
            <span>
              <b>{t('status.annulled')}.</b> <bdi>{annulled}</bdi>
            </span>
          </p>
        )}
        <NextFlight {...{ flight, loft, birds, read_at, path, desk }} isSigned={isSigned} isOwn />
        {result && (
          <ToSign
            flight={flight}
            result={result}
            own={own}
            to_disputes={disputesPath(season.id, flight.id)}
            time_zone={loft.time_zone}
            refused={intent === 'sign' ? refused : undefined}
          />
        )}
        <FlightFacts flight={flight} loft={loft} />
        {isBeforeRelease(flight.status) && (
          <>
            <DayOfFlight flight={flight} loft={loft} sun={sun} read_at={read_at} />
            <OwnRules
              {...loaderData}
              own={own}
              refused={intent === 'rules' ? refused : undefined}
              typed={intent === 'rules' ? (actionData?.typed as Typed) : undefined}
            />
          </>
        )}
        <InventoryExports path={own} flight={flight} />
        {isBeforeRelease(flight.status) && (
          <EditPlan
            view={loaderData}
            own={own}
            typed={isOfPlan ? (actionData?.typed as Typed) : undefined}
            refused={isOfPlan ? refused : undefined}
            {...{ overview, picker, kept }}
          />
        )}
        <FlightDecisions
          flight={flight}
          own={own}
          today={today}
          typed={isOfPlan ? undefined : actionData?.typed}
          refused={refused}
        />
        <FlightLog log={log} loft_id={loft.id} time_zone={loft.time_zone} />
      </div>
    </>
  );
}
