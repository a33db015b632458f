/** Calls to outside services: limits, timeouts, the breaker, and that no transaction is open meanwhile. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { testDatabase } from '#testing/database.ts';
import { createService, retry_ms, serviceAway } from './service.ts';
import { createServices } from './services.ts';
import { awayAs, awayIn } from './unavailable.ts';

const limits = { at_once: 2, waiting: 1, call_ms: 60_000, whole_ms: 120_000 };
const never = () => new Promise<never>(() => {});
const reasonOf = (error: unknown) => awayIn(error)?.reason ?? (error as Error).message;

afterEach(() => void vi.useRealTimers());

describe('the limit of calls at once', () => {
  it('lets that many through, has that many wait, and refuses the next at once', async () => {
    const service = createService('cards', limits);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const call = (n: number) =>
      service.call(async () => {
        begun.push(n);
        await new Promise<void>((end) => ends.push(end));
        return n;
      });
    const calls = [call(1), call(2), call(3)];
    await expect(call(4)).rejects.toMatchObject({ code: 'SERVICE_AWAY', reason: 'full', wasAsked: false });
    expect(begun).toEqual([1, 2]);
    ends[0]!();
    await vi.waitFor(() => expect(begun).toEqual([1, 2, 3]), 30_000);
    for (const end of ends) end();
    expect(await Promise.all(calls)).toEqual([1, 2, 3]);
  });

  it('is free again after a timeout, and a call that waited too long is never begun', async () => {
    const service = createService('cards', { at_once: 1, waiting: 1, call_ms: 60, whole_ms: 30 });
    let begun = 0;
    const hang = (call_ms?: number) =>
      service
        .call(() => {
          begun += 1;
          return never();
        }, call_ms)
        .catch(reasonOf);
    expect(await Promise.all([hang(200), hang()])).toEqual(['slow', 'slow']);
    expect(begun).toBe(1);
    expect(await service.call(async () => 'answer')).toBe('answer');
  });
});

describe('the breaker', () => {
  const fail = async () => {
    throw new Error('down');
  };

  it('refuses at once after five failures, lets one call through after a while, and closes when that succeeds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const service = createService('cards', limits);
    const states: string[] = [];
    service.listen({ changed: (state) => states.push(state) });
    for (let i = 0; i < 5; i += 1) await expect(service.call(fail)).rejects.toThrow('down');
    let asked = 0;
    const ask = () =>
      service.call(async () => {
        asked += 1;
        return 'answer';
      });
    await expect(ask()).rejects.toMatchObject({ reason: 'breaker', wasAsked: false });
    await expect(service.whole(ask)).rejects.toMatchObject({ reason: 'breaker' });
    expect([asked, service.isDown(), service.retry_s()]).toEqual([0, true, retry_ms / 1000]);

    vi.setSystemTime(Date.now() + retry_ms);
    let end = () => {};
    const trying = service.call(
      () =>
        new Promise<void>((done) => {
          end = done;
        }),
    );
    await vi.waitFor(() => expect(service.state()).toBe('half_open'), 30_000);
    // Nobody waits for the outcome of the first.
    await expect(ask()).rejects.toMatchObject({ reason: 'breaker' });
    end();
    await trying;
    expect([await ask(), asked, service.retry_s()]).toEqual(['answer', 1, 1]);
    expect(states).toEqual(['open', 'half_open', 'closed']);
  });

  it('stays closed for a service that refuses, and for failures with replies between', async () => {
    const service = createService('cards', limits, (error) => error.message === 'down');
    const no = async () => {
      throw new Error('no such card');
    };
    for (let i = 0; i < 10; i += 1) await expect(service.call(no)).rejects.toThrow('no such card');
    for (let i = 0; i < 10; i += 1)
      if (i % 4 === 3) await service.call(async () => 'answer');
      else await expect(service.call(fail)).rejects.toThrow('down');
    expect(service.state()).toBe('closed');
  });

  it('is separate for each push service', async () => {
    const services = createServices();
    for (let i = 0; i < 5; i += 1)
      await services
        .pushAt('https://a.example')
        .call(fail)
        .catch(() => {});
    expect(services.pushAt('https://a.example').isDown()).toBe(true);
    expect(services.pushAt('https://b.example').isDown()).toBe(false);
    // Browsers name them: there may be any number.
    for (let i = 0; i < 300; i += 1) services.pushAt(`https://${i}.example`);
    expect(services.pushAt('https://a.example').isDown()).toBe(false);
  });
});

describe('a call by HTTP', () => {
  let server: Server;
  let address: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const status = Number(request.url!.slice(1));
      response.writeHead(status);
      // 299: the headers come, and the body never ends.
      if (status === 299) response.write('{');
      else response.end(status === 204 ? undefined : `{"status":${status}}`);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  it('passes every reply on, and counts those of 500 and more as failures', async () => {
    const service = createService('identity', limits);
    expect((await service.fetch(`${address}/204`)).status).toBe(204);
    for (let i = 0; i < 5; i += 1)
      expect(await (await service.fetch(`${address}/404`)).json()).toEqual({ status: 404 });
    expect(service.state()).toBe('closed');
    for (let i = 0; i < 5; i += 1) expect((await service.fetch(`${address}/503`)).status).toBe(503);
    await expect(service.fetch(`${address}/204`)).rejects.toMatchObject({ code: 'SERVICE_AWAY' });
  });

  it('times out when the body does not end', async () => {
    const service = createService('identity', { ...limits, call_ms: 50 });
    await expect(service.fetch(`${address}/299`)).rejects.toMatchObject({ reason: 'slow', wasAsked: true });
  });
});

describe('the refusal that people see', () => {
  it('says when to retry; the log gets the reason, unless the service was not called', async () => {
    const service = createService('cards', limits);
    const failed = new Error('a client failed', { cause: serviceAway('cards', 'slow') });
    expect(awayAs('cards_away', service, failed, true)).toMatchObject({ code: 'cards_away', params: { seconds: 1 } });
    expect(awayAs('cards_away', service, failed, true).cause).toBe(failed);
    expect(awayAs('cards_away', service, serviceAway('cards', 'breaker'), true).cause).toBeUndefined();
    const bug = new TypeError('a bug');
    expect(awayAs('cards_away', service, bug, false)).toBe(bug);
  });
});

describe('a transaction', () => {
  it('must not be open while a service is called, at any depth', async () => {
    const database = await testDatabase();
    const { db, close } = connect(database.url, () => {});
    try {
      const service = createService('cards', limits);
      const ask = () => service.call(async () => 'answer');
      const later: (() => Promise<string>)[] = [];
      await expect(transact(db, ask)).rejects.toThrow('while a transaction was open');
      await expect(transact(db, () => service.whole(ask))).rejects.toThrow('while a transaction was open');
      await transact(db, async () => {
        let go = () => {};
        const gone = new Promise<void>((done) => {
          go = done;
        });
        later.push(() => {
          go();
          return set;
        });
        // Started inside, it calls after the transaction is over.
        const set = gone.then(ask);
      });
      expect(await later[0]!()).toBe('answer');
    } finally {
      await close();
      await database.drop();
    }
  });
});

describe('the figures and the log', () => {
  it('report the breaker when it changes, and the outcome of each call', async () => {
    const registry = new Registry();
    const lines: string[] = [];
    const log = { warn: (...line: unknown[]) => void lines.push(JSON.stringify(line)), info: () => {} };
    const services = createServices();
    services.observe({ registry, log: log as never });
    const fail = async () => {
      throw new Error('down');
    };
    for (let i = 0; i < 8; i += 1) await services.sms.call(fail).catch(() => {});
    await services.cards.call(async () => 'answer');
    const text = await registry.metrics();
    expect(text).toContain('loftline_outside_breaker_state{service="sms"} 2');
    expect(text).toContain('loftline_outside_breaker_state{service="cards"} 0');
    expect(text).toContain('loftline_outside_call_seconds_count{service="sms",outcome="failed"} 5');
    expect(text).toContain('loftline_outside_call_seconds_count{service="sms",outcome="refused"} 3');
    expect(text).toContain('loftline_outside_call_seconds_count{service="cards",outcome="answered"} 1');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('sms');
  });
});
