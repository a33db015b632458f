import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('the configuration', () => {
  it('is the embedded database with a demo on port 3000 when nothing is set', () => {
    expect(readConfig({})).toMatchObject({ role: 'all', port: 3000, database_url: undefined, demo: true });
  });

  it('has a demo at a public address only when it is asked for', () => {
    const PUBLIC_URL = 'https://loft.example.org';
    expect(() => readConfig({ PUBLIC_URL })).toThrow(/^PUBLIC_URL="https:.*: set DEMO=0, or DEMO=1 if/);
    expect(readConfig({ PUBLIC_URL, DEMO: '1' }).demo).toBe(true);
    expect(readConfig({ PUBLIC_URL, DEMO: '0' }).demo).toBe(false);
    for (const own of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(readConfig({ PUBLIC_URL: own }).demo).toBe(true);
    expect(() => readConfig({ PUBLIC_URL: 'http://127.0.0.1.example.org' })).toThrow(/DEMO=0/);
  });

  it('has no demo on an external database, unless asked for', () => {
    const DATABASE_URL = 'postgres://db/loftline';
    expect(readConfig({ DATABASE_URL }).demo).toBe(false);
    expect(readConfig({ DATABASE_URL, DEMO: '1' }).demo).toBe(true);
  });

  it.each([
    [{ PORT: 'abc' }, /^PORT="abc": /],
    [{ PORT: '70000' }, /^PORT="70000": /],
    [{ PORT: '0x1f' }, /^PORT="0x1f": must be a whole number/],
    [{ PORT: '1e3' }, /^PORT="1e3": /],
    [{ PORT: '-1' }, /^PORT="-1": /],
    [{ DEMO_SPEED: '1e3' }, /^DEMO_SPEED="1e3": must be a number/],
    [{ METRICS_PORT: '3000' }, /^METRICS_PORT="3000" is PORT/],
    [{ LIVE_PORT: '3001', PROCESSES: '1', NODE_ENV: 'production' }, /^LIVE_PORT="3001" .* PROCESSES to 2/],
    [{ LIVE_PORT: '3000', PROCESSES: '2', NODE_ENV: 'production' }, /^LIVE_PORT="3000" is another port/],
    [{ PUBLIC_URL: 'https://loft.example/live' }, /^PUBLIC_URL=.* without a path/],
    [{ PUBLIC_URL: 'https://me:pw@loft.example' }, /^PUBLIC_URL=.* a user/],
    [{ ORIGINS: 'https://a.example/?x' }, /^ORIGINS=/],
    [{ ROLE: 'boss' }, /^ROLE="boss": .*all/],
    [{ DEMO: 'yes' }, /^DEMO="yes": /],
    [{ PUBLIC_URL: 'ftp://x' }, /^PUBLIC_URL="ftp:/],
    [{ TRUST_PROXY: '10.0.0.0/8, proxy' }, /^TRUST_PROXY=/],
    [{ ORIGINS: 'https://a.example,b' }, /^ORIGINS=/],
    [{ LIVE_URL: 'https://live.example' }, /^LIVE_URL=/],
    [{ DATABASE_URL: 'mysql://u:secret@h/d' }, /^DATABASE_URL: /],
    [{ DATABASE_OWNER_URL: 'postgres://h/d' }, /DATABASE_URL/],
    [{ TAG_MANAGER_ID: 'UA-1' }, /^TAG_MANAGER_ID="UA-1": must look like/],
    [{ S3_BUCKET: 'loft' }, /^S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY/],
    [{ STRIPE_SECRET_KEY: 'sk_live_1' }, /^STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET/],
    [{ STRIPE_API_BASE: 'http://cards.example' }, /^STRIPE_API_BASE and STRIPE_PUBLISHABLE_KEY/],
    [{ MEDIA_URL: 'https://media.example/assets' }, /^MEDIA_URL=.* without a path/],
    [{ MAP_STYLE_URL: 'style.json' }, /^MAP_STYLE_URL="style.json"/],
    [{ WINDY_MAP_URL: 'https://winds.example/boot.js' }, /^WINDY_MAP_URL means nothing without WINDY_MAP_KEY/],
    [{ ACCESS_PASSWORD: 'short' }, /^ACCESS_PASSWORD: /],
    [{ ACCESS_PASSWORD: 'long enough', LIVE_URL: 'wss://live.example' }, /^ACCESS_PASSWORD and LIVE_URL/],
  ])('a wrong value names itself: %o', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  it('never shows a secret in its error message', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://u:secret@h/d', METRICS_TOKEN: 'short' })).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching(/secret|short/) }),
    );
  });

  it('knows its proxies by address and network', () => {
    const { trust_proxy } = readConfig({ TRUST_PROXY: '10.0.0.0/8, 2001:db8::/32,192.0.2.7' });
    const asked = [
      '10.1.2.3',
      '::ffff:10.1.2.3',
      '2001:db8::1',
      '192.0.2.7',
      '192.0.2.8',
      '2001:db9::1',
      'unknown',
      '',
    ];
    expect(asked.filter(trust_proxy)).toEqual(asked.slice(0, 4));
    expect(readConfig({}).trust_proxy('127.0.0.1')).toBe(false);
  });

  it('takes sockets from its own address and the further ones', () => {
    const env = { DEMO: '0', PUBLIC_URL: 'https://loft.example/', ORIGINS: 'https://a.example, http://b.example:81' };
    expect(readConfig(env).origins).toEqual(['https://loft.example', 'https://a.example', 'http://b.example:81']);
  });

  it('treats a blank variable as unset, and trims values', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(3000);
    expect(readConfig({ PORT: ' ', HOST: ' ', DATA_DIR: '\t' })).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      data_dir: undefined,
    });
    expect(readConfig({ PORT: ' 80 ' }).port).toBe(80);
  });
});
