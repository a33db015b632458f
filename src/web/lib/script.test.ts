import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { asScript } from './script.ts';

describe('a text in an inline script', () => {
  it('is the same text for the script, whatever it contains', () => {
    const text = `["it's","a\\\\b","\n\r\u2028\u2029","</script><!--"]`;
    expect(runInNewContext(asScript(text))).toBe(text);
  });

  it('cannot end its script', () => {
    expect(asScript('</script><!-- <script>')).not.toContain('<');
  });
});
