import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('the configuration', () => {
  it('is the embedded database with a demo on port 3000 when nothing is set', () => {
    expect(readConfig({})).toMatchObject({ role: 'all', port: 3000, database_url: undefined, demo: true });
  });

  it('has no demo on a database of one’s own, unless asked for', () => {
    const DATABASE_URL = 'postgres://db/loftline';
    expect(readConfig({ DATABASE_URL }).demo).toBe(false);
    expect(readConfig({ DATABASE_URL, DEMO: '1' }).demo).toBe(true);
  });

  it.each([
    [{ PORT: 'abc' }, /^PORT="abc": /],
    [{ PORT: '70000' }, /^PORT="70000": /],
    [{ ROLE: 'boss' }, /^ROLE="boss": .*all/],
    [{ DEMO: 'yes' }, /^DEMO="yes": /],
    [{ PUBLIC_URL: 'ftp://x' }, /^PUBLIC_URL="ftp:/],
    [{ DATABASE_URL: 'mysql://u:secret@h/d' }, /^DATABASE_URL: /],
    [{ DATABASE_OWNER_URL: 'postgres://h/d' }, /DATABASE_URL/],
  ])('a wrong value names itself: %o', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  it('never shows a secret in its complaint', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://u:secret@h/d', METRICS_TOKEN: 'short' })).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching(/secret|short/) }),
    );
  });

  it('takes an empty variable for an unset one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(3000);
  });
});
