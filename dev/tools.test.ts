/** The command line tools, called wrongly. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Without a database: none of these calls gets as far. */
function run(tool: string, ...args: string[]): { status: number | null; said: string } {
  const file = fileURLToPath(new URL(`${tool}.ts`, import.meta.url));
  const env = { PATH: process.env.PATH, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const { status, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: 'utf8', env });
  return { status, said: stderr.trim() };
}

describe('a name', () => {
  const release = ['--release', '2026-06-20T07:00:00+02:00'];
  const refused = (flag: string) => ({
    status: 2,
    said: `--${flag} must have 1 to ${flag === 'name' ? 64 : 128} characters, and no control characters.`,
  });

  it('of blanks or with control characters is refused', () => {
    expect(run('import', 'list.csv', '--loft', ' ', '--flight', 'F', ...release)).toEqual(refused('loft'));
    expect(run('import', 'list.csv', '--loft', 'L', '--flight', 'a\u0007b', ...release)).toEqual(refused('flight'));
    expect(run('device', '--loft', 'L', '--name', 'x'.repeat(65))).toEqual(refused('name'));
  }, 20_000);
});

describe('a flight to be flown again', () => {
  it('is not planned when the program does not answer', () => {
    expect(run('fly', '--flight', '1', '--address', 'http://127.0.0.1:1')).toEqual({
      status: 1,
      said: 'The program does not answer at http://127.0.0.1:1. Start it, or say with --address where it is.',
    });
  }, 20_000);
});
