/** The files of a flight's inventory: tables, the order of the FCI, chips for clocks, labels for crates. */
import { useSearchParams } from 'react-router';
import { useTranslation } from '#web/lib/translation.ts';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './inventory.module.css';

/** @param path the address of the flight for its loft */
export function InventoryExports({ path }: { path: string }) {
  const { t } = useTranslation();
  const file = `${path}/inventory`;
  return (
    <section className={panel.panel} aria-labelledby="inventory">
      <div className={panel.head}>
        <h2 id="inventory">{t('inventory.title')}</h2>
      </div>
      <Outdated />
      <ul className={styles.files}>
        <li>
          <span>{t('inventory.whole')}</span>
          <DownloadLinks path={file} />
        </li>
        <li>
          <span>{t('inventory.fci')}</span>
          <DownloadLinks path={file} query="as=fci" />
        </li>
        <li>
          <span>{t('inventory.chips')}</span>
          <DownloadLinks path={file} query="as=chips" />
        </li>
        <li>
          <span>{t('inventory.labels')}</span>
          <span className={panel.take}>
            <Icon name="download" size={20} />
            <a href={`${path}/labels.pdf`} download>
              PDF
            </a>
          </span>
        </li>
      </ul>
    </section>
  );
}

/** A file was refused because a clock has an older list; it can be taken all the same. */
function Outdated() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const [clock, file] = [search.get('outdated'), search.get('file')];
  // Only a file of this site, at the address of an inventory.
  if (clock === null || !file || !/^\/admin\/seasons\/\d+\/flights\/\d+\/inventory\.(csv|xlsx|pdf)$/.test(file))
    return null;
  return (
    <p className={panel.notice} role="alert">
      <Icon name="alert" size={20} />
      <span>
        {t('refusals.clock_data_out_of_date')}. {t('inventory.synchronise', { clock })}{' '}
        <a href={`${file}?as=${encodeURIComponent(search.get('as') ?? '')}&anyway=1`} download>
          {t('inventory.anyway')}
        </a>
      </span>
    </p>
  );
}
