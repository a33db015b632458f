/** The files of a flight's inventory: tables, a table for the FCI, chips for clocks, labels for crates. */
import { useSearchParams } from 'react-router';
import { formatList } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './inventory.module.css';

export interface InventoryExportsProps {
  /** The address of the flight for its loft. */
  path: string;
  flight: { status: string; basketed_count: number };
}

/** Shown from the basketing on, and wherever a file was refused. */
export function InventoryExports({ path, flight }: InventoryExportsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  if (flight.status === 'planned' && !search.has('refused')) return null;
  const file = `${path}/inventory`;
  const fci = [
    t('basketing.number'),
    t('sheet.ring'),
    t('sheet.fancier'),
    t('bird.team'),
    t('loft.country'),
    t('sheet.sex'),
    t('sheet.color'),
    t('entries.chip'),
  ];
  return (
    <section className={panel.panel} aria-labelledby="inventory">
      <div className={panel.head}>
        <h2 id="inventory">{t('inventory.title')}</h2>
      </div>
      <RefusedFile path={path} />
      {flight.status !== 'planned' && (
        <ul className={styles.files}>
          <li>
            <span>
              {t('inventory.whole')}
              <small>{t('inventory.whole_what')}</small>
            </span>
            <DownloadLinks path={file} canBeRefused />
          </li>
          {flight.basketed_count === 0 ? (
            <li>{t('inventory.no_birds')}</li>
          ) : (
            <>
              <li>
                <span>
                  {t('inventory.fci')}
                  <small>{t('inventory.fci_order', { columns: formatList(locale, fci) })}</small>
                </span>
                <DownloadLinks path={file} query="as=fci" canBeRefused />
              </li>
              <li>
                <span>{t('inventory.chips')}</span>
                <span className={styles.more}>
                  <DownloadLinks path={file} query="as=chips" canBeRefused />
                  <a href={`${path}/chips.txt`}>TXT</a>
                </span>
              </li>
              <li>
                <span>{t('inventory.labels')}</span>
                <span className={panel.take}>
                  <Icon name="download" size={20} />
                  <a href={`${path}/labels.pdf`}>PDF</a>
                </span>
              </li>
            </>
          )}
        </ul>
      )}
    </section>
  );
}

/** Why a file was refused; where clocks have an older list, it can be taken all the same. */
function RefusedFile({ path }: { path: string }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const [refused, file, clocks] = [search.get('refused'), search.get('file'), search.get('clocks')];
  const isOld = refused === 'clock_data_out_of_date';
  if (!isOld && refused !== 'no_inventory_flight') return null;
  // Only a file of this flight.
  const name = isOld && file?.startsWith(`${path}/`) ? file.slice(path.length + 1) : '';
  const canTake = /^(inventory\.(csv|xlsx|pdf)|chips\.txt)$/.test(name);
  const as = search.get('as');
  return (
    <p className={panel.notice} role="alert">
      <Icon name="alert" size={20} />
      <span>
        {t(`refusals.${refused}`)}. {isOld && clocks && t('inventory.synchronise', { clocks })}{' '}
        {canTake && (
          <a href={`${path}/${name}?${new URLSearchParams({ ...(as !== null && { as }), anyway: '1' })}`}>
            {t('inventory.anyway')}
          </a>
        )}
      </span>
    </p>
  );
}
