import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { poolsFor, processesFor, rolesOf } from './plan.ts';

describe('the processes of a machine', () => {
  it('are one for two cores, with separate live processes from four cores on', () => {
    const ofCores = (cores: number) => rolesOf('all', processesFor(cores)).join(' ');
    expect([1, 2, 3].map(ofCores)).toEqual(['all', 'all', 'all']);
    expect(ofCores(4)).toBe('all live');
    expect(ofCores(8)).toBe('all live web web');
    expect(ofCores(16)).toBe('all live live web web web web web');
  });

  it('all have the configured role', () => {
    expect(rolesOf('live', 3)).toEqual(['live', 'live', 'live']);
  });

  it("open fewer connections each when there are more than three, never more than PostgreSQL's default, a reload included", () => {
    expect(poolsFor(1)).toEqual({ site: 8, race: 8, identity: 3 });
    expect(poolsFor(3)).toEqual({ site: 8, race: 8, identity: 3 });
    expect(poolsFor(4)).toEqual({ site: 6, race: 6, identity: 2 });
    for (let processes = 1; processes <= 12; processes += 1) {
      const { site, race, identity } = poolsFor(processes);
      // With the bus of each, one more process during a reload, and the jobs' three in both.
      expect((processes + 1) * (site + race + identity + 1) + 6).toBeLessThanOrEqual(95);
    }
  });
});

describe('PROCESSES', () => {
  const processes = (env: Record<string, string>) =>
    readConfig({ NODE_ENV: 'production', DEMO: '0', ...env }).processes;

  it('is the number of cores by default, without a supervisor for a part of the program or in development', () => {
    expect(processes({})).toBeGreaterThan(0);
    expect(processes({ PROCESSES: 'auto' })).toBe(processes({}));
    expect(processes({ PROCESSES: '5' })).toBe(5);
    expect(processes({ ROLE: 'web' })).toBe(0);
    expect(processes({ ROLE: 'web', PROCESSES: '2' })).toBe(2);
    expect(processes({ NODE_ENV: 'development' })).toBe(0);
  });

  it('that is no number, or makes no sense, is named', () => {
    expect(() => processes({ PROCESSES: 'many' })).toThrow('PROCESSES="many": must be auto or a whole number up to 64');
    expect(() => processes({ PROCESSES: '65' })).toThrow('PROCESSES="65"');
    expect(() => processes({ NODE_ENV: 'development', PROCESSES: '2' })).toThrow('PROCESSES="2"');
  });

  it('leaves a configured pool size as it is', () => {
    const { pools } = readConfig({ NODE_ENV: 'production', DEMO: '0', PROCESSES: '8', DATABASE_POOL: '20' });
    expect(pools).toEqual({ site: 20, race: 3, identity: 1 });
  });
});
