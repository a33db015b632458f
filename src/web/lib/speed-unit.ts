/** The word of the unit of a speed, as a key of the catalogues. */
import type { Locale } from '#domain/locales.ts';
import type { SpeedRule } from '#domain/seasons/rules.ts';
import { type LoftUnit, speedInUnit } from '#domain/units.ts';
import type { Words } from './catalogue.ts';
import { formatNumber } from './intl.ts';

export const speedUnit = ({ unit }: Pick<SpeedRule, 'unit'>) => (unit === 'm/min' ? 'unit.m_min' : 'unit.yd_min');

/** The unit in which a loft states the speed that it expects. */
export const loftSpeedUnit = (unit: LoftUnit) => speedUnit({ unit: unit === 'km' ? 'm/min' : 'yd/min' });

/** A speed that a loft expects, in its own unit: the number and the word. @param m_per_min metres a minute */
export const loftSpeed = (t: Words, locale: Locale, m_per_min: number, unit: LoftUnit) => ({
  speed: formatNumber(locale, Math.round(speedInUnit(m_per_min, unit))),
  unit: t(loftSpeedUnit(unit)),
});
