import { expect, test } from 'vitest';
import { show } from '#testing/show.tsx';
import { Seal, type SealProps } from './Seal.tsx';

const seal: SealProps = {
  flight: { id: 2, loft_id: 1 } as SealProps['flight'],
  loft: { id: 1, time_zone: 'Europe/Brussels' } as SealProps['loft'],
  seal: { sealed_at: '2026-11-29T16:34:35.000Z', fingerprint: 'a'.repeat(64), is_open: true },
};

test('the seal of an imported list says that its day is the one of the import; that of a flown one does not', async () => {
  const imported = await show(<Seal {...seal} isImported />);
  await expect.element(imported.getByText(imported.t('result.imported_on'), { exact: false })).toBeVisible();
  const flown = await show(<Seal {...seal} />);
  await expect.element(flown.getByText('29 Nov 2026', { exact: false })).toBeVisible();
  await expect.element(flown.getByText(flown.t('result.imported_on'), { exact: false })).not.toBeInTheDocument();
});
