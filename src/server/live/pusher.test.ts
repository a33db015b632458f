import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { closeFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { createSeason } from '#server/seasons/seasons.ts';
import { type BuiltRace, buildRace, readingOf } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let site: TestSite;
let address: string;
beforeAll(async () => {
  site = await testSite();
  address = await site.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => site.end());

interface Event {
  event: string;
  channel?: string;
  data: string;
}

/** A client that speaks as Pusher's and Laravel Echo do. */
async function client(path = '/app/loftline?protocol=7&client=js&version=8.4.0&flash=false') {
  const socket = new WebSocket(`${address.replace('http', 'ws')}${path}`);
  const events: Event[] = [];
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  socket.on('message', (raw: Buffer) => events.push(JSON.parse(raw.toString())));
  socket.on('error', () => {});
  await Promise.race([new Promise((resolve) => socket.on('open', resolve)), closed]);
  const send = (event: string, data: object) => socket.send(JSON.stringify({ event, data }));
  const named = (name: string) => events.filter(({ event }) => event === name);
  return { socket, events, closed, send, named, close: () => socket.close() };
}

const sendReadings = (race: BuiltRace, readings: object[]) =>
  fetch(`${address}/api/devices/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${race.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings }),
  });

describe('a client of Pusher or Echo (7.17)', () => {
  it('is told its socket and how long it may hear nothing, as JSON in a text', async () => {
    const one = await client();
    await expect.poll(() => one.events).toHaveLength(1);
    expect(one.events[0]!.event).toBe('pusher:connection_established');
    expect(JSON.parse(one.events[0]!.data)).toEqual({
      socket_id: expect.stringMatching(/^\d+\.\d+$/),
      activity_timeout: 120,
    });
    const other = await client();
    await expect.poll(() => other.events).toHaveLength(1);
    expect(other.events[0]!.data).not.toBe(one.events[0]!.data);
    one.close();
    other.close();
  });

  it('subscribes to a flight, is told what is home, and each arrival from then on', async () => {
    const race = await buildRace(site.db);
    await sendReadings(race, [readingOf(race, 0, 300, { sequence: 1 })]);
    const one = await client();
    const channel = `flight.${race.flight_id}`;
    one.send('pusher:subscribe', { channel });
    await expect.poll(() => one.named('arrivals')).toHaveLength(1);
    expect(one.events[1]).toEqual({ event: 'pusher_internal:subscription_succeeded', channel, data: '{}' });
    expect(JSON.parse(one.events[2]!.data)).toMatchObject({
      from: 0,
      seq: 1,
      rows: [[1, race.pigeon_ids[0], race.release_ms + 300 * 60_000]],
    });
    await sendReadings(race, [readingOf(race, 1, 301, { sequence: 2 })]);
    // Frames without a row say that nobody landed, or when the next birds are expected.
    const landed = () => one.named('arrivals').filter(({ data }) => JSON.parse(data).rows.length > 0);
    await expect.poll(landed).toHaveLength(2);
    expect(landed().at(-1)).toMatchObject({ event: 'arrivals', channel });
    expect(JSON.parse(landed().at(-1)!.data)).toMatchObject({ from: 1, seq: 2 });
    one.close();
  });

  it('hears no more of a flight that it has left', async () => {
    const race = await buildRace(site.db);
    const one = await client();
    const channel = `flight.${race.flight_id}`;
    one.send('pusher:subscribe', { channel });
    await expect.poll(() => one.named('arrivals').length).toBeGreaterThan(0);
    one.send('pusher:unsubscribe', { channel });
    one.send('pusher:ping', {});
    await expect.poll(() => one.named('pusher:pong')).toHaveLength(1);
    const heard = one.named('arrivals').length;
    await sendReadings(race, [readingOf(race, 0, 300, { sequence: 1 })]);
    const other = await client();
    other.send('pusher:subscribe', { channel });
    await expect.poll(() => other.named('arrivals').length).toBeGreaterThan(0);
    expect(one.named('arrivals')).toHaveLength(heard);
    one.close();
    other.close();
  });

  it('is told when the state of its flight changes', async () => {
    const race = await buildRace(site.db);
    const one = await client();
    const channel = `flight.${race.flight_id}`;
    one.send('pusher:subscribe', { channel });
    await expect.poll(() => one.named('arrivals').length).toBeGreaterThan(0);
    await site.db.transaction().execute(async (tx) => {
      const flight = await lockFlight(tx, { loft_id: race.loft.id, flight_id: race.flight_id });
      await closeFlight(tx, flight, new Date().toISOString());
    });
    await expect.poll(() => one.named('changed')).toContainEqual({ event: 'changed', channel, data: '{}' });
    one.close();
  });

  it.each([
    ['a flight that is not there', 'flight.999999', 404],
    ['another channel', 'news', 404],
    ['a private channel', 'private-flight.1', 403],
    ['a presence channel', 'presence-flight.1', 403],
  ])('is refused %s by an error of its subscription', async (_name, channel, status) => {
    const one = await client();
    one.send('pusher:subscribe', { channel });
    await expect.poll(() => one.named('pusher:subscription_error')).toHaveLength(1);
    expect(one.events.at(-1)).toMatchObject({ channel });
    expect(JSON.parse(one.events.at(-1)!.data)).toMatchObject({ status });
    one.close();
  });

  it('may send nothing to others', async () => {
    const one = await client();
    one.send('client-typing', {});
    await expect.poll(() => one.named('pusher:error')).toHaveLength(1);
    expect(JSON.parse(one.events.at(-1)!.data)).toMatchObject({ code: 4301 });
    one.close();
  });

  it('does not see a flight of a season in draft, whoever it is', async () => {
    const race = await buildRace(site.db);
    const season = { loft_id: race.loft.id, name: 'In draft', year: 2027 };
    const { id: season_id } = await site.db.transaction().execute((tx) => createSeason(tx, season));
    const draft = await buildRace(site.db, {}, { ...race, season_id });
    const one = await client();
    one.send('pusher:subscribe', { channel: `flight.${draft.flight_id}` });
    await expect.poll(() => one.named('pusher:subscription_error')).toHaveLength(1);
    one.close();
  });

  it('is sent away for good after a message that means nothing, and after too many', async () => {
    const broken = await client();
    broken.socket.send('no JSON');
    expect(await broken.closed).toBe(4000);
    const loud = await client();
    for (let n = 0; n <= 200; n += 1) loud.send('pusher:ping', {});
    expect(await loud.closed).toBe(4004);
  });

  it('a request that is no handshake is answered as any other', async () => {
    expect((await fetch(`${address}/app/loftline`)).status).toBe(404);
  });
});
