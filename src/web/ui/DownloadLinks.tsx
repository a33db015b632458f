/** Download links of a list: a spreadsheet table as text, the same with types, a document. */
import { tableFormats } from '#domain/table.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from './Icon.tsx';
import panel from './panel.module.css';

/** @param path the path of the list, without a file extension */
export function DownloadLinks({ path, query }: { path: string; query?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <span className={panel.take}>
      <Icon name="download" size={20} />
      {tableFormats.map((format) => (
        <a key={format} href={`${path}.${format}${query ? `?${query}` : ''}`} download>
          <span className="visually-hidden">{t(`sheet.${format}`)}</span>
          <span aria-hidden="true">{format.toUpperCase()}</span>
        </a>
      ))}
    </span>
  );
}
