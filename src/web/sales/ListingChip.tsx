/** The state of a bird for sale, in a word and a sign. */
import type { ListingStatus } from '#domain/sales/listing.ts';
import { useTranslation } from '#web/lib/translation.ts';
import chip from '#web/ui/chip.module.css';
import { Icon, type IconName } from '#web/ui/Icon.tsx';

const looks: Readonly<Record<ListingStatus, { icon: IconName; look: string | undefined }>> = {
  listed: { icon: 'box', look: chip.replay },
  reserved: { icon: 'hourglass', look: chip.dashed },
  sold: { icon: 'check', look: chip.home },
  withdrawn: { icon: 'close', look: chip.mute },
};

export function ListingChip({ status }: { status: ListingStatus }) {
  const { t } = useTranslation();
  const { icon, look } = looks[status];
  return (
    <span className={`${chip.chip} ${look}`}>
      <Icon name={icon} size={15} />
      {t(`sale.${status}`)}
    </span>
  );
}
