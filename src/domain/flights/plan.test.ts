import { describe, expect, it } from 'vitest';
import { flightStatuses, nextAction, nextActions } from './flight.ts';
import {
  nextFlight,
  nextName,
  type Plan,
  type PlannedFlight,
  seriesOf,
  whyNotChangePlan,
  whyNotPlan,
  whyNotPlanAt,
  whyNotPostpone,
  whyNotRemoveFlight,
  whyNotShow,
  whyNotStep,
} from './plan.ts';

const release_ms = Date.parse('2026-09-12T06:15:00Z');
const plan: Plan = {
  kind: 'final',
  entry: 'activated',
  is_draft: false,
  release_ms,
  basketing_ms: release_ms - 3_600_000,
  stated_m: null,
  distance_note: null,
};
const shown: PlannedFlight = { ...plan, status: 'planned', release_point_id: 1, has_point: true };
const change = { ...plan, release_point_id: 1 as number | null, reason: '' };
const codeOf = (no: { code: string; errors?: object | undefined } | null) =>
  no && [no.code, ...Object.keys(no.errors ?? {})].join('.');

describe('the plan of a flight (domain 2.6, 2.7)', () => {
  it.each<[string, Partial<Plan>, string | null]>([
    ['as it is', {}, null],
    ['basketing at the release', { basketing_ms: release_ms }, 'basketing_after_release.basketing_time'],
    ['basketing, and no release yet', { release_ms: null }, null],
    ['a stated distance without its measurement', { stated_m: 1 }, 'distance_note_needed.distance_note'],
    ['a stated distance', { stated_m: 1, distance_note: 'By the federation' }, null],
  ])('%s', (_what, other, code) => {
    expect(codeOf(whyNotPlan({ ...plan, ...other }))).toBe(code);
  });

  it.each<[string, Partial<Plan>, boolean, string | null]>([
    ['a release of a minute ago', {}, false, 'release_is_over.release_date'],
    ['one that is meant', {}, true, null],
    ['one to come', { release_ms: release_ms + 120_000 }, false, null],
    ['no time yet', { release_ms: null }, false, null],
    ['a draft', { is_draft: true }, false, null],
  ])('is shown: %s', (_what, other, isMeant, code) => {
    expect(codeOf(whyNotShow({ ...plan, ...other }, isMeant, release_ms + 60_000))).toBe(code);
  });

  it.each<[string, Partial<PlannedFlight>, Partial<typeof change>, string | null]>([
    ['nothing', {}, {}, null],
    ['the kind while it is planned', {}, { kind: 'hot_spot' }, null],
    ['the kind once basketing began', { status: 'basketing' }, { kind: 'hot_spot' }, 'flight_basketing_began.kind'],
    ['who may fly once it is sealed', { status: 'sealed' }, { entry: 'racing' }, 'flight_basketing_began.entry'],
    ['a released flight', { status: 'released' }, {}, 'flight_plan_fixed'],
    ['an annulled flight', { status: 'annulled' }, {}, 'flight_plan_fixed'],
    ['a shown one back to a draft', {}, { is_draft: true }, 'flight_is_shown.is_draft'],
    ['the time of a shown one', {}, { release_ms: release_ms + 1 }, 'flight_to_postpone.release_time'],
    ['the first time of a shown one', { release_ms: null }, {}, null],
    ['the time of a draft', { is_draft: true }, { is_draft: true, release_ms: null }, null],
    ['the place of a shown one', {}, { release_point_id: 2 }, 'flight_move_needs_reason.reason'],
    ['the place for a reason', { status: 'sealed' }, { release_point_id: 2, reason: 'Fog' }, null],
    ['the first place of a shown one', { release_point_id: null, has_point: false }, {}, null],
    ['a place of its own', { release_point_id: null }, {}, 'flight_move_needs_reason.reason'],
    ['the place of a draft', { is_draft: true }, { release_point_id: 2 }, null],
  ])('is changed: %s', (_what, before, after, code) => {
    expect(codeOf(whyNotChangePlan({ ...shown, ...before }, { ...change, ...after }))).toBe(code);
  });

  it('is removed only without a basket, and before its list is sealed', () => {
    expect(codeOf(whyNotRemoveFlight({ status: 'basketing', basketed_count: 1 }))).toBe('flight_has_basket');
    const removable = flightStatuses.filter((status) => !whyNotRemoveFlight({ status, basketed_count: 0 }));
    expect(removable).toEqual(['planned', 'basketing']);
  });

  it('leaves basketing only while no bird is on its list', () => {
    const step = (basketed_count: number) =>
      whyNotStep({ is_draft: false, basketed_count }, { event: 'close_basketing', reason: '' });
    expect([codeOf(step(0)), codeOf(step(1))]).toEqual([null, 'flight_has_basket']);
  });

  it('takes a step when it is shown, and is annulled and reopened for a reason', () => {
    expect(codeOf(whyNotStep({ is_draft: false, basketed_count: 0 }, { event: 'seal', reason: '' }))).toBe(
      'basket_list_empty',
    );
    expect(codeOf(whyNotStep({ is_draft: false, basketed_count: 1 }, { event: 'seal', reason: '' }))).toBe(null);
    expect(codeOf(whyNotStep({ is_draft: true, basketed_count: 0 }, { event: 'open_basketing', reason: '' }))).toBe(
      'flight_is_draft',
    );
    expect(codeOf(whyNotStep({ is_draft: false, basketed_count: 0 }, { event: 'open_basketing', reason: '' }))).toBe(
      null,
    );
    expect(codeOf(whyNotStep({ is_draft: false, basketed_count: 0 }, { event: 'annul', reason: ' ' }))).toBe(
      'error_required.reason',
    );
    expect(codeOf(whyNotStep({ is_draft: false, basketed_count: 0 }, { event: 'reopen', reason: '' }))).toBe(
      'error_required.reason',
    );
    expect(codeOf(whyNotStep({ is_draft: false, basketed_count: 0 }, { event: 'annul', reason: 'Storm' }))).toBe(null);
  });

  it('is postponed to another time or to none, until the release', () => {
    expect(codeOf(whyNotPostpone(shown, release_ms + 1, release_ms))).toBe(null);
    const past_ms = release_ms - 48 * 3_600_000;
    expect(codeOf(whyNotPostpone(shown, past_ms, release_ms))).toBe(null);
    expect(codeOf(whyNotPostpone(shown, past_ms - 1, release_ms))).toBe('release_too_old.release_date');
    expect(codeOf(whyNotPlanAt({ ...plan, release_ms: past_ms - 1 }, release_ms))).toBe('release_too_old.release_date');
    expect(codeOf(whyNotPlanAt({ ...plan, release_ms: past_ms, basketing_ms: null }, release_ms))).toBe(null);
    expect(codeOf(whyNotPostpone(shown, null, release_ms))).toBe(null);
    expect(codeOf(whyNotPostpone(shown, release_ms, release_ms))).toBe('flight_time_same.release_time');
    expect(codeOf(whyNotPostpone({ ...shown, is_draft: true }, null, release_ms))).toBe('flight_is_draft');
    expect(codeOf(whyNotPostpone({ ...shown, status: 'released' }, null, release_ms))).toBe('flight_plan_fixed');
  });
});

