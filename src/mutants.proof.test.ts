/**
 * Proves that the tables kept by hand notice every change of the policy and of the machines (P8): each mutant of these
 * files must be found. The control checks with tables of one identity only.
 */
import { describe, expect, it } from 'vitest';
import type { whyNotChange } from '#domain/accounts/permission.ts';
import type { takesArrivals } from '#domain/flights/flight.ts';
import type { Machine } from '#domain/machine.ts';
import type * as Policy from '#domain/policy.ts';
import { faultsOfMachine } from '#testing/machines.ts';
import { load, type Mutant, mutantsOf } from '#testing/mutants.ts';
import { proveSize, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { faultsOfPolicy, rightsCompared } from '#testing/rights/policy.ts';

type Module = Record<string, unknown>;

interface Target {
  file: string;
  /** The declarations that are checked; all by default. */
  only?: string[];
  /** The module that is loaded, when it is another one that imports the file. */
  through?: string;
  faults(module: Module): string[];
}

const policyFaults = (module: Module) => faultsOfPolicy(module as unknown as typeof Policy);
const machineFaults = (name: 'season' | 'flight') => (module: Module) =>
  faultsOfMachine(name, module[`${name}Machine`] as Machine<string, string>);

const targets: Target[] = [
  { file: 'domain/policy.ts', faults: policyFaults },
  {
    file: 'domain/accounts/person.ts',
    only: ['isMerchant', 'worksOnSeasonsOf', 'worksBy', 'merchantOf'],
    through: 'domain/policy.ts',
    faults: policyFaults,
  },
  { file: 'domain/accounts/permission.ts', faults: changeFaults },
  { file: 'domain/seasons/season.ts', only: ['seasonMachine'], faults: machineFaults('season') },
  { file: 'domain/flights/flight.ts', only: ['flightMachine'], faults: machineFaults('flight') },
  { file: 'domain/flights/flight.ts', only: ['takesArrivals'], faults: arrivalFaults },
];

function arrivalFaults(module: Module): string[] {
  const takes = module.takesArrivals as typeof takesArrivals;
  const statuses = ['planned', 'basketing', 'released', 'closed', 'provisional', 'official', 'annulled'] as const;
  const said = statuses.filter((status) => takes(status)).join(' ');
  return said === 'released closed provisional' ? [] : [said];
}

/**
 * By hand: the entry before and after, the number of other active merchants, and the refusal. m: merchant, z: not
 * active.
 */
function changeFaults(module: Module): string[] {
  const entryOf = (letters: string | null) =>
    letters === null
      ? null
      : {
          is_merchant: letters.includes('m'),
          is_agent: letters.includes('a'),
          is_staff: letters.includes('s'),
          has_seasons: letters.includes('e'),
          is_active: !letters.includes('z'),
        };
  const table: [before: string | null, after: string | null, others: number, no: string | null][] = [
    ['m', null, 0, 'last_merchant'],
    ['m', 'a', 0, 'last_merchant'],
    ['m', 'mz', 0, 'last_merchant'],
    ['m', null, 1, null],
    ['m', 'a', 1, null],
    ['m', 'ms', 0, null],
    ['mz', null, 0, null],
    ['a', null, 0, null],
    ['a', 'e', 0, null],
    [null, 'm', 0, null],
    [null, 'a', 0, null],
    [null, 's', 1, null],
    [null, 'e', 1, null],
    [null, '', 1, 'permission_empty'],
    [null, 'z', 1, 'permission_empty'],
    ['m', '', 1, 'permission_empty'],
  ];
  const why = module.whyNotChange as typeof whyNotChange;
  return table.flatMap(([before, after, others, no]) => {
    const said = why(entryOf(before), entryOf(after), others)?.code ?? null;
    return said === no ? [] : [`${before} → ${after}, ${others} others: ${said}`];
  });
}

/** The differences that a check finds in a mutant; one that does not load, or throws, is found. */
async function faultsIn({ file, through = file, faults }: Target, mutant?: Mutant): Promise<string[]> {
  try {
    return faults(await load(through, mutant));
  } catch (error) {
    return [String(error)];
  }
}

describe('mutants (P8)', () => {
  it.each(targets)('of $file $only are all found', async (target) => {
    expect(await faultsIn(target)).toEqual([]);
    const all = mutantsOf(target.file, target.only);
    const random = seededRandom(seed);
    const sample = all.filter(() => random(proveSize(3, 1)) === 0);
    expect(sample.length).toBeGreaterThan(0);
    const survived: string[] = [];
    for (const mutant of sample) if (!(await faultsIn(target, mutant)).length) survived.push(mutant.what);
    expect(survived).toEqual([]);
    reportProof(`P8 ${target.file}`, { mutants: sample.length, survived: survived.length, rightsCompared });
  });

  it('control: a check of admins alone misses mutants', async () => {
    const target: Target = {
      file: 'domain/policy.ts',
      faults: (module) => policyFaults(module).filter((fault) => fault.includes('by admin')),
    };
    const found = await Promise.all(mutantsOf(target.file).map((mutant) => faultsIn(target, mutant)));
    expect(found.filter((faults) => faults.length === 0).length).toBeGreaterThan(10);
  });
});
