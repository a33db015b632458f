/** The forms of a flight's plan: what their fields hold, what was sent by them, and the places kept beside them. */
import type { FlightPlan, FlightSeries, WholePlan } from '#domain/flights/plan-contract.ts';
import type { PointMeasure } from '#domain/flights/release-point.ts';
import { addReleasePoint, changeReleasePoint, removeReleasePoint } from '#domain/flights/release-point-contract.ts';
import { type FieldError, isRefusal, Refusal } from '#domain/refusal.ts';
import { type LoftUnit, metresPerMinute, speedInUnit } from '#domain/units.ts';
import type { Call } from '#web/lib/context.ts';
import { textIn } from '#web/lib/form.ts';

/** The texts in the fields. */
export type Typed = Readonly<Record<string, string>>;

/** The checkbox of a clock. */
export const clockField = (id: number) => `clock_${id}`;

export const newPlan: Typed = { kind: 'training', entry: 'racing', notifies_followers: 'on' };

/** A plan as it stands in the fields, its speed in the unit of the loft. */
export function typedOf(plan: WholePlan, unit: LoftUnit): Typed {
  return {
    name: plan.name,
    kind: plan.kind,
    entry: plan.entry,
    release_date: plan.release_date ?? '',
    release_time: plan.release_clock,
    basketing_date: plan.basketing_date ?? '',
    basketing_time: plan.basketing_date === null ? '' : plan.basketing_clock,
    release_point_id: plan.release_point_id === null ? '' : String(plan.release_point_id),
    distance: plan.distance_source === 'stated' ? String(plan.distance_m) : '',
    distance_note: plan.distance_note ?? '',
    estimated_average_speed:
      plan.estimated_average_speed === null ? '' : String(Math.round(speedInUnit(plan.estimated_average_speed, unit))),
    ...(plan.notifies_followers && { notifies_followers: 'on' }),
    ...Object.fromEntries(plan.clock_ids.map((id) => [clockField(id), 'on'])),
  };
}

/** The plan in a sent form; its button says whether it is a draft. */
export function planIn(form: FormData, unit: LoftUnit) {
  return {
    ...commonIn(form, unit),
    release_date: textIn(form, 'release_date'),
    basketing_date: textIn(form, 'basketing_date'),
    basketing_time: textIn(form, 'basketing_time'),
    release_point_id: textIn(form, 'release_point_id'),
    distance: textIn(form, 'distance'),
    distance_note: textIn(form, 'distance_note'),
  };
}

/** The series in a sent form, with the place of each of its flights. */
export function seriesIn(form: FormData, unit: LoftUnit) {
  return {
    ...commonIn(form, unit),
    first_day: textIn(form, 'first_day'),
    days_between: textIn(form, 'days_between'),
    release_point_ids: form.getAll('release_point_ids').map(String),
  };
}

/** The speed that was typed in the unit of a loft, in metres a minute; what is no number stays for the call to refuse. */
export function speedIn(typed: string, unit: LoftUnit): string | number {
  return /^\d+(\.\d+)?$/.test(typed) ? metresPerMinute(Number(typed), unit) : typed;
}

/** Errors at a speed, with the limits in the unit of the loft. */
export const speedErrors = (errors: readonly FieldError[] | undefined, unit: LoftUnit): FieldError[] | undefined =>
  errors?.map(({ code, params }) => ({
    code,
    params: Object.fromEntries(
      Object.entries(params ?? {}).map(([name, limit]) => [
        name,
        typeof limit !== 'number' ? limit : Math[name === 'min' ? 'ceil' : 'floor'](speedInUnit(limit, unit)),
      ]),
    ),
  }));

function commonIn(form: FormData, unit: LoftUnit) {
  return {
    name: textIn(form, 'name'),
    kind: textIn(form, 'kind') as FlightPlan['kind'],
    entry: textIn(form, 'entry') as FlightSeries['entry'],
    release_time: textIn(form, 'release_time'),
    estimated_average_speed: speedIn(textIn(form, 'estimated_average_speed'), unit),
    notifies_followers: textIn(form, 'notifies_followers') === 'on',
    is_draft: textIn(form, 'intent') === 'draft',
    is_over: textIn(form, 'is_over') === 'on',
    clock_ids: [...form.keys()].flatMap((name) => /^clock_(\d+)$/.exec(name)?.[1] ?? []),
  };
}

/** The form of a plan was sent to keep a place: it is shown again, with all that was typed. */
export interface KeptPlace {
  /** The place that is chosen now; null: the one that was edited is no longer offered. */
  kept: number | null;
  typed: Typed;
}

const ofPlaces = ['add_point', 'change_point', 'remove_point'] as const;

/** Keeps, changes or removes a place, where that is what the form was sent for; null for its other buttons. */
export async function keepPlace(call: Call, form: FormData, loft_id: number): Promise<KeptPlace | null> {
  const intent = ofPlaces.find((one) => one === textIn(form, 'intent'));
  if (!intent) return null;
  const typed = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  const key = { loft_id, release_point_id: Number(textIn(form, 'point_id')) };
  const version = textIn(form, 'point_version');
  const body = {
    name: textIn(form, 'point_name'),
    latitude: textIn(form, 'latitude'),
    longitude: textIn(form, 'longitude'),
    measured: textIn(form, 'measured') as PointMeasure,
    measured_on: textIn(form, 'measured_on'),
  };
  try {
    if (intent === 'remove_point') {
      await call(removeReleasePoint, { params: key, body: { version } });
      const isChosen = typed.release_point_id === String(key.release_point_id);
      return { kept: null, typed: { ...typed, ...(isChosen && { release_point_id: '' }) } };
    }
    const { release_point } =
      intent === 'add_point'
        ? await call(addReleasePoint, { params: { loft_id }, body })
        : await call(changeReleasePoint, {
            params: key,
            body: { ...body, version, reason: textIn(form, 'point_reason') },
          });
    return { kept: release_point.id, typed: { ...typed, release_point_id: String(release_point.id) } };
  } catch (error) {
    if (!isRefusal(error) || !error.errors) throw error;
    // The plan has a name and a reason too.
    const own = Object.entries(error.errors).map(([name, errors]) => [
      name === 'name' || name === 'reason' ? `point_${name}` : name,
      errors,
    ]);
    throw new Refusal(error.code, error.params, Object.fromEntries(own));
  }
}
