/** A result becomes official by two different people under the same result, whatever comes meanwhile. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { readResultToSign } from '#domain/arrivals/official-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type { Tx } from '#server/db/database.ts';
import { closeDueFlights, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { lockSeason } from '#server/seasons/seasons.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { type BuiltRace, buildLoftWithoutDisputes, buildPerson, buildRace, readingOf } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { auditLoft } from './audit.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(async () => {
  await site?.end();
});

type Person = Awaited<ReturnType<typeof buildPerson>>;
const write = <Answer>(work: (tx: Tx) => Promise<Answer>) => site.db.transaction().execute(work);

const at = (race: BuiltRace, minutes: number) => new Date(race.release_ms + minutes * 60_000).toISOString();

let sequences = 0;
async function read(race: BuiltRace, bird: number, minutes: number, sequence = ++sequences) {
  const payload = { readings: [readingOf(race, bird, minutes, { sequence, boot: race.flight_id })] };
  const headers = { authorization: `Bearer ${race.key}` };
  const answer = await site.app.inject({ method: 'POST', url: '/api/devices/readings', headers, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as { readings: { unranked: string | null }[] };
}

/** A flight of four birds, three of them home, in the air, with the two people who run the loft. */
async function flown(birds = 4) {
  sequences = 0;
  const race = await buildRace(site.db, { birds }, await buildLoftWithoutDisputes(site.db));
  for (let bird = 0; bird < birds - 1; bird += 1) await read(race, bird, 300 + bird);
  const person = (first_name: string) =>
    buildPerson(site.db, { first_name, entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }] });
  const [ines, tiago] = [await person('Inês'), await person('Tiago')];
  const url = `/api/admin/seasons/${race.season_id}/flights/${race.flight_id}`;
  const call = async (who: Person, method: 'GET' | 'POST', path: string, payload?: object) => {
    const answer = await site.app.inject({
      method,
      url: `${url}/${path}`,
      headers: who.headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  return {
    race,
    ines,
    tiago,
    close: (minutes: number, more: object = {}) => {
      const [date, time] = local(race, minutes);
      return call(ines, 'POST', 'closing', { date, time, reason: 'All that came are home', ...more });
    },
    publish: () => call(ines, 'POST', 'steps', { event: 'publish' }),
    toSign: async (who = ines) => {
      const { status, body } = await call(who, 'GET', 'signatures');
      expect(status, JSON.stringify(body)).toBe(200);
      return (body as ReplyOf<typeof readResultToSign>).result!;
    },
    sign: (who: Person, fingerprint: string) => call(who, 'POST', 'signatures', { fingerprint }),
    official: () => site.app.inject(`/api/lofts/${race.loft.id}/flights/${race.flight_id}/official-result?with=text`),
    status: async () => {
      const { body } = await site.app.inject(`/api/lofts/${race.loft.id}/flights/${race.flight_id}`);
      return JSON.parse(body).flight.status as string;
    },
  };
}

/** Day and time by the clock of the loft, which is two hours ahead in summer. */
function local(race: BuiltRace, minutes: number): [date: string, time: string] {
  const text = new Date(race.release_ms + (minutes + 120) * 60_000).toISOString();
  return [text.slice(0, 10), text.slice(11, 16)];
}

async function provisional(birds?: number) {
  const flight = await flown(birds);
  expect(await flight.close(600)).toMatchObject({ status: 200, body: { flight: { status: 'closed' } } });
  expect(await flight.publish()).toMatchObject({ status: 200, body: { flight: { status: 'provisional' } } });
  return flight;
}

describe('a flight without a closing rule', () => {
  it('is closed by hand for a reason that everybody can read; later birds are outside control', async () => {
    const { race, close } = await flown();
    expect((await close(301)).status).toBe(200);
    expect((await read(race, 3, 400)).readings[0]).toMatchObject({ unranked: 'after_close' });
    const { body } = await site.app.inject(`/api/lofts/${race.loft.id}/flights/${race.flight_id}/log`);
    expect(JSON.parse(body).log.at(-1)).toMatchObject({ kind: 'closed', reason: 'All that came are home' });
    // The third bird landed after the end that was set; both stand outside control.
    const late = await site.app.inject(`/api/lofts/${race.loft.id}/flights/${race.flight_id}/late`);
    expect(late.json().birds.map((bird: { pigeon_id: number; time: string }) => [bird.pigeon_id, bird.time])).toEqual([
      [race.pigeon_ids[2], at(race, 302)],
      [race.pigeon_ids[3], at(race, 400)],
    ]);
    const result = await site.app.inject(`/api/lofts/${race.loft.id}/flights/${race.flight_id}/result`);
    expect(result.json().home_count).toBe(2);
  });

  it('is not closed before its release, in the future, twice, or without a reason', async () => {
    const { close } = await flown();
    expect(await close(-10)).toMatchObject({ body: { codes: { time: ['closing_before_release'] } } });
    expect(await close(0, { date: '2090-01-01' })).toMatchObject({ body: { codes: { time: ['closing_in_future'] } } });
    expect(await close(300, { reason: ' ' })).toMatchObject({ body: { codes: { reason: ['error_required'] } } });
    expect(await close(300, { time: '25:00' })).toMatchObject({ body: { codes: { time: ['error_time'] } } });
    expect((await close(300)).status).toBe(200);
    expect(await close(310)).toMatchObject({ status: 409, body: { code: 'flight_not_in_the_air' } });
  });

  it('that a rule closes is not closed by hand', async () => {
    const race = await buildRace(site.db, { birds: 1, rules: { closing: { kind: 'hours', hours: 48 } } });
    const merchant = await buildPerson(site.db, { entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }] });
    const [date, time] = local(race, 300);
    const url = `/api/admin/seasons/${race.season_id}/flights/${race.flight_id}/closing`;
    const payload = { date, time, reason: 'Rain' };
    const answer = await site.app.inject({ method: 'POST', url, headers: merchant.headers, payload });
    expect(answer.json()).toEqual(expect.objectContaining({ code: 'closes_by_rule' }));
  });
});

