/** A picture that a ruling rests on, or a document as a link. */
import type { FileShown } from '#domain/files/contract.ts';
import { Icon } from './Icon.tsx';
import { Picture, type PictureProps } from './Picture.tsx';

interface EvidenceProps extends PictureProps {
  file: Pick<FileShown, 'kind' | 'name' | 'src' | 'width' | 'height'>;
}

export function Evidence({ file, ...picture }: EvidenceProps) {
  if (file.kind === 'image') return <Picture file={file} {...picture} />;
  return (
    <p>
      <a href={file.src} download>
        <Icon name="download" /> <bdi>{file.name}</bdi>
      </a>
    </p>
  );
}