describe('what comes next', () => {
  it('is one action in each state', () => {
    expect(flightStatuses.map((status) => nextAction({ status }))).toEqual([...nextActions]);
  });

  it('is the flight in the air, else the earliest to come, else the first that waits', () => {
    const at = (status: PlannedFlight['status'], day: string | null) => ({
      status,
      release_time: day && `2026-09-${day}T06:00:00.000Z`,
    });
    const official = at('official', '01');
    const waiting = at('provisional', '02');
    const late = at('planned', '20');
    const early = at('sealed', '12');
    const undated = at('planned', null);
    const flying = at('released', '10');
    expect(nextFlight([official, undated, late, early, waiting, flying])).toBe(flying);
    expect(nextFlight([official, undated, late, early, waiting])).toBe(early);
    expect(nextFlight([undated, waiting])).toBe(undated);
    expect(nextFlight([official, waiting])).toBe(waiting);
    expect(nextFlight([official])).toBe(null);
  });
});

describe('a series', () => {
  it('has its days at equal distances, and numbers after those that are taken', () => {
    const series = { name: 'Training', first_day: '2026-06-28', days_between: 7, count: 3 };
    expect(seriesOf(series, ['training 2', 'Hot spot 9', 'Training'])).toEqual([
      { name: 'Training 3', day: '2026-06-28' },
      { name: 'Training 4', day: '2026-07-05' },
      { name: 'Training 5', day: '2026-07-12' },
    ]);
    expect(seriesOf({ ...series, count: 1 }, [])).toEqual([{ name: 'Training 1', day: '2026-06-28' }]);
  });

  it('names a copy by the next number', () => {
    expect(nextName('Hot spot 1', ['Hot spot 1', 'Hot spot 4'])).toBe('Hot spot 5');
    expect(nextName('Final', ['Final'])).toBe('Final 1');
  });
});
