/** The author of a change at a loft. */
import { useTranslation } from '#web/lib/translation.ts';

export function Author({ by }: { by: { first_name: string | null; last_name: string | null } | null }) {
  const { t } = useTranslation();
  if (by === null) return t('rights.program');
  const name = [by.first_name, by.last_name].filter(Boolean).join(' ');
  return name === '' ? t('rights.unnamed') : <bdi>{name}</bdi>;
}
