import { describe, expect, it } from 'vitest';
import { hasAddress, missingIn, type Registering, whyNotRegister } from './registration.ts';

const home = { street: 'Kerkstraat 4', zipcode: '9300', city: 'Aalst', country: 'BE' };
const sent: Registering = {
  season_status: 'in_progress',
  address: home,
  contract_ids: [4, 5],
  contract_id: 5,
  team_id: null,
  team: 'Van Aerde & Zoon',
  country: 'BE',
  transport: 'self',
  collection_id: null,
  phone: '',
};

it.each<[string, Partial<typeof home> | object, boolean]>([
  ['with all of it', {}, true],
  ['without a street', { street: null }, false],
  ['without a zipcode', { zipcode: '' }, false],
  ['with a city of blanks', { city: ' ' }, false],
  ['without a zipcode where the country has none', { zipcode: null, country: 'AE' }, true],
  ['without a zipcode where the country is not known', { zipcode: null, country: null }, false],
])('an address %s is valid: %#, %s (5.9)', (_, given, valid) => {
  expect(hasAddress({ ...home, ...given })).toBe(valid);
});

describe('a customer', () => {
  it.each<[string, Partial<Registering>]>([
    ['with a new team', {}],
    ['with a team they have', { team_id: 3, team: '', country: null }],
    ['whose birds an agent collects', { transport: 'agent', collection_id: 8, phone: '0475 55 01 02' }],
  ])('%s registers', (_, given) => expect(whyNotRegister({ ...sent, ...given })).toBeNull());

  it('is told first what the form asks first, and before the sign-in nothing of an address', () => {
    const nothing = { ...sent, team: '', address: { ...home, city: null }, contract_id: null };
    const told = (given: Partial<Registering>) => Object.keys(whyNotRegister({ ...nothing, ...given })?.errors ?? {});
    expect(told({})).toEqual(['team']);
    expect(told({ team: 'Van Aerde' })).toEqual(['address']);
    expect(told({ team: 'Van Aerde', address: null })).toEqual(['contract_id']);
  });

  it.each<[string, Partial<Registering>, string, string[]]>([
    ['for a season in draft', { season_status: 'draft' }, 'no_registration', []],
    ['for a season that is over', { season_status: 'over' }, 'no_registration', []],
    ['at a loft without a contract', { contract_ids: [], contract_id: null }, 'contract_missing', []],
    ['without an address (5.9)', { address: { ...home, street: null } }, 'address_missing', ['address']],
    ['without a team', { team: '' }, 'error_required', ['team']],
    ['with a team of no country', { country: null }, 'error_country', ['country']],
    ['with an agent, but none chosen (8.25)', { transport: 'agent' }, 'agent_needed', ['collection_id']],
    ['with an agent who cannot call', { transport: 'agent', collection_id: 8 }, 'error_required', ['phone']],
    [
      'with an agent and no number',
      { transport: 'agent', collection_id: 8, phone: 'mobile' },
      'error_phone',
      ['phone'],
    ],
    [
      'with an agent and half a number',
      { transport: 'agent', collection_id: 8, phone: '+32 4' },
      'error_phone',
      ['phone'],
    ],
    ['who has not accepted the contract', { contract_id: null }, 'error_accepted', ['contract_id']],
    ['who has accepted an old one', { contract_id: 3 }, 'error_accepted', ['contract_id']],
  ])('%s does not', (_, given, code, fields) => {
    const no = whyNotRegister({ ...sent, ...given });
    expect([no?.code, Object.keys(no?.errors ?? {})]).toEqual([code, fields]);
  });
});

it.each([
  [{ contracts: [1], products: [1] }, []],
  [{ contracts: [], products: [1] }, ['contract']],
  [{ contracts: [], products: [] }, ['contract', 'package']],
])('an offer of %j misses %j', (offer, missing) => expect(missingIn(offer)).toEqual(missing));