describe('a flight that closes at a share of its birds', () => {
  it('is over with the bird that completes it; who landed later is outside control, who landed before still counts', async () => {
    const race = await buildRace(site.db, { birds: 4, rules: { closing: { kind: 'share', percent: 50 } } });
    const close = () => closeDueFlights(site.db, Date.parse(at(race, 900)));
    const homes = async () => {
      const result = await site.app.inject(`/api/lofts/${race.loft.id}/flights/${race.flight_id}/result`);
      return result.json().home_count as number;
    };
    sequences = 0;
    await read(race, 0, 300);
    expect(await close()).not.toContain(race.flight_id);
    await read(race, 1, 310);
    await read(race, 2, 320);
    expect(await close()).toContain(race.flight_id);
    expect(await homes()).toBe(2);
    expect((await read(race, 2, 330)).readings[0]).toMatchObject({ unranked: 'after_close' });
    expect((await read(race, 3, 305)).readings[0]).toMatchObject({ unranked: null });
    expect(await homes()).toBe(3);
    expect(await close()).not.toContain(race.flight_id);
  });
});

describe('the official result', () => {
  it('takes two different people; what they signed can be read and computed again', async () => {
    const { race, ines, tiago, toSign, sign, official, status } = await provisional();
    const { fingerprint, ...shown } = await toSign();
    const disputes = { open: 0, until: null };
    const nothing = {
      gaps: [],
      given_up: [],
      silent: [],
      waiting: [],
      close_to_decide: 0,
      waiting_rulings: 0,
      jumps: [],
      disputes,
      signatures: [],
    };
    expect(shown).toEqual({ is_official: false, home_count: 3, basketed_count: 4, ...nothing });
    expect(await sign(ines, fingerprint)).toMatchObject({ status: 200, body: { status: 'provisional' } });
    expect(await sign(ines, fingerprint)).toMatchObject({ status: 409, body: { code: 'result_signed' } });
    expect((await official()).statusCode).toBe(404);
    expect((await toSign(tiago)).signatures).toEqual([
      { by: 'Inês', signed_at: expect.any(String), is_own: false, is_current: true },
    ]);
    expect(await sign(tiago, fingerprint)).toMatchObject({ status: 200, body: { status: 'official' } });
    expect(await status()).toBe('official');
    expect(await toSign(tiago)).toMatchObject({
      is_official: true,
      fingerprint,
      signatures: [{ by: 'Inês' }, { by: 'Tiago' }],
    });
    const kept = (await official()).json() as { text: string; fingerprint: string; version: number };
    expect(kept).toMatchObject({ version: 1, fingerprint });
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(kept.text));
    expect(Buffer.from(digest).toString('hex')).toBe(fingerprint);
    expect(kept.text.split('\n').filter((line) => /^\d+\t/.test(line))).toHaveLength(3);
    expect((await auditLoft(site.db, race.loft.id)).faults).toEqual([]);
  });

  it('asks for new signatures when a late reading has changed it', async () => {
    const { race, ines, tiago, toSign, sign } = await provisional();
    const before = await toSign();
    await sign(ines, before.fingerprint);
    await read(race, 3, 310);
    expect(await sign(tiago, before.fingerprint)).toMatchObject({ status: 409, body: { code: 'result_changed' } });
    const now = await toSign(ines);
    expect(now).toMatchObject({ home_count: 4, signatures: [{ is_own: true, is_current: false }] });
    expect(await sign(tiago, now.fingerprint)).toMatchObject({ body: { status: 'provisional' } });
    expect(await sign(ines, now.fingerprint)).toMatchObject({ body: { status: 'official' } });
  });

  it('is not signed while a clock owes a reading; what is missing is named (A3)', async () => {
    const { race, ines, toSign, sign } = await provisional();
    await read(race, 3, 310, 9);
    const { fingerprint, gaps } = await toSign();
    expect(gaps).toMatchObject([{ clock: 'Clock 1', from: 4, to: 8 }]);
    expect(await sign(ines, fingerprint)).toMatchObject({ status: 409, body: { code: 'readings_missing' } });
  });

  it('names the readings that are no arrival', async () => {
    const { race, toSign } = await provisional();
    const unknown = { ...readingOf(race, 3, 310, { sequence: 4, boot: race.flight_id }), chip: 'FFFFFFFFFF' };
    const headers = { authorization: `Bearer ${race.key}` };
    const payload = { readings: [unknown] };
    await site.app.inject({ method: 'POST', url: '/api/devices/readings', headers, payload });
    expect((await toSign()).waiting).toEqual([{ reason: 'unknown_chip', count: 1 }]);
  });

  it('is signed as provisional only', async () => {
    const { ines, sign } = await flown();
    expect(await sign(ines, '0'.repeat(64))).toMatchObject({ status: 409, body: { code: 'result_not_provisional' } });
    expect(await sign(ines, 'x')).toMatchObject({ status: 422, body: { codes: { fingerprint: expect.any(Array) } } });
  });

  it('is not shown where the season hides a part of it (3.15)', async () => {
    const { race, ines, tiago, toSign, sign, official } = await provisional();
    const { fingerprint } = await toSign();
    await sign(ines, fingerprint);
    await sign(tiago, fingerprint);
    const season = { loft_id: race.loft.id, season_id: race.season_id };
    await write(async (tx) => {
      await lockSeason(tx, season);
      await changeHidden(tx, null, season, ['results.time']);
    });
    expect((await official()).statusCode).toBe(404);
  });

  it('is made once, however the two signatures and a late reading meet; what counts is in what was signed', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { race, ines, tiago, toSign, sign, official, status } = await provisional();
      const { fingerprint } = await toSign();
      const [one, other, late] = await Promise.all([
        sign(ines, fingerprint),
        sign(tiago, fingerprint),
        read(race, 3, 310),
      ]);
      const answers = [one, other].map(({ status: code, body }) => (code === 200 ? body.status : body.code));
      const now = await status();
      const result = await site.app.inject(`/api/lofts/${race.loft.id}/flights/${race.flight_id}/result`);
      const { home_count } = result.json() as { home_count: number };
      if (now === 'official') {
        expect(new Set(answers)).toEqual(new Set(['official', 'provisional']));
        expect([late.readings[0]!.unranked, home_count]).toEqual(['after_close', 3]);
        expect((await official()).json().fingerprint).toBe(fingerprint);
      } else {
        expect(answers.every((answer) => answer === 'provisional' || answer === 'result_changed')).toBe(true);
        expect([late.readings[0]!.unranked, home_count]).toEqual([null, 4]);
      }
      expect((await auditLoft(site.db, race.loft.id)).faults).toEqual([]);
    }
  });

  it('control: without the two signatures the step itself asks nobody', async () => {
    const { race, status } = await provisional();
    const key = { loft_id: race.loft.id, flight_id: race.flight_id };
    await write(async (tx) => moveFlight(tx, await lockFlight(tx, key), 'make_official'));
    expect(await status()).toBe('official');
  });
});
