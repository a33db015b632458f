/** The word of the unit of a speed, as a key of the catalogues. */
import type { SpeedRule } from '#domain/seasons/rules.ts';

export const speedUnit = ({ unit }: Pick<SpeedRule, 'unit'>) => (unit === 'm/min' ? 'unit.m_min' : 'unit.yd_min');
