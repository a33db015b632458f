/**
 * The release of a flight. What it shows is kept on the phone: without a network the service worker opens its public
 * shell instead (OfflineReleasePage.tsx). Without a script the forms of the page do the same.
 */
import { useEffect } from 'react';
import { redirect } from 'react-router';
import { instantOf } from '#domain/day.ts';
import { observeRelease, readRelease, reportRelease, takeBackRelease } from '#domain/flights/release-contract.ts';
import { declareReleaseGroup } from '#domain/flights/release-groups-contract.ts';
import { isRefusal, Refusal, refusalAt } from '#domain/refusal.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { answersOfSeason } from '#web/lib/answers-of-season.ts';
import { releaseViews, store } from '#web/lib/browser-store.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { type Call, callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { isoDay } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { noFrame } from '#web/shell/frame.ts';
import type { Route } from './+types/ReleasePage.ts';
import { ReleaseScreen } from './ReleaseScreen.tsx';
import { observationIn } from './release-form.ts';

const pathOfPage = (season_id: number, flight_id: number) =>
  `${seasonAdminPath(season_id)}/flights/${flight_id}/release`;

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const key = { season_id: idFrom(params.season_id), flight_id: idFrom(params.flight_id) };
  const call = context.get(callContext);
  const view = await answersOfSeason(call, key.season_id, () => call(readRelease, { params: key }));
  const head = pageHead({ context, params, pattern }, [t('release.title'), view.flight.name], view.loft.name);
  return { view, flight_key: key, form_id: crypto.randomUUID(), head };
}

/** What was read last. Without a network the page goes on with it: a reading that fails must not take the button away. */
let last: { flight_id: string; data: Awaited<ReturnType<typeof loader>> } | undefined;

export async function clientLoader({
  serverLoader,
  params: { flight_id },
}: Route.ClientLoaderArgs): Promise<Awaited<ReturnType<typeof loader>>> {
  try {
    const data = await serverLoader();
    last = { flight_id, data };
    return data;
  } catch (error) {
    if (error instanceof TypeError && last?.flight_id === flight_id) return last.data;
    throw error;
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const key = { season_id: idFrom(params.season_id), flight_id: idFrom(params.flight_id) };
  const fields = await request.formData();
  const call = context.get(callContext);
  if (fields.has('kind'))
    return actOn(fields, async () => {
      const { observed, errors } = observationIn(fields);
      if (!observed) throw new Refusal('bad_input', {}, errors);
      const body = { id: textIn(fields, 'note_id'), at: new Date().toISOString(), observed };
      await call(observeRelease, { params: key, body });
      return redirect(pathOfPage(key.season_id, key.flight_id));
    });
  if (fields.has('group'))
    return actOn(fields, async () => {
      await sayGroup(call, key, fields);
      return redirect(pathOfPage(key.season_id, key.flight_id));
    });
  if (fields.has('withdraw'))
    return actOn(fields, async () => {
      const body = { release_time: textIn(fields, 'release_time'), reason: textIn(fields, 'reason') };
      await call(takeBackRelease, { params: key, body });
      return redirect(pathOfPage(key.season_id, key.flight_id));
    });
  return actOn(fields, async () => {
    const { loft } = await answers(() => call(readRelease, { params: key }));
    const [date, time] = [textIn(fields, 'date'), textIn(fields, 'time')];
    const errors = { ...(date === '' && required('date')), ...(time === '' && required('time')) };
    if (Object.keys(errors).length > 0) throw new Refusal('bad_input', {}, errors);
    try {
      const at = new Date(instantOf({ date, time }, loft.time_zone)).toISOString();
      const knows_taken_back = Number(textIn(fields, 'taken_back'));
      await call(reportRelease, {
        params: key,
        body: { id: textIn(fields, 'id'), source: 'spoken', at, knows_taken_back },
      });
    } catch (error) {
      if (error instanceof RangeError) throw refusalAt('time', 'error_format');
      // The instant of the call is the time of the form.
      if (isRefusal(error) && error.errors?.at) throw new Refusal(error.code, {}, { time: error.errors.at });
      throw error;
    }
    return redirect(pathOfPage(key.season_id, key.flight_id));
  });
}

/** Says a later group at a time of the day of the release, or that it was not released apart. */
async function sayGroup(call: Call, key: { season_id: number; flight_id: number }, fields: FormData): Promise<void> {
  const group = Number(textIn(fields, 'group'));
  const [time, crates, rings] = [textIn(fields, 'time'), textIn(fields, 'crates'), textIn(fields, 'rings')];
  if (fields.has('take_back'))
    return void (await call(declareReleaseGroup, { params: key, body: { group, at: null } }));
  const { loft, flight } = await answers(() => call(readRelease, { params: key }));
  if (time === '') throw new Refusal('bad_input', {}, required('time'));
  try {
    const date = isoDay(Date.parse(flight.release_time ?? ''), loft.time_zone);
    const at = new Date(instantOf({ date, time }, loft.time_zone)).toISOString();
    await call(declareReleaseGroup, { params: key, body: { group, at, crates, rings } });
  } catch (error) {
    if (error instanceof RangeError) throw refusalAt('time', 'error_format');
    if (isRefusal(error) && error.errors?.at) throw new Refusal(error.code, {}, { time: error.errors.at });
    throw error;
  }
}

const required = (field: string) => ({ [field]: [{ code: 'error_required' as const }] });

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export const handle = { frame: noFrame };

export default function ReleasePage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, ...page } = loaderData;
  const { flight_id } = page.flight_key;
  useEffect(() => store(`${releaseViews}${flight_id}`, JSON.stringify(view)), [flight_id, view]);
  useEffect(() => {
    last = { flight_id: String(flight_id), data: loaderData };
  }, [flight_id, loaderData]);
  return <ReleaseScreen key={flight_id} {...page} view={view} answer={actionData} />;
}
