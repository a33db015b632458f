import { describe, expect, it } from 'vitest';
import { ownPath } from './own-site.ts';

const hosts = ['evil.example', 'evil.example/', 'user@evil.example', 'own.example@evil.example', '0x7f.1'];

/** Joined by blanks: none of the prefixes contains one. */
const starts = [
  '// /// //// /\\ \\\\ \\/ /\\/ /\t/ /\n/ /\r\n/ \t// /\u0000/ /\u2028/ /\uff0f',
  '/%2f /%5c %2f%2f /%09/ /..// /../..// /.// /./\\ /x/..// @ #// ?//',
  'https:// HTTPS:// http: https: https:/ https:\\\\ ftp:// ws:// //\t h\nttps://',
  'javascript:alert(1)// JaVaScRiPt:alert(1)// java\tscript: data:text/html, vbscript: blob:',
].flatMap((line) => line.split(' '));

const others = ['', '//', '///', ' //evil.example', undefined, null, 7, ['/a'], ['//evil.example'], {}];

describe('a return path', () => {
  it('never leads to another origin, for 200 random paths (R5)', () => {
    const tried: unknown[] = [others, starts.flatMap((start) => hosts.map((host) => start + host))].flat();
    expect(tried.length).toBeGreaterThanOrEqual(200);
    for (const to of tried) {
      const path = ownPath(to);
      expect(new URL(path, 'http://own.example').origin, JSON.stringify(to)).toBe('http://own.example');
      expect(path, JSON.stringify(to)).toMatch(/^\/(?![/\\])/);
    }
  });

  it.each(['/lofts', '/lofts/1?q=a&no=%2F%2F', '/lofts/1/teams/2'])('returns to %s', (to) => {
    expect(ownPath(to)).toBe(to);
  });
});
