/** Download links of a list: a spreadsheet table as text, the same with types, a document. */
import { tableFormats } from '#domain/table.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from './Icon.tsx';
import panel from './panel.module.css';

export interface DownloadLinksProps {
  /** The path of the list, without a file extension. */
  path: string;
  query?: string | undefined;
  /** The file can be refused: the links are followed, so that the page with the reason is shown and not saved. */
  canBeRefused?: boolean;
}

export function DownloadLinks({ path, query, canBeRefused = false }: DownloadLinksProps) {
  const { t } = useTranslation();
  return (
    <span className={panel.take}>
      <Icon name="download" size={20} />
      {tableFormats.map((format) => (
        <a key={format} href={`${path}.${format}${query ? `?${query}` : ''}`} download={!canBeRefused}>
          <span className="visually-hidden">{t(`sheet.${format}`)}</span>
          <span aria-hidden="true">{format.toUpperCase()}</span>
        </a>
      ))}
    </span>
  );
}
