import { describe, expect, it } from 'vitest';
import { parseFields } from '#domain/parse-fields.ts';
import { loftAddress, loftNote, loftSettings } from './settings.ts';

const settings = {
  name: 'Denderhoek',
  unit: 'km',
  time_zone: 'Europe/Brussels',
  currency: 'EUR',
  email: '',
  phone: '',
  website: '',
  tags: '',
  version: '1',
};
const codes = (errors: Readonly<Record<string, readonly { code: string }[]>> = {}) =>
  Object.entries(errors).map(([field, [first]]) => `${field} ${first!.code}`);

describe('settings of a loft', () => {
  it.each([
    [{}, []],
    [{ name: ' ' }, ['name error_required']],
    [{ name: 'x'.repeat(128) }, []],
    [{ name: 'x'.repeat(129) }, ['name label_max_characters']],
    [{ unit: 'nm' }, ['unit error_one_of']],
    [{ time_zone: '' }, ['time_zone error_required']],
    [{ time_zone: 'Europe/Dendermonde' }, ['time_zone error_time_zone']],
    [{ time_zone: '+02:00' }, ['time_zone error_time_zone']],
    [{ time_zone: 'UTC' }, []],
    [{ currency: 'XAU' }, ['currency error_one_of']],
    [{ email: 'loft@example.org' }, []],
    [{ email: 'loft' }, ['email error_email']],
    [{ phone: '+32 52 12 34 56' }, []],
    [{ phone: '052 12 34 56' }, ['phone error_phone']],
    [{ phone: '+32 1' }, ['phone error_phone']],
    [{ website: 'https://example.org/loft' }, []],
    [{ website: 'http://example.org' }, ['website error_website']],
    [{ website: 'javascript:alert(1)' }, ['website error_website']],
    [{ website: 'https://' }, ['website error_website']],
    [{ tags: 'fci, grand prix' }, []],
    [{ tags: '<b>' }, ['tags.0 error_tag']],
    [{ tags: Array.from({ length: 21 }, (_, i) => `tag ${i}`).join() }, ['tags error_max_items']],
    [{ version: '' }, ['version error_required']],
    [{ package: 'premium' }, ['body error_unknown_field']],
  ])('%j: %j', (given, wrong) => {
    expect(codes(parseFields(loftSettings, { ...settings, ...given }).errors)).toEqual(wrong);
  });

  it('are stored in one form', () => {
    const { data } = parseFields(loftSettings, {
      ...settings,
      phone: '+32 52 12 34 56',
      tags: 'FCI, fci,, Grand Prix ',
    });
    expect(data).toMatchObject({ phone: '+3252123456', tags: ['fci', 'grand prix'], version: 1 });
  });
});

const address = { street: '', zipcode: '', city: '', country: '', latitude: '', longitude: '', version: '1' };

describe('the address of a loft', () => {
  it.each([
    [{}, []],
    [{ latitude: '50° 55′ N', longitude: '4,0387' }, []],
    [{ latitude: 50, longitude: 4 }, []],
    [{ latitude: null, longitude: null }, []],
    [{ latitude: '50' }, ['longitude error_required']],
    [{ longitude: '4' }, ['latitude error_required']],
    [{ latitude: '91', longitude: '4' }, ['latitude error_latitude']],
    [{ latitude: '50', longitude: '181' }, ['longitude error_longitude']],
    [{ country: 'BE' }, []],
    [{ country: 'XX' }, ['country error_country']],
    [{ street: 'x'.repeat(129) }, ['street label_max_characters']],
  ])('%j: %j', (given, wrong) => {
    expect(codes(parseFields(loftAddress, { ...address, ...given }).errors)).toEqual(wrong);
  });
});

it('a note has a text, and a box that is ticked or not', () => {
  expect(parseFields(loftNote, { text: 'Feed at six', is_pinned: 'on' }).data?.is_pinned).toBe(true);
  expect(parseFields(loftNote, { text: 'Feed at six', is_pinned: '' }).data?.is_pinned).toBe(false);
  expect(codes(parseFields(loftNote, { text: ' ', is_pinned: false }).errors)).toEqual(['text error_required']);
});
